// A Mixture needs no learning rate at all: it mixes sixteen experts (experts.hpp), twice.
//
// A pair of mixers weighs the experts' predictions, each brought into the range that can be right: one lasts, one forgets, for
// streams that change. The last stage mixes the two. A round costs O(nonzeros), and O(features that most examples have).
//
// One vector of weights, the sum of the experts' weights times their shares, does almost the same as long as clipping changes
// little. The mixture adds up what that vector would have lost.
#pragma once

#include <cmath>
#include <limits>
#include <utility>

#include "learners/mixture/experts.hpp"
#include "learners/mixture/feature_scales.hpp"
#include "learners/mixture/label_scale.hpp"
#include "learners/mixture/last_stage.hpp"
#include "learners/mixture/mixer.hpp"
#include "tacit/core/round.hpp"
#include "tacit/paths/path.hpp"

namespace tacit {

// R has a lane per expert.
template <class L, class R>
class Mixture {
 public:
  static_assert(R::count == experts.size());
  using Four = typename R::template Resized<4>;

  static constexpr double horizon = 500;  // of the mixer that forgets

  Mixture(L loss, bool bias) : loss_(std::move(loss)), features_(bias), recent_(horizon) {}

  Round learn(const Row& z, double y, double weight) {
    if (weight == 0) return {.prediction = predict(z), .lambda = total(shares() * lambdas())};  // nothing is learned from it
    n_ += 1;
    R raw = features_.look(z, n_, weights_);
    R unguarded = features_.widened() ? raw + features_.held_back() : raw;
    average(raw, n_ - 1);
    average(unguarded, n_ - 1);
    if (const auto lost = !(magnitude(raw) <= R(most_number)); somewhere(lost)) restart(lost, z, raw);
    const Range range = labels_.range(n_);
    const R clipped = clip(raw, range);
    const double lasting = lasting_.mean(clipped);
    const double recent = recent_.mean(clipped);
    const Four outputs = LastStage<L, Four>::outputs(lasting, recent, range);
    const double prediction = last_.mean(outputs);
    const R shares = this->shares();

    const WeightedLoss<L> paid{loss_, y, weight};
    Round round{.prediction = prediction, .loss_before = paid.value(prediction)};
    expert_losses_ = smaller(R(most_loss), expert_losses_ + WeightedLoss<L, R>{loss_, y, weight}.value(clipped));
    collapsed_loss_ = std::min(most_loss, collapsed_loss_ + paid.value(prediction_from(total(shares * unguarded), range)));

    const double label = labels_.trusted(y, n_);
    const WeightedLoss<L> loss{loss_, label, weight};
    const WeightedLoss<L, R> losses{loss_, label, weight};
    const double slope = loss.slope(prediction);

    const auto norms = features_.directions();
    mean_norms_.scaled += (norms.scaled - mean_norms_.scaled) / n_;
    mean_norms_.centred += (norms.centred - mean_norms_.centred) / n_;
    labels_.observe(label, n_);
    if (!L::two_class && n_ == 1 && !placed_) place(z, y, raw);

    const R lambda = lambdas();
    round.lambda = total(shares * lambda);
    round.squared_gradient = slope * slope * norms.scaled;
    round.loss_after = round.loss_before;
    const R norm = R::halves(norms.scaled, norms.centred);
    const auto moves = losses.slope(raw) != 0.0 && norm >= R(smallest_squared_norm);
    if (somewhere(moves)) {
      const WeightedLoss<Companion, R> companion{companion_, label, weight};
      const auto step = experts_.step(losses, companion, raw, lambda, choose(norm >= R(smallest_squared_norm), norm, R(1.0)));
      const R after = clip(choose(moves, step.prediction, raw), range);
      round.loss_after = paid.value(last_.mean(lasting_.mean(after), recent_.mean(after), range));
      const R divergence = choose(moves, step.divergence, R(0.0));
      const double price = total(shares * (lambda * divergence));  // of moving: lambda times the divergence of the round
      round.divergence = price > 0 && price < most_loss ? price / round.lambda : total(shares * divergence);
      round.delta = round.difference();
      R move = choose(moves, -step.multiplier, R(0.0));
      const double before = (n_ - 1) * (n_ - 1);
      for_each_average([&](std::size_t k, std::size_t source) TACIT_INLINE_LAMBDA { move.set(k, move[source] * before); });
      features_.move(weights_, move);
    }
    lasting_.learn(clipped, lasting, loss.slope(lasting));
    recent_.learn(clipped, recent, loss.slope(recent));
    last_.learn(outputs, prediction, slope);
    return round;
  }

  double predict(const Row& z) const {
    R raw = features_.predict(z, weights_);
    average(raw, n_);
    const Range range = labels_.range(n_);
    const R clipped = clip(raw, range);
    return last_.mean(lasting_.mean(clipped), recent_.mean(clipped), range);
  }

  // The one weight that stands for those of all experts, for the feature as it comes.
  double collapsed(Index index) const {
    R w = weights_[index];
    average(w, n_);
    constexpr double largest_double = std::numeric_limits<double>::max();
    return std::clamp(total(shares() * w) / features_.scale(index), -largest_double, largest_double);
  }
  // What the last stage makes of the prediction that the collapsed weights give.
  double prediction_from(double collapsed) const { return prediction_from(collapsed, labels_.range(n_)); }

  // Each expert's share of a prediction.
  R shares() const { return last_.share_of_lasting() * lasting_.weights() + last_.share_of_recent() * recent_.weights(); }
  double share_of_recent() const { return last_.share_of_recent(); }
  double share_of_certain() const { return last_.share_of_certain(); }
  R lambdas() const {
    return experts_.lambda(labels_.scale(), labels_.unit_loss(loss_), R::halves(mean_norms_.scaled, mean_norms_.centred),
                           n_ > 1 ? n_ : 1.0);
  }
  // The beta that c = 1 means, in either geometry.
  R beta_unit() const {
    const R norm = R::halves(mean_norms_.scaled, mean_norms_.centred);
    return choose(norm > 0.0, labels_.scale() / square_root(norm), R(0.0));
  }
  const R& expert_losses() const { return expert_losses_; }
  double collapsed_loss() const { return collapsed_loss_; }

  // Every expert begins from these weights.
  void start_from(Index index, double weight) {
    weights_.set(index, alike(weight));
    placed_ = true;
  }

  // Notes that the values of a feature come divided by the factor from now on.
  void divide(Index index, double factor) {
    if (features_.knows(index)) {
      features_.divide(index, factor);
    } else {
      weights_.set(index, weights_[index] * factor);
    }
  }

  double rounds() const { return n_; }
  const LabelScale<L>& labels() const { return labels_; }
  const WeightVectorOf<R>& weights() const { return weights_; }
  WeightVectorOf<R>& weights() { return weights_; }
  const FeatureScales<R>& features() const { return features_; }
  FeatureScales<R>& features() { return features_; }

  // Calls visitor(part, name, number or lanes, limits) for all but weights and features.
  template <class Visitor>
  void visit_state(Visitor&& visitor) {
    const auto within = [&visitor](std::string_view part) {
      return [&visitor, part](std::string_view name, auto& number, Limits limits) { visitor(part, name, number, limits); };
    };
    const auto own = within("mixture");
    own("rounds", n_, any_count);
    own("placed", placed_, Limits{0, 1});
    own("norm_scaled", mean_norms_.scaled, Limits{});
    own("norm_centred", mean_norms_.centred, Limits{});
    own("collapsed_loss", collapsed_loss_, Limits{0, std::numeric_limits<double>::max()});
    own("expert_losses", expert_losses_, Limits{0, std::numeric_limits<double>::max()});
    labels_.visit_state(within("labels"));
    experts_.visit_state(within("experts"));
    lasting_.visit_state(within("lasting"));
    recent_.visit_state(within("recent"));
    last_.mixer().visit_state(within("last"));
  }
  // Called after a visit that changed the numbers.
  void restored() {
    lasting_.weigh();
    recent_.weigh();
    last_.mixer().weigh();
  }

 private:
  using Companion = typename CurvedCompanion<L>::Loss;
  static constexpr double most_number = 1e250;  // beyond it an expert begins anew
  static constexpr double most_loss = std::numeric_limits<double>::max();

  static R clip(const R& p, const Range& range) { return tacit::clamp(p, R(range.low), R(range.high)); }

  double prediction_from(double collapsed, const Range& range) const {
    const double p = range.clip(collapsed);
    const double certain = last_.share_of_certain();
    return (1 - certain) * p + certain * range.clip(certainty<L> * p);
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

  // The first label is the first guess.
  void place(const Row& z, double y, R& raw) {
    if (z.size == 0 || z.index[0] != 0 || z.value[0] == 0) return;
    weights_.data()[0] = alike(y / z.value[0]);
    raw = y;
  }

  template <class Mask>
  [[gnu::noinline]] void restart(const Mask& lost, const Row& z, R& raw) {
    R begins = choose(lost, R(1.0), R(0.0));
    for (std::size_t k = 0; k < experts.size(); ++k) {
      const auto [geometry, rule, c, source] = experts[k];
      if (rule == ExpertRule::mean && (begins[k] != 0 || begins[source] != 0)) {
        begins.set(k, 1);
        begins.set(source, 1);
      }
    }
    const auto mask = begins != 0.0;
    weights_.assign_where(mask, {});
    experts_.restart(mask);
    // What became 0 is no longer noted as touched, but will be.
    weights_.reach(z);
    for (const auto& common : features_.common()) weights_.set(common.index, weights_[common.index]);
    raw = choose(mask, R(0.0), raw);
  }

  L loss_;
  Companion companion_;
  double n_ = 0;
  bool placed_ = false;
  WeightVectorOf<R> weights_;
  FeatureScales<R> features_;
  LabelScale<L> labels_;
  typename FeatureScales<R>::Norms mean_norms_;
  Experts<L, R> experts_;
  Mixer<R> lasting_;
  Mixer<R> recent_;
  LastStage<L, Four> last_;
  R expert_losses_ = 0.0;
  double collapsed_loss_ = 0;
};

}  // namespace tacit
