// An AnyMixture is a Mixture of any loss. It does all that is asked of a mixture but learn: kernels do that.
#pragma once

#include <fmt/format.h>

#include <functional>
#include <memory>
#include <span>
#include <string>

#include "learners/make_loss.hpp"
#include "learners/mixture/mixture.hpp"
#include "tacit/data/dataset.hpp"

namespace tacit {

// Is called with each number and its name: `part.name`, or `part.name.lane` per lane. What it writes is taken over.
using NumberVisitor = std::function<void(const std::string& name, double& number, Limits limits)>;

struct EachNumber {
  const NumberVisitor& visitor;

  template <class T>
  void operator()(std::string_view part, std::string_view name, T& number, Limits limits) const {
    if constexpr (requires { T::count; }) {
      for (std::size_t lane = 0; lane < T::count; ++lane) {
        double value = number[lane];
        visitor(fmt::format("{}.{}.{}", part, name, lane), value, limits);
        number.set(lane, value);
      }
    } else {
      auto value = static_cast<double>(number);
      visitor(fmt::format("{}.{}", part, name), value, limits);
      number = static_cast<T>(value);
    }
  }
};

// R has a lane per expert.
template <class R>
class AnyMixture {
 public:
  struct Numbers {
    double rounds;
    R shares;
    R beta_unit;
    R expert_losses;
    double collapsed_loss;
    double share_of_recent;
    double share_of_certain;
  };

  AnyMixture() = default;
  AnyMixture(const AnyMixture&) = delete;
  AnyMixture& operator=(const AnyMixture&) = delete;
  virtual ~AnyMixture() = default;

  const WeightVectorOf<R>& weights() const { return *weights_; }
  WeightVectorOf<R>& weights() { return *weights_; }
  const FeatureScales<R>& features() const { return *features_; }
  FeatureScales<R>& features() { return *features_; }

  virtual void* for_kernel() = 0;
  virtual void predict(const Dataset& rows, std::span<double> predictions) const = 0;
  virtual void predictions_from(std::span<double> products) const = 0;
  virtual double collapsed(Index index) const = 0;
  virtual double lambda() const = 0;
  virtual Numbers numbers() const = 0;
  virtual void start_from(Index index, double weight) = 0;
  virtual void divide(Index index, double factor) = 0;
  virtual void visit_state(const NumberVisitor& visitor) = 0;
  // Called after a visit that changed the numbers; returns false if those of the labels contradict each other.
  virtual bool restored() = 0;

 protected:
  void know(WeightVectorOf<R>& weights, FeatureScales<R>& features) {
    weights_ = &weights;
    features_ = &features;
  }

 private:
  WeightVectorOf<R>* weights_ = nullptr;
  FeatureScales<R>* features_ = nullptr;
};

template <class L, class R>
class MixtureWith final : public AnyMixture<R> {
 public:
  using typename AnyMixture<R>::Numbers;

  explicit MixtureWith(const Configuration& configuration) : mixture_(make_loss<L>(configuration), configuration.bias) {
    this->know(mixture_.weights(), mixture_.features());
  }

  void* for_kernel() override { return &mixture_; }
  void predict(const Dataset& rows, std::span<double> predictions) const override {
    for (std::size_t i = 0; i < rows.size(); ++i) predictions[i] = mixture_.predict(rows.row(i));
  }
  void predictions_from(std::span<double> products) const override {
    for (double& product : products) product = mixture_.prediction_from(product);
  }
  double collapsed(Index index) const override { return mixture_.collapsed(index); }
  double lambda() const override { return total(mixture_.shares() * mixture_.lambdas()); }
  Numbers numbers() const override {
    return {mixture_.rounds(),         mixture_.shares(),          mixture_.beta_unit(),       mixture_.expert_losses(),
            mixture_.collapsed_loss(), mixture_.share_of_recent(), mixture_.share_of_certain()};
  }
  void start_from(Index index, double weight) override { mixture_.start_from(index, weight); }
  void divide(Index index, double factor) override { mixture_.divide(index, factor); }
  void visit_state(const NumberVisitor& visitor) override { mixture_.visit_state(EachNumber{visitor}); }
  bool restored() override {
    if (!mixture_.labels().agrees()) return false;
    mixture_.restored();
    return true;
  }

 private:
  Mixture<L, R> mixture_;
};

}  // namespace tacit
