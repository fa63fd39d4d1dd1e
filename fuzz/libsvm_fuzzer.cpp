// Any text gives rows of finite numbers in increasing order and complaints that name it. They are the same whether it is read
// quickly, as one block, or with care, line by line without line ends.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "data/formats/libsvm/parser.hpp"

namespace {

struct Reading {
  explicit Reading(std::size_t size) : parser({"fuzz", size % 2 == 0, size % 3 != 0, &complaints, &names}) {}

  void parse(std::string_view text, std::uint64_t line) {
    std::string block(text);
    block.append(tacit::TextBlock::padding, '7');
    parser.parse({std::string_view(block).substr(0, text.size()), line}, rows);
  }

  tacit::Complaints complaints{tacit::OnError::skip};
  inline static tacit::FeatureNames names{1U};  // made once: numbered features ask it nothing
  tacit::LibsvmParser parser;
  tacit::Dataset rows;
};

bool same(double a, double b) { return a == b && std::signbit(a) == std::signbit(b); }

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string text(reinterpret_cast<const char*>(data), size);
  text += '\n';
  Reading quick(size);
  quick.parse(text, 1);
  Reading careful(size);
  std::uint64_t number = 1;
  for (std::size_t begin = 0; begin < text.size(); ++number) {
    const std::size_t end = text.find('\n', begin);
    if (end > begin) careful.parse(std::string_view(text).substr(begin, end - begin), number);
    begin = end + 1;
  }
  const tacit::Dataset& rows = quick.rows;
  if (rows.size() != careful.rows.size() || rows.nonzeros() != careful.rows.nonzeros()) std::abort();
  if (quick.complaints.count() != careful.complaints.count() || quick.complaints.first() != careful.complaints.first() ||
      quick.complaints.notes() != careful.complaints.notes())
    std::abort();
  for (const auto& complaint : quick.complaints.first()) {
    if (!complaint.plain().starts_with("fuzz:")) std::abort();
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const tacit::Row row = rows.row(i);
    const tacit::Row other = careful.rows.row(i);
    if (!std::isfinite(rows.label(i)) || !same(rows.label(i), careful.rows.label(i)) || rows.line(i) != careful.rows.line(i) ||
        row.size != other.size)
      std::abort();
    for (std::size_t k = 0; k < row.size; ++k) {
      if (!std::isfinite(row.value[k]) || row.value[k] == 0 || (k > 0 && row.index[k] <= row.index[k - 1])) std::abort();
      if (row.index[k] != other.index[k] || !same(row.value[k], other.value[k])) std::abort();
    }
  }
  return 0;
}
