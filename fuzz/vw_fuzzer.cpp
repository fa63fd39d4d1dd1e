// Any text gives rows of finite numbers in increasing order, one per line, or complaints that name it.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "data/formats/vw/parser.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string block(reinterpret_cast<const char*>(data), size);
  block.append(tacit::TextBlock::padding, '7');
  tacit::Complaints complaints(tacit::OnError::skip);
  static tacit::FeatureNames hashed(4U);  // made once: what it has seen before changes no index
  tacit::FeatureNames dictionary(std::vector<std::string>{});
  tacit::FeatureNames& names = size % 5 == 0 ? hashed : dictionary;
  tacit::VwParser parser({"fuzz", size % 2 == 0, size % 3 != 0, &complaints, &names});
  tacit::Dataset rows;
  const std::string_view text = std::string_view(block).substr(0, size);
  parser.parse({text, 1}, rows);
  const auto lines = static_cast<std::uint64_t>(std::ranges::count(text, '\n')) + 1;
  if (rows.size() + complaints.count() > lines) std::abort();
  for (const auto& complaint : complaints.first()) {
    if (!complaint.plain().starts_with("fuzz:")) std::abort();
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const tacit::Row row = rows.row(i);
    if (!std::isfinite(rows.label(i)) || !(rows.weight(i) >= 0) || !std::isfinite(rows.weight(i))) std::abort();
    // A tag stands before a bar of its line, between blanks.
    if (rows.id(i).find_first_of(" \t\r\n|") != std::string_view::npos) std::abort();
    if (text.find(rows.id(i)) == std::string_view::npos) std::abort();
    if (rows.line(i) > lines || (i > 0 && rows.line(i) <= rows.line(i - 1))) std::abort();
    for (std::size_t k = 0; k < row.size; ++k) {
      if (!std::isfinite(row.value[k]) || row.value[k] == 0 || (k > 0 && row.index[k] <= row.index[k - 1])) std::abort();
    }
  }
  return 0;
}
