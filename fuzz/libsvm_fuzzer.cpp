// Any line is either refused with a message that names it, or gives a row of finite numbers in increasing order.
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "tacit/data/data_error.hpp"
#include "tacit/data/libsvm.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  tacit::Dataset rows;
  std::size_t begin = 0;
  for (std::uint64_t line = 1; begin <= text.size(); ++line) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::size_t before = rows.size();
    try {
      const bool added = tacit::parse_libsvm_line(text.substr(begin, end - begin), (size & 1U) != 0, "fuzz", line, rows);
      if (added != (rows.size() == before + 1)) std::abort();
    } catch (const tacit::DataError& error) {
      if (rows.size() != before || !std::string_view(error.what()).starts_with("fuzz:")) std::abort();
    }
    begin = end + 1;
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const tacit::Row row = rows.row(i);
    if (!std::isfinite(rows.label(i))) std::abort();
    for (std::size_t k = 0; k < row.size; ++k) {
      if (!std::isfinite(row.value[k]) || (k > 0 && row.index[k] <= row.index[k - 1])) std::abort();
    }
  }
  return 0;
}
