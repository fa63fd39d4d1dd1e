#include "tacit/data/row_builder.hpp"

#include <algorithm>
#include <cmath>

#include "tacit/data/missing.hpp"

namespace tacit {

bool RowBuilder::finish(double label, double weight, std::uint64_t line, bool bias, Dataset& rows) {
  const auto earlier = [](const Feature& a, const Feature& b) {
    return a.index != b.index ? a.index < b.index : a.order < b.order;
  };
  if (!std::ranges::is_sorted(features_, earlier)) std::ranges::sort(features_, earlier);
  rows.begin_row(label, weight, line);
  if (bias) rows.push(0, 1.0);
  maker_.clear();
  for (std::size_t i = 0; i < features_.size();) {
    const Index index = features_[i].index;
    double sum = 0;
    double mark = 0;
    Crosses::Parts parts = 0;
    for (; i < features_.size() && features_[i].index == index; ++i) {
      const double value = features_[i].value;
      parts |= features_[i].parts;
      if (!is_mark(value)) {
        sum += value;
      } else if (!is_sure_mark(mark)) {
        mark = value;
      }
    }
    if (!std::isfinite(sum)) {
      rows.drop_last_row();
      fault_ = no_sum;
      return false;
    }
    if (is_mark(mark)) {
      rows.note_missing();
      rows.push(index, mark);
    } else if (sum != 0) {
      rows.push(index, sum);
      if (parts != 0) maker_.add(index, sum, parts);
    }
  }
  if (crosses_ == nullptr || maker_.append_named(*crosses_, rows)) return true;
  fault_ = maker_.fault();
  rows.drop_last_row();
  return false;
}

}  // namespace tacit
