// Losses of several classes with any update and any rule, behind the face of AnyLearner.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "learners/class_order.hpp"
#include "learners/make.hpp"
#include "learners/make_loss.hpp"
#include "learners/step_sizes.hpp"
#include "tacit/domains/ball.hpp"
#include "tacit/learners/class_learner.hpp"
#include "tacit/losses/classes.hpp"

namespace tacit {

namespace {

constexpr std::string_view class_weights_group = "weights";
constexpr std::string_view seen_part = "seen";

std::string class_part(std::string_view group, std::size_t k) { return fmt::format("{}/{}", group, k); }

// The nonzero numbers of a class as they are stored, by feature.
FeatureNumbers stored_of_class(const ClassWeights& x, std::span<const std::size_t> places, std::size_t k) {
  FeatureNumbers numbers{.features = {}, .numbers = {}};
  for (const std::size_t place : places) {
    const double number = x.unscaled(place)[k];
    if (number == 0) continue;
    numbers.features.push_back(x.feature(place));
    numbers.numbers.push_back(number);
  }
  return numbers;
}

std::vector<std::size_t> places_by_feature(const ClassWeights& x) {
  std::vector<std::size_t> places(x.features());
  for (std::size_t place = 0; place < places.size(); ++place) places[place] = place;
  std::ranges::sort(places, {}, [&](std::size_t place) { return x.feature(place); });
  return places;
}

// All of the face that depends on neither loss nor update. Inside, classes are numbered as they were seen.
class ClassFace : public AnyLearner {
 public:
  std::size_t outputs() const final { return order_.count(); }
  void add_classes(std::size_t count) final { order_.add_classes(count); }
  bool has_seen(std::size_t output) const final { return order_.has_seen(output); }

  SparseWeights weights(std::size_t output) const final {
    if (!order_.has_seen(output)) return {};
    SparseWeights weights = weights_of(stored_of_class(*x_, places_by_feature(*x_), order_.place(output)));
    for (auto& [index, weight] : weights) weight *= x_->scale();
    std::erase_if(weights, [](const auto& entry) { return entry.second == 0; });
    return weights;
  }

  double lambda() const final { return rule_->lambda(0.0); }

  void start_from(std::span<const SparseWeights> weights) final {
    begin(weights.size());
    order_.see_all();
    x_->add_classes(order_.seen());
    for (std::size_t k = 0; k < weights.size(); ++k) {
      for (const auto& [index, weight] : weights[k]) x_->put(index, k, weight);
    }
    const double squared_norm = x_->summed_norm();
    x_->go_on(1, squared_norm);
    require_inside(squared_norm);
    *x_1_ = *x_;
  }

  // The numbers of the rule, those that go with all weights, the classes in the order in which they were seen, the weights of
  // each class as kept, and x_1 where the rule returns to it.
  LearnerState state() const final {
    LearnerState state;
    AnyRule rule = *rule_;
    rule.visit_state(NumberWriter(state, step_size_group));
    const NumberWriter write(state, class_weights_group);
    write("scale", x_->scale(), scales);
    write("squared_norm", x_->squared_norm(), squared_norms);
    state.add(std::string(seen_part), order_.classes());
    add_weights(state, "unscaled", *x_);
    if (rule_->restarts()) add_weights(state, "start", *x_1_);
    return state;
  }

  void restore(const LearnerState& state) final {
    order_.see_again(state.indices(seen_part), fixed_);
    for (ClassWeights* x : {x_, x_1_}) x->add_classes(order_.seen());
    if (rule_->restarts()) {
      take_weights(state, "start", *x_1_);
      x_1_->go_on(1, x_1_->summed_norm());
      require_inside(x_1_->squared_norm());
    }
    take_weights(state, "unscaled", *x_);
    const NumberReader read(state, class_weights_group);
    double scale = 1;
    double squared_norm = 0;
    read("scale", scale, scales);
    read("squared_norm", squared_norm, squared_norms);
    x_->go_on(scale, squared_norm);
    rule_->visit_state(NumberReader(state, step_size_group));
    require_inside(x_->summed_norm());
    require_norm();
  }

 protected:
  ClassFace(const ClassNames& classes, double radius) : fixed_(classes.fixed), radius_(radius) {
    order_.add_classes(classes.names.size());
    if (fixed_) order_.see_all();
  }
  void attach(ClassWeights& x, ClassWeights& x_1, AnyRule& rule) {
    x_ = &x;
    x_1_ = &x_1;
    rule_ = &rule;
  }

  ClassOrder order_;

 private:
  static constexpr Limits scales{1e-60, 1};
  static constexpr Limits squared_norms{};

  void begin(std::size_t classes) {
    if (classes != order_.count())
      throw std::invalid_argument(fmt::format("weights of {} classes; expected those of {}", classes, order_.count()));
    order_.forget();
    x_->clear();
    x_1_->clear();
  }

  void add_weights(LearnerState& state, std::string_view group, const ClassWeights& x) const {
    const auto places = places_by_feature(x);
    for (std::size_t k = 0; k < order_.count(); ++k) {
      const bool has_some = order_.has_seen(k) && order_.place(k) < x.classes();
      state.add(class_part(group, k),
                has_some ? stored_of_class(x, places, order_.place(k)) : FeatureNumbers{.features = {}, .numbers = {}});
    }
  }
  void take_weights(const LearnerState& state, std::string_view group, ClassWeights& x) const {
    x.clear();
    for (std::size_t k = 0; k < order_.count(); ++k) {
      const FeatureNumbers& numbers = state.by_feature(class_part(group, k));
      if (!order_.has_seen(k) && !numbers.features.empty())
        throw std::invalid_argument(fmt::format("the state's '{}' has weights of class {}, which it has not seen", group, k));
      for (std::size_t i = 0; i < numbers.features.size(); ++i) x.put(numbers.features[i], order_.place(k), numbers.numbers[i]);
    }
  }
  void require_inside(double squared_norm) const {
    if (std::sqrt(squared_norm) <= radius_ * (1 + 1e-9)) return;
    throw std::invalid_argument(
        fmt::format("the weights have norm {:.9g}, outside the ball of radius {:.9g}", std::sqrt(squared_norm), radius_));
  }
  // The norm is carried along; on the ball a wrong one would let the weights leave it.
  void require_norm() const {
    if (std::isinf(radius_) || std::abs(x_->squared_norm() - x_->summed_norm()) <= 1e-9 * radius_ * radius_) return;
    throw std::invalid_argument(fmt::format("the state's 'squared_norm' is {:g}, but that of the weights is {:g}",
                                            x_->squared_norm(), x_->summed_norm()));
  }

  bool fixed_;
  double radius_;
  ClassWeights* x_ = nullptr;
  ClassWeights* x_1_ = nullptr;
  AnyRule* rule_ = nullptr;
};

template <class L, class Update>
class AnyClassLearner final : public ClassFace {
 public:
  AnyClassLearner(const ClassNames& classes, double radius, AnyRule rule)
      : ClassFace(classes, radius), learner_(L{}, radius, rule, order_.seen()) {
    attach(learner_.weights(), learner_.start(), learner_.step_size());
  }

  void learn(const Dataset& rows, std::size_t first, std::span<Round> rounds, std::span<double> scores) override {
    std::ranges::fill(scores, 0.0);
    const std::size_t each = outputs();
    for (std::size_t i = 0; i < rounds.size(); ++i) {
      const auto [features, label, weight] = rows[first + i];
      const std::size_t known = order_.seen();
      rounds[i] = learner_.learn(features, order_.see(static_cast<std::size_t>(label)), weight);
      const auto before = learner_.last_scores();
      rounds[i].prediction = order_.largest(before.first(known));
      for (std::size_t place = 0; place < known && !scores.empty(); ++place) scores[i * each + order_[place]] = before[place];
    }
  }

  void predict(const Dataset& rows, std::span<double> predictions) const override {
    std::ranges::fill(predictions, 0.0);
    std::vector<double> scores(order_.seen());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      learner_.scores(rows.row(i), scores);
      for (std::size_t place = 0; place < scores.size(); ++place) predictions[i * outputs() + order_[place]] = scores[place];
    }
  }

 private:
  ClassLearner<L, Update, AnyRule> learner_;
};

}  // namespace

double class_of(const AnyLearner& learner, std::span<const double> scores) {
  double found = -1;
  double most = 0;
  for (std::size_t k = 0; k < scores.size(); ++k) {
    if ((found >= 0 && !(scores[k] > most)) || !learner.has_seen(k)) continue;
    most = scores[k];
    found = static_cast<double>(k);
  }
  return found;
}

std::unique_ptr<AnyLearner> make_class_learner(const Configuration& configuration) {
  std::unique_ptr<AnyLearner> made;
  const bool ball = configuration.domain == Ball::name;
  const double radius = ball ? Ball(configuration.radius).radius() : std::numeric_limits<double>::infinity();
  ClassLosses::with(configuration.loss, [&]<class L>(std::type_identity<L>) {
    BuiltUpdates::with(configuration.update, [&]<class Update>(std::type_identity<Update>) {
      AllStepSizes::with(configuration.step_size, [&]<class S>(std::type_identity<S>) {
        made = std::make_unique<AnyClassLearner<L, Update>>(configuration.classes, radius,
                                                            AnyRule(make_step_size<S>(configuration)));
      });
    });
  });
  return made;
}

}  // namespace tacit
