#include "run/baselines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <type_traits>

#include "learners/make_loss.hpp"
#include "tacit/learners/kinds.hpp"

namespace tacit {

namespace {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
constexpr Limits loss_limits{};
constexpr double smallest_product = 1e-250;

// The mean is the best constant of these losses, or the expectile, for which labels weigh by their side; a quantile is that of
// losses that grow in proportion to the error.
template <class L>
constexpr bool wants_mean =
    std::is_same_v<L, Square> || std::is_same_v<L, QuarterSquare> || std::is_same_v<L, Expectile> || OfCounts<L>;

double quantile_of(const Configuration& configuration) {
  return configuration.loss == Pinball::name ? loss_parameter(configuration).value() : 0.5;
}

// What the loss has as a prediction where one of two classes has this share of the labels.
template <class L>
double score(const Share& share, double label) {
  if constexpr (std::is_same_v<L, Logistic>) {
    return label * share.log_odds();
  } else if constexpr (std::is_same_v<L, SquaredHinge>) {
    return label * (share.happened() - share.missed()) / (share.happened() + share.missed() + 2);
  } else {
    return share.happened() >= share.missed() ? label : -label;
  }
}

// What the loss has as a prediction that a label of this size, or a mean, is near.
template <class L>
double predicted(double size) {
  if constexpr (OfCounts<L>) return logarithm(size);
  return size;
}

// The running mean; of counts that were all 0, half a count in all.
template <class L>
double mean_of(const Known& known) {
  if (OfCounts<L> && known.mean == 0) return known.weight > 0 ? smaller(1.0, 0.5 / known.weight) : 1;
  return known.mean;
}

// A label, said again. Of a count, lest it be 0: what is expected after it where means are spread as exponentials are, around the
// running mean.
template <class L>
double said_again(const Known& known, double label) {
  if constexpr (OfCounts<L>) {
    const double mean = mean_of<L>(known);
    return (1 + label) * (mean / (1 + mean));
  }
  return label;
}

template <class L>
L loss_with(double parameter) {
  if constexpr (Parametric<L>) {
    return L(parameter);
  } else {
    return L{};
  }
}

// What each guess loses on this label.
template <class L, class Sums>
[[gnu::always_inline]] inline void pay(const L& loss, const Known& known, const Guesses& guesses, bool seasons, double label,
                                       double weight, Sums& sums) {
  const Season& season = guesses.season;
  if constexpr (std::is_same_v<L, Logistic>) {
    sums.constant.add_probability(known.positive.probability(label > 0), weight);
    const double again = known.begun ? known.repeats.probability(label == known.last) : 0.5;
    sums.last.add_probability(again, weight);
    if (!seasons) return;
    const double likewise = season.known() ? known.season_repeats.probability(label == season.label()) : again;
    sums.season.add_probability(likewise, weight);
  } else if constexpr (L::two_class) {
    const double last = score<L>(known.repeats, known.last);
    sums.constant.sum += weight * loss.value(known.begun ? score<L>(known.positive, 1) : 0.0, label);
    sums.last.sum += weight * loss.value(last, label);
    if (!seasons) return;
    const double likewise = season.known() ? score<L>(known.season_repeats, season.label()) : last;
    sums.season.sum += weight * loss.value(likewise, label);
  } else {
    const auto said = [&](double other) {
      return predicted<L>(known.begun ? said_again<L>(known, other) : OfCounts<L> ? 1.0 : other);
    };
    const double constant = known.begun ? predicted<L>(mean_of<L>(known)) : 0.0;
    sums.constant.sum += weight * loss.value(wants_mean<L> ? constant : guesses.quantile.value(), label);
    sums.last.sum += weight * loss.value(said(known.last), label);
    if (!seasons) return;
    sums.season.sum += weight * loss.value(said(season.known() ? season.label() : known.last), label);
  }
}

template <class L>
[[gnu::always_inline]] inline void guess_next(const Known& known, const Guesses& guesses, double* hints) {
  const auto guess = [&](const Share& share, double label) {
    return L::two_class ? score<L>(share, label) : predicted<L>(said_again<L>(known, label));
  };
  hints[last_label] = known.begun ? guess(known.repeats, known.last) : unknown;
  hints[last_season] = guesses.season.known() ? guess(known.season_repeats, guesses.season.label()) : unknown;
  if constexpr (L::two_class) {
    hints[running_mean] = known.begun ? score<L>(known.positive, 1) : unknown;
    hints[running_median] = unknown;
  } else {
    hints[running_mean] = known.weight > 0 ? predicted<L>(mean_of<L>(known)) : unknown;
    const double median = guesses.quantile.empty() ? unknown : guesses.quantile.value();
    hints[running_median] = median == median ? predicted<L>(said_again<L>(known, median)) : unknown;
  }
}

// Takes a label. `known` is that of the guesses, or a copy which a loop holds.
template <class L>
[[gnu::always_inline]] inline void take(const L& loss, Known& known, Guesses& guesses, bool seasons, bool quantile, double given,
                                        double given_weight) {
  const double weight = smaller(given_weight, largest_guessed_weight);
  const double label = L::two_class ? given : tacit::clamp(given, -largest_guessed_label, largest_guessed_label);
  if constexpr (L::two_class) {
    if (known.begun) known.repeats.add(label == known.last, 1);
    if (seasons && guesses.season.known()) known.season_repeats.add(label == guesses.season.label(), 1);
    known.positive.add(label > 0, weight);
  } else if (weight > 0) {
    double share = weight;
    if constexpr (std::is_same_v<L, Expectile>) share *= known.begun ? loss.curvature(known.mean, label) : 1;
    known.weight += share;
    known.mean += share / known.weight * (label - known.mean);
    if (quantile) guesses.quantile.add(label, weight);
  }
  if (seasons) guesses.season.add(label);
  known.last = label;
  known.begun = true;
}

}  // namespace

double Baselines::Sum::value() const { return sum - logarithm(product); }

inline void Baselines::Sum::add_probability(double probability, double weight) {
  const double next = product * probability;
  if (weight == 1 && next >= smallest_product) {
    product = next;
  } else if (weight == 1) {
    sum -= logarithm(product) + logarithm(probability);
    product = 1;
  } else {
    sum -= weight * logarithm(probability);
  }
}

Baselines::Baselines(const Configuration& configuration)
    : parameter_(loss_parameter(configuration).value_or(0)),
      numbers_(!has_classes(task_of(configuration))),
      counts_(task_of(configuration) == Task::counts),
      hints_(kind_of(configuration).takes_hints),
      quantile_(hints_),
      late_(configuration.horizon > 0 || configuration.delay > 0),
      guesses_(quantile_of(configuration)) {
  if (has_class_names(configuration)) {
    classes_ = true;
    known_classes_ = configuration.classes.names.size();
    play_ = &Baselines::play_classes;
    guess_ = &Baselines::guess_class;
    observe_ = &Baselines::observe_class;
    quantile_ = false;
    return;
  }
  if (task_of(configuration) == Task::classes) return;
  AllLosses::with(configuration.loss, [&]<class L>(std::type_identity<L>) {
    if (L::two_class != numbers_) choose_loss<L>();
  });
}

template <class L>
void Baselines::choose_loss() {
  play_ = &Baselines::play_rows<L>;
  guess_ = &Baselines::guess_row<L>;
  observe_ = &Baselines::observe_row<L>;
  quantile_ = numbers_ && (quantile_ || !wants_mean<L>);
}

void Baselines::set_period(std::size_t period) { guesses_.season.set_period(period); }

void Baselines::set_season(std::size_t period, std::span<const double> labels) {
  if (period == guesses_.season.period()) return;
  guesses_.season.set_period(period);
  for (const double label : labels.last(std::min(period, labels.size()))) guesses_.season.add(label);
}

void Baselines::select(std::uint32_t entity) {
  if (entity == entity_) return;
  while (entities_.size() <= std::max(entity, entity_)) entities_.emplace_back(guesses_.quantile.level());
  std::swap(guesses_, entities_[entity_]);
  std::swap(guesses_, entities_[entity]);
  entity_ = entity;
}

template <class L>
void Baselines::play_rows(Dataset& rows, std::size_t from, std::size_t to) {
  double* const hints = hints_ ? rows.make_hints(hints_per_row).data() : nullptr;
  const L loss = loss_with<L>(parameter_);
  const bool quantile = quantile_;
  const bool seasons = expects_season_ || guesses_.season.period() > 0;
  Known known = guesses_.known;
  Sums sums = sums_;
  for (std::size_t i = from; i < to; ++i) {
    if (hints != nullptr) {
      if constexpr (std::is_same_v<L, Logistic>) known.remember_odds();
      guess_next<L>(known, guesses_, hints + i * hints_per_row);
    }
    const double label = rows.label(i);
    const double weight = rows.weight(i);
    sums.weight += weight;
    pay(loss, known, guesses_, seasons, label, weight, sums);
    if (!late_) take(loss, known, guesses_, seasons, quantile, label, weight);
  }
  guesses_.known = known;
  sums_ = sums;
  for (double* sum : {&sums_.weight, &sums_.constant.sum, &sums_.last.sum, &sums_.season.sum}) *sum = held(*sum);
  rounds_ += to - from;
}

template <class L>
void Baselines::guess_row(std::span<double> hints) const {
  guess_next<L>(guesses_.known, guesses_, hints.data());
}

template <class L>
void Baselines::observe_row(double label, double weight) {
  take(loss_with<L>(parameter_), guesses_.known, guesses_, guesses_.season.period() > 0, quantile_, label, weight);
}

void Baselines::add_errors(const Dataset& rows, std::size_t from, std::span<const Round> rounds) {
  if (!numbers_) return;
  for (std::size_t i = 0; i < rounds.size(); ++i) {
    const double p = rounds[i].prediction;
    const double error = (counts_ ? exponential(p) : p) - rows.label(from + i);
    sums_.squares += rows.weight(from + i) * error * error;
  }
  sums_.squares = held(sums_.squares);
}

void Baselines::hint(Dataset& rows, bool follows) const {
  if (!hints_ || guess_ == nullptr) return;
  std::array<double, hints_per_row> now{};
  guess(now);
  const std::span<double> hints = rows.make_hints(hints_per_row);
  for (std::size_t i = 0; i < hints.size(); ++i) hints[i] = now[i % hints_per_row];
  constexpr std::size_t from_labels_before = 2;  // the last label, and that of one season ago
  for (std::size_t row = 0; row < rows.size() && !follows; ++row)
    std::fill_n(hints.begin() + static_cast<std::ptrdiff_t>(row * hints_per_row), from_labels_before, unknown);
}

std::optional<double> Baselines::average(const Sum& sum) const {
  if (play_ == nullptr || !(sums_.weight > 0) || !(sum.value() < loss_limits.high)) return std::nullopt;
  return sum.value() / sums_.weight;
}

BaselineLosses Baselines::losses() const {
  const auto knows = [](const Guesses& guesses) { return guesses.season.known(); };
  const bool seasons = knows(guesses_) || std::ranges::any_of(entities_, knows);
  return {average(sums_.constant), average(sums_.last), seasons ? average(sums_.season) : std::nullopt};
}

std::optional<double> Baselines::root_mean_square_error() const {
  if (!numbers_ || !(sums_.weight > 0) || !(sums_.squares < loss_limits.high)) return std::nullopt;
  return std::sqrt(sums_.squares / sums_.weight);
}

}  // namespace tacit
