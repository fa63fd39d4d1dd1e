// What a learner did on a stream, in full: every point it stood on, and the subgradients of the paper's statements.
#pragma once

#include <utility>
#include <variant>
#include <vector>

#include "paper/domain_points.hpp"
#include "paper/stream.hpp"
#include "tacit/learners/learner.hpp"

namespace tacit::paper {

// A step-size rule chosen at run time, so that a test draws one for each stream.
class AnyRule {
 public:
  using Number = double;
  static constexpr std::string_view name = "any";
  static constexpr std::string_view formula = "one of the rules";

  template <StepSize S>
  explicit AnyRule(S rule) : rule_(std::move(rule)) {}

  double lambda(double squared_gradient) const {
    return std::visit([&](const auto& rule) { return rule.lambda(squared_gradient); }, rule_);
  }
  void observe(const Round& round) {
    std::visit([&](auto& rule) { rule.observe(round); }, rule_);
  }
  void start_from(double lambda) {
    if (auto* rule = std::get_if<AdaImplicit>(&rule_)) rule->start_from(lambda);
  }
  bool restart_due() const {
    const auto* rule = std::get_if<Doubling>(&rule_);
    return rule != nullptr && rule->restart_due();
  }
  template <class Visitor>
  void visit_state(Visitor&&) {}

 private:
  std::variant<Constant, InverseSqrt, GradientNorm, AdaImplicit, Doubling> rule_;
};

inline AnyRule random_rule(Random& random) {
  const double beta = random.scale(0.05, 20);
  switch (random.below(4)) {
    case 0:
      return AnyRule(Constant(beta));
    case 1:
      return AnyRule(InverseSqrt(beta));
    case 2:
      return AnyRule(GradientNorm(beta));
    default:
      return AnyRule(AdaImplicit(beta));
  }
}

// A rule whose lambda is never 0 where there is a subgradient to follow.
inline AnyRule random_positive_rule(Random& random) {
  const double beta = random.scale(0.05, 2);
  switch (random.below(3)) {
    case 0:
      return AnyRule(Constant(beta));
    case 1:
      return AnyRule(InverseSqrt(beta));
    default:
      return AnyRule(GradientNorm(beta));
  }
}

struct Moment {
  Round round;
  Point x;            // x_t
  Point next;         // x_{t+1}, or x'_{t+1} where the doubling trick restarts
  double slope;       // g_t = slope z_t, the least-norm subgradient at x_t
  double next_slope;  // g'_t = next_slope z_t, the subgradient at x_{t+1} of the optimality condition
  double next_prediction;
  double dual_norm;  // of z_t
};

template <class L>
double loss_at(const L& loss, const StreamExample& example, const Point& x) {
  return example.weight * loss.value(product(example, x), example.label);
}

template <class Weights>
Point dense(const Weights& weights, std::size_t dimension) {
  Point x(dimension);
  for (std::size_t i = 0; i < dimension; ++i) x[i] = weights[static_cast<Index>(i)];
  return x;
}

template <class Learner>
void start_at(Learner& learner, const Point& x) {
  for (std::size_t i = 0; i < x.size(); ++i) learner.weights().set(static_cast<Index>(i), x[i]);
  learner.start() = learner.weights();
}

// One round, and beside it the same step taken on weights equal to the learner's, for its multiplier tau: g'_t = lambda tau z_t.
template <class L, class Domain, class Update, class S>
Moment one_round(Learner<L, Domain, Update, S>& learner, WeightsOn<Domain>& weights, const StreamExample& example,
                 std::size_t dimension) {
  const Round round = learner.learn(example.features(), example.label, example.weight);
  Path<Domain> way(learner.domain(), weights, example.features());
  const WeightedLoss<L> loss{learner.loss(), example.label, example.weight};
  Moment moment{.round = round,
                .x = dense(weights, dimension),
                .next = {},
                .slope = loss.slope(way.prediction()),
                .next_slope = loss.slope(way.prediction()),
                .next_prediction = way.prediction(),
                .dual_norm = std::sqrt(way.dual_norm())};
  if (round.squared_gradient != 0 && way.can_move()) {
    const auto step = way.implicit(Update::surrogate(loss, way.prediction()), round.lambda);
    const double held = round.lambda * step.multiplier;
    if (PiecewiseLinear<L> && round.lambda > 0) {
      moment.next_slope = is_finite(held) ? held : moment.slope;  // at the end of the curve: the slope that led there
    } else {
      moment.next_slope = loss.slope(step.prediction);
    }
    moment.next_prediction = step.prediction;
    way.move(step);
  }
  moment.next = dense(weights, dimension);
  return moment;
}

template <class Learner>
std::vector<Moment> follow(Learner& learner, const Stream& stream) {
  std::vector<Moment> moments;
  auto weights = learner.weights();
  for (const auto& example : stream.examples) {
    moments.push_back(one_round(learner, weights, example, stream.dimension));
    const bool restarted = moments.back().next != dense(learner.weights(), stream.dimension);
    if (restarted) weights = learner.weights();
  }
  return moments;
}

}  // namespace tacit::paper
