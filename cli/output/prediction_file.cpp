#include "cli/output/prediction_file.hpp"

namespace tacit::cli {

template <class Write>
void PredictionFile::write_lines(const Block& block, std::size_t count, const Write& write) {
  lines_.clear();
  auto gap = block.gaps.begin();
  for (std::size_t i = 0; i <= count; ++i) {
    for (; gap != block.gaps.end() && *gap == i; ++gap) lines_.push_back('\n');
    if (i == count) break;
    write(i);
    if (const std::string_view id = block.rows.id(i); !id.empty()) fmt::format_to(std::back_inserter(lines_), " {}", id);
    lines_.push_back('\n');
  }
  file_.write({lines_.data(), lines_.size()});
  file_.deliver();
}

void PredictionFile::write(const Block& block, std::span<const double> values) {
  const std::size_t rows = block.rows.size();
  const std::size_t outputs = rows == 0 ? 1 : values.size() / rows;
  write_lines(block, rows, [&](std::size_t i) {
    for (std::size_t k = 0; k < outputs; ++k)
      fmt::format_to(std::back_inserter(lines_), "{}{:.17g}", k == 0 ? "" : ",", values[i * outputs + k]);
  });
}

void PredictionFile::write(const Block& block, std::span<const double> values, const LabelWords& words) {
  write_lines(block, values.size(),
              [&](std::size_t i) { fmt::format_to(std::back_inserter(lines_), "{}", words.word_of(values[i])); });
}

}  // namespace tacit::cli
