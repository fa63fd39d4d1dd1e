// What guesses without weights lose where labels are several classes: a mistake costs 1.
#include <algorithm>
#include <limits>

#include "run/baselines.hpp"

namespace tacit {

void Baselines::play_classes(Dataset& rows, std::size_t from, std::size_t to) {
  double* const hints = hints_ ? rows.make_hints(hints_per_row).data() : nullptr;
  const bool seasons = expects_season_ || guesses_.season.period() > 0;
  for (std::size_t i = from; i < to; ++i) {
    if (hints != nullptr) guess_class({hints + i * hints_per_row, hints_per_row});
    const double label = rows.label(i);
    const double weight = rows.weight(i);
    const Known& known = guesses_.known;
    const double last = known.begun ? known.last : -1;
    sums_.weight += weight;
    sums_.constant.sum += guesses_.classes.most() == label ? 0 : weight;
    sums_.last.sum += last == label ? 0 : weight;
    if (seasons) sums_.season.sum += (guesses_.season.known() ? guesses_.season.label() : last) == label ? 0 : weight;
    if (!late_) observe_class(label, weight);
  }
  for (double* sum : {&sums_.weight, &sums_.constant.sum, &sums_.last.sum, &sums_.season.sum}) *sum = held(*sum);
  rounds_ += to - from;
}

void Baselines::guess_class(std::span<double> hints) const {
  std::ranges::fill(hints, std::numeric_limits<double>::quiet_NaN());
  if (guesses_.known.begun) hints[last_label] = guesses_.known.last;
  if (guesses_.season.known()) hints[last_season] = guesses_.season.label();
}

void Baselines::observe_class(double label, double weight) {
  guesses_.classes.add(label, smaller(weight, largest_guessed_weight));
  if (guesses_.season.period() > 0) guesses_.season.add(label);
  guesses_.known.last = label;
  guesses_.known.begun = true;
}

}  // namespace tacit
