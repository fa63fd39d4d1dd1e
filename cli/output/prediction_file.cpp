#include "cli/output/prediction_file.hpp"

#include "cli/output/csv_field.hpp"

namespace tacit::cli {

template <class Write>
void PredictionFile::write_lines(const RowsOfBlock& rows, const Write& write, const Tail& tail) {
  lines_.clear();
  std::size_t gap = rows.gap_from;
  const auto leave_lines = [&](std::size_t row) {
    for (; gap < rows.gap_to && rows.block.gaps[gap] <= row; ++gap) lines_.push_back('\n');
  };
  for (std::size_t i = rows.from; i < rows.to; ++i) {
    leave_lines(i);
    write(i - rows.from);
    if (const std::string_view id = rows.block.rows.id(i); !id.empty()) fmt::format_to(std::back_inserter(lines_), " {}", id);
    if (tail) tail(i - rows.from, lines_);
    lines_.push_back('\n');
  }
  leave_lines(rows.to);
  file_.write({lines_.data(), lines_.size()});
  file_.deliver();
}

void PredictionFile::write(const RowsOfBlock& rows, std::span<const double> values, const Tail& tail) {
  const std::size_t count = rows.to - rows.from;
  const std::size_t outputs = count == 0 ? 1 : values.size() / count;
  const auto write = [&](std::size_t i) {
    for (std::size_t k = 0; k < outputs; ++k)
      fmt::format_to(std::back_inserter(lines_), "{}{:.17g}", k == 0 ? "" : ",", values[i * outputs + k]);
  };
  write_lines(rows, write, tail);
}

void PredictionFile::write(const RowsOfBlock& rows, std::span<const std::string_view> names, std::span<const double> values,
                           const Tail& tail) {
  const std::size_t outputs = names.empty() ? 0 : values.size() / names.size();
  const auto write = [&](std::size_t i) {
    lines_.append(outputs == 0 ? std::string(names[i]) : csv_field(names[i]));
    for (std::size_t k = 0; k < outputs; ++k) fmt::format_to(std::back_inserter(lines_), ",{:.17g}", values[i * outputs + k]);
  };
  write_lines(rows, write, tail);
}

void PredictionFile::write(const RowsOfBlock& rows, std::span<const double> values, const LabelWords& words, const Tail& tail) {
  const auto write = [&](std::size_t i) { fmt::format_to(std::back_inserter(lines_), "{}", words.word_of(values[i])); };
  write_lines(rows, write, tail);
}

}  // namespace tacit::cli
