// A Team is the experts of a mixture over one set of features, with guesses that come with the row, and two mixers that weigh
// their predictions, each brought into the range that can be right: one lasts, one forgets, for streams that change.
#pragma once

#include <cmath>
#include <limits>
#include <span>

#include "learners/mixture/experts.hpp"
#include "learners/mixture/feature_table.hpp"
#include "learners/mixture/last_stage.hpp"
#include "learners/mixture/mixer.hpp"
#include "learners/mixture/visit_lanes.hpp"
#include "tacit/core/round.hpp"
#include "tacit/paths/path.hpp"

namespace tacit {

inline constexpr std::size_t guesses = 4;  // that a row may bring: last label, last season, running mean and median
inline constexpr std::array<std::string_view, guesses> guess_names{"last label", "last season", "running mean", "running median"};

// Which voices, experts and guesses, a team hears, and whether their means are calibrated. A bench that leaves some out
// (bench/ablation.cpp) sets their lanes to 0: they are not known.
struct AllVoices {
  static constexpr bool calibrates = true;

  template <class Wide>
  const Wide& operator()(const Wide& voices) const {
    return voices;
  }
};

// R has a lane per expert.
template <class L, class R, class Voices = AllVoices>
class Team {
 public:
  static_assert(R::count == experts.size());
  using Four = typename R::template Resized<guesses>;
  using Wide = typename R::template Resized<R::count + guesses>;

  static constexpr double horizon = 500;  // of the mixer that forgets

  struct Means {
    double lasting = 0;
    double recent = 0;
    ByGeometry geometries{};  // of their experts
  };
  // What the guesses say; 0 where they are not known.
  struct Guesses {
    Four said = 0.0;
    Four known = 0.0;
  };
  // What is said of an example.
  struct Heard {
    R raw;   // by experts
    R said;  // the same, within the range
    Means means;
  };
  // What is known of a round once its label is.
  struct Labelled {
    const WeightedLoss<L, R>& losses;
    double weight;
    double label;
    double slope;  // at the mixture's prediction
    LabelUnits units;
    double n;
    const Range& range;
  };
  struct Moved {
    double by = 0;  // the prediction, as far as it follows the experts
    double norm = 0;
    double lambda = 0;
    double price = 0;
    double divergence = 0;
  };

  explicit Team(bool bias, const Voices& voices = {}) : voices_(voices), features_(bias), recent_(horizon) {}

  // Takes in the n-th example.
  [[gnu::always_inline]] Means look(const Row& z, double n, const Range& range, const Guesses& guessed) {
    features_.look(z, n, raw_);
    average(raw_, n - 1);
    if (const auto lost = !(magnitude(raw_) <= R(most_number)); somewhere(lost)) restart(lost);
    said_ = voices_(Wide::joined(clip(raw_, range), guessed.said));
    known_ = voices_(Wide::joined(R(1.0), guessed.known));
    means_ = means_of(raw_, said_, known_, range);
    return means_;
  }
  // Says what experts and guesses say, as look() does; changes nothing.
  Heard hear(const Row& z, double n, const Range& range, const Guesses& guessed) const {
    Heard heard;
    features_.predict(z, heard.raw);
    average(heard.raw, n);
    heard.raw = choose(magnitude(heard.raw) <= R(most_number), heard.raw, R(0.0));
    heard.said = clip(heard.raw, range);
    const Wide said = voices_(Wide::joined(heard.said, guessed.said));
    const Wide known = voices_(Wide::joined(R(1.0), guessed.known));
    heard.means = means_of(heard.raw, said, known, range);
    return heard;
  }
  // What was said of the round before its label came, by experts and guesses, stands for what look() said.
  void recall(const R& said, const Guesses& guessed, const Means& means) {
    said_ = voices_(Wide::joined(said, guessed.said));
    known_ = voices_(Wide::joined(R(1.0), guessed.known));
    means_ = means;
  }

  // Every expert takes its step. `shares` are the experts'.
  template <class Companion>
  [[gnu::always_inline]] Moved learn(const Labelled& round, const Companion& companion, const R& shares,
                                     const typename FeatureTable<R>::Room& room) {
    screen(round);
    const ByGeometry norms = features_.directions(mean_squared_slope());
    for (std::size_t g = 0; g < geometries; ++g) mean_norms_[g] += (norms[g] - mean_norms_[g]) / round.n;
    const R lambda = lambdas(round.units, round.n);
    const R norm = lanes_of<R>(norms);
    Moved moved{.norm = norms[0], .lambda = total(shares * lambda)};
    const auto moves = round.losses.slope(raw_) != 0.0 && norm >= R(smallest_squared_norm);
    if (somewhere(moves)) {
      const auto step = experts_.step(round.losses, companion, raw_, lambda,
                                      choose(norm >= R(smallest_squared_norm), norm, R(1.0)), round.range.high);
      moved.by = total(shares * known_.template first_lanes<R>() *
                       (clip(choose(moves, step.prediction, raw_), round.range) - clip(raw_, round.range)));
      const R divergence = choose(moves, step.divergence, R(0.0));
      moved.price = total(shares * (lambda * divergence));
      moved.divergence = total(shares * divergence);
      R move = choose(moves, -step.multiplier, R(0.0));
      const double before = (round.n - 1) * (round.n - 1);
      for_each_average([&](std::size_t k, std::size_t source) TACIT_INLINE_LAMBDA { move.set(k, move[source] * before); });
      features_.move(move);
    }
    features_.settle(round.slope * round.slope, room);
    squared_slopes_ = std::min(most_slopes, squared_slopes_ + round.slope * round.slope);
    slopes_ += 1;
    return moved;
  }
  // Each mixer learns which of what it mixed would have been better; slopes are those of the loss at the means.
  [[gnu::always_inline]] void weigh(double at_lasting, double at_recent) {
    lasting_.learn(said_, known_, means_.lasting, at_lasting);
    recent_.learn(said_, known_, means_.recent, at_recent);
  }
  // Adds up what each expert and guess would have lost; guesses that are not made lose as much as the mixture.
  [[gnu::always_inline]] void add_losses(const WeightedLoss<L, Wide>& losses, double loss) {
    losses_ = smaller(Wide(most_loss), losses_ + choose(known_ > 0.0, losses.value(said_), Wide(loss)));
  }

  // Shares of experts and guesses in a prediction that takes so much from either mixer.
  Wide shares(double lasting, double recent) const { return lasting * lasting_.weights() + recent * recent_.weights(); }
  R lambdas(const LabelUnits& units, double n) const { return experts_.lambda(units, lanes_of<R>(mean_norms_), n > 1 ? n : 1.0); }
  // The beta that c = 1 means, in each geometry.
  R beta_unit(double scale) const {
    const R norm = lanes_of<R>(mean_norms_);
    return choose(norm > 0.0, scale / square_root(norm), R(0.0));
  }
  const R& raw() const { return raw_; }
  const Voices& voices() const { return voices_; }
  const Wide& losses() const { return losses_; }
  // Sets the weight of the feature as it comes, for every expert.
  void start_from(Index index, double weight) { features_[index].weights = alike(weight); }
  // The first label is the first guess.
  void place(const Row& z, double y) {
    if (z.size == 0 || z.index[0] != 0 || z.value[0] == 0) return;
    features_[0].weights = alike(y / z.value[0]);
    raw_ = y;
  }
  // The weight of a feature as it comes that does what the experts' do, by share; adds to the bias what its mean takes from it.
  // A feature that the team does not see is absent from all its rows: its mean alone counts.
  double collapsed(const typename FeatureTable<R>::Feature& feature, bool seen, const R& shares, double n, double& bias) const {
    R w = feature.weights;
    average(w, n);
    R to_bias;
    const R slope = features_.slope_of(feature, to_bias);
    bias += total(shares * w * to_bias);
    return seen ? total(shares * w * slope) : 0.0;
  }

  FeatureTable<R>& features() { return features_; }
  const FeatureTable<R>& features() const { return features_; }

  // Calls visitor(number, limits) for each number but those of features.
  template <class Visitor>
  void visit_state(Visitor&& visitor) {
    const auto each = [&](std::string_view, auto& number, Limits limits) { visit_lanes(visitor, number, limits); };
    const Limits not_negative{0, most_loss};
    for (double& norm : mean_norms_) visitor(norm, Limits{});
    visitor(squared_slopes_, Limits{0, most_slopes});
    visitor(slopes_, any_count);
    visitor(features_.reference(), Limits{});
    each("losses", losses_, not_negative);
    experts_.visit_state(each);
    lasting_.visit_state(each);
    recent_.visit_state(each);
  }
  void restored() {
    lasting_.weigh();
    recent_.weigh();
  }

 private:
  static constexpr double most_number = 1e250;  // beyond it an expert begins anew
  static constexpr double most_loss = std::numeric_limits<double>::max();
  static constexpr double most_slopes = 1e300;
  static constexpr double least_squared_slope = 1e-300;

  static R clip(const R& p, const Range& range) { return tacit::clamp(p, R(range.low), R(range.high)); }

  [[gnu::always_inline]] Means means_of(const R& raw, const Wide& said, const Wide& known, const Range& range) const {
    return {range.settle(lasting_.mean(said, known)), range.settle(recent_.mean(said, known)), by_geometry(raw, known, range)};
  }
  // The mean of the experts of each geometry, by their shares in both mixers, none of which is nothing. With hinge what they say
  // goes on beyond the range: it tells how sure they are.
  ByGeometry by_geometry(const R& raw, const Wide& known, const Range& range) const {
    constexpr double least_share = 1e-4;
    constexpr double far = ClassScores<Wide>::most_input;
    const bool in_range = !L::two_class || std::same_as<L, Logistic>;
    const R said = in_range ? clip(raw, range) : clip(raw, Range{-far, far});
    const Wide weights = (lasting_.weights() + recent_.weights() + least_share) * known;
    const R shares = weights.template first_lanes<R>();
    const auto sums = sums_by_four(shares);
    const auto parts = sums_by_four(shares * said);
    ByGeometry means;
    for (std::size_t g = 0; g < geometries; ++g) means[g] = sums[g] > 0 ? parts[g] / sums[g] : 0.0;
    return means;
  }
  double mean_squared_slope() const {
    return slopes_ > 0 && squared_slopes_ > least_squared_slope ? squared_slopes_ / slopes_ : 1.0;
  }

  [[gnu::noinline, gnu::flatten]] void screen(const Labelled& round) {
    if (!features_.screens()) return;
    static const R judges =
        where<R>([](const Expert& expert) { return expert.geometry == Geometry::centred && expert.rule != ExpertRule::mean; });
    constexpr double least_share = 1e-3 / static_cast<double>(experts.size());
    const Wide weights = lasting_.weights() + recent_.weights();
    const R shares = judges * (weights.template first_lanes<R>() + least_share);
    const double sum = total(shares);
    const WeightedLoss<L> loss{round.losses.loss, round.label, round.weight};
    features_.screen(shares / sum, total(shares * raw_) / sum, [&](double p) { return loss.value(p); });
  }

  // Turns the lanes of averages into the averages themselves. After n rounds such a lane holds
  // n^2 x - sum over s of (2 s - 1) x_{s+1},  where x is the weight of its source.
  static void average(R& lanes, double rounds) {
    const double part = rounds > 0 ? 1 / (rounds * rounds) : 0.0;
    for_each_average([&](std::size_t k, std::size_t source)
                         TACIT_INLINE_LAMBDA { lanes.set(k, lanes[source] - part * lanes[k]); });
  }
  // Gives all experts the same weight; the lanes of averages, which hold differences, are then 0.
  static R alike(double weight) {
    R w = weight;
    for_each_average([&](std::size_t k, std::size_t) TACIT_INLINE_LAMBDA { w.set(k, 0); });
    return w;
  }

  template <class Mask>
  [[gnu::noinline]] void restart(const Mask& lost) {
    R begins = choose(lost, R(1.0), R(0.0));
    for (std::size_t k = 0; k < experts.size(); ++k) {
      const std::size_t source = experts[k].source;
      if (experts[k].rule == ExpertRule::mean && (begins[k] != 0 || begins[source] != 0)) {
        begins.set(k, 1);
        begins.set(source, 1);
      }
    }
    const auto mask = begins != 0.0;
    for (Places::Place place = 0; place < features_.size(); ++place) {
      R& weights = features_.at(place).weights;
      weights = choose(mask, R(0.0), weights);
    }
    experts_.restart(mask);
    raw_ = choose(mask, R(0.0), raw_);
  }

  [[no_unique_address]] Voices voices_;
  FeatureTable<R> features_;
  ByGeometry mean_norms_{};
  double squared_slopes_ = 0;
  double slopes_ = 0;
  Experts<L, R> experts_;
  Mixer<Wide> lasting_;
  Mixer<Wide> recent_;
  Wide losses_ = 0.0;

  // Of the round.
  R raw_ = 0.0;
  Wide said_ = 0.0;
  Wide known_ = 0.0;
  Means means_;
};

}  // namespace tacit
