#include "prediction_file.hpp"

namespace tacit::cli {

void PredictionFile::write(const Block& block, std::span<const double> values) {
  lines_.clear();
  auto gap = block.gaps.begin();
  for (std::size_t i = 0; i <= values.size(); ++i) {
    for (; gap != block.gaps.end() && *gap == i; ++gap) lines_.push_back('\n');
    if (i < values.size()) fmt::format_to(std::back_inserter(lines_), "{:.17g}\n", values[i]);
  }
  file_.write({lines_.data(), lines_.size()});
  file_.deliver();
}

}  // namespace tacit::cli
