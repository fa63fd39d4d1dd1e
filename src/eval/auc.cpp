#include "tacit/eval/auc.hpp"

#include <fmt/format.h>

#include <limits>
#include <stdexcept>

#include "tacit/eval/saved_numbers.hpp"

namespace tacit {

namespace {

constexpr double beyond_numbers_saved = -1;  // a sum of weights that is infinite, which no file holds

double saved(double sum) { return is_number(sum) ? sum : beyond_numbers_saved; }

double restored(double sum) {
  if (sum == beyond_numbers_saved) return std::numeric_limits<double>::infinity();
  if (!(sum >= 0 && is_number(sum)))
    throw std::invalid_argument(fmt::format("the state's bins hold a weight of {}; expected 0 or more", sum));
  return sum;
}

}  // namespace

// Only bins that hold something, in increasing order of their predictions.
void Auc::save(LearnerState& state, std::string_view group) const {
  std::vector<Index> places;
  std::vector<double> negative;
  std::vector<double> positive;
  for (std::size_t octave = 0; octave < octaves; ++octave) {
    for (std::size_t place = 0; octaves_[octave] && place < bins; ++place) {
      const Bin& bin = (*octaves_[octave])[place];
      if (bin.negative == 0 && bin.positive == 0) continue;
      places.push_back(static_cast<Index>((octave << digits) + place));
      negative.push_back(saved(bin.negative));
      positive.push_back(saved(bin.positive));
    }
  }
  state.add(part_name(group, "bins"), std::move(places));
  state.add(part_name(group, "negative"), std::move(negative));
  state.add(part_name(group, "positive"), std::move(positive));
}

void Auc::restore(const LearnerState& state, std::string_view group) {
  const auto& places = state.indices(part_name(group, "bins"));
  const auto& negative = state.doubles(part_name(group, "negative"));
  const auto& positive = state.doubles(part_name(group, "positive"));
  if (negative.size() != places.size() || positive.size() != places.size())
    throw std::invalid_argument("the state's 'bins', 'negative' and 'positive' are not equally many");
  octaves_ = decltype(octaves_)(octaves);
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (places[i] >= octaves * bins || (i > 0 && places[i] <= places[i - 1]))
      throw std::invalid_argument(fmt::format("the state's 'bins': {} is out of order or too large", places[i]));
    bin_at(places[i]) = {.negative = restored(negative[i]), .positive = restored(positive[i])};
  }
}

}  // namespace tacit
