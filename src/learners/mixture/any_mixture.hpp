// An AnyMixture is a Mixture of any loss. It does all that is asked of a mixture but learn: kernels do that.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "learners/make_loss.hpp"
#include "learners/mixture/collapsed_weights.hpp"
#include "learners/mixture/foresight.hpp"
#include "learners/mixture/late.hpp"
#include "learners/mixture/mixture.hpp"
#include "learners/mixture/table_state.hpp"
#include "tacit/data/dataset.hpp"
#include "tacit/learners/state.hpp"

namespace tacit {

// Is called with each number. What it writes is taken over.
using NumberVisitor = std::function<void(double& number, Limits limits)>;

// R has a lane per expert.
template <class R>
class AnyMixture {
 public:
  static constexpr std::size_t voices = R::count + guesses;  // experts and guesses

  // One team's experts and guesses.
  struct Voices {
    std::array<double, voices> shares;
    std::array<double, voices> losses;
    std::array<double, R::count> beta_unit;
  };
  struct Numbers {
    double collapsed_loss;
    double share_of_recent;
    double share_of_certain;
    double share_of_corrected;
  };

  AnyMixture() = default;
  AnyMixture(const AnyMixture&) = delete;
  AnyMixture& operator=(const AnyMixture&) = delete;
  virtual ~AnyMixture() = default;

  virtual void* for_kernel() = 0;
  virtual void predict(const Dataset& rows, std::span<double> predictions) const = 0;
  virtual double serve(const Dataset& row, std::vector<double>& said) const = 0;
  virtual void predictions_from(std::span<double> products) const = 0;
  // Adds what a feature of the team, which works, gives to the one vector of weights.
  using Collapse = std::function<void(const typename FeatureTable<R>::Feature& feature, CollapsedWeights& into)>;
  virtual Collapse collapse(std::size_t team) const = 0;
  virtual double lambda() const = 0;
  virtual double rounds() const = 0;
  virtual Numbers numbers() const = 0;
  virtual Voices voices_of(std::size_t team) const = 0;
  virtual void start_from(Index index, double weight) = 0;
  virtual void divide(Index index, double factor) = 0;
  // Null for a team that does not work.
  virtual FeatureTable<R>* features(std::size_t team) = 0;
  const FeatureTable<R>* features(std::size_t team) const { return const_cast<AnyMixture*>(this)->features(team); }  // NOLINT
  virtual void add_team(std::size_t team) = 0;
  virtual void visit_state(const NumberVisitor& visitor) = 0;
  virtual void visit_team(std::size_t team, const NumberVisitor& visitor) = 0;
  // Called after visits that changed the numbers; returns false if those of the labels contradict each other.
  virtual bool restored() = 0;
};

template <class L, class R>
class MixtureWith final : public AnyMixture<R> {
 public:
  using typename AnyMixture<R>::Collapse;
  using typename AnyMixture<R>::Numbers;
  using typename AnyMixture<R>::Voices;

  explicit MixtureWith(const Configuration& configuration)
      : mixture_(make_loss<L>(configuration), configuration.bias, room_of(configuration)),
        late_(configuration.horizon > 0 || configuration.delay > 0) {}

  void* for_kernel() override { return &mixture_; }
  void predict(const Dataset& rows, std::span<double> predictions) const override {
    for (std::size_t i = 0; i < rows.size(); ++i) predictions[i] = mixture_.predict(rows.row(i), rows.hints(i), !late_);
  }
  double serve(const Dataset& row, std::vector<double>& said) const override {
    const auto served = mixture_.serve(row.row(0), row.hints(0));
    served.write(said);
    return served.prediction;
  }
  void predictions_from(std::span<double> products) const override {
    for (double& product : products) product = mixture_.prediction_from(product);
  }
  Collapse collapse(std::size_t k) const override {
    return [k, team = mixture_.team(k), shares = mixture_.expert_shares(k), rounds = mixture_.rounds()](
               const typename FeatureTable<R>::Feature& feature, CollapsedWeights& into) {
      const Index index = feature.record.index;
      into.add(index, team->collapsed(feature, sees(k, index), shares, rounds, into.to_bias()));
    };
  }
  double lambda() const override { return mixture_.lambda(); }
  double rounds() const override { return mixture_.rounds(); }
  Numbers numbers() const override {
    return {mixture_.collapsed_loss(), mixture_.last().share_of_recent(), mixture_.last().share_of_certain(),
            mixture_.last().share_of_corrected()};
  }
  Voices voices_of(std::size_t team) const override {
    Voices all{};
    const auto shares = mixture_.shares(team);
    const R betas = mixture_.team(team)->beta_unit(mixture_.labels().scale());
    for (std::size_t k = 0; k < AnyMixture<R>::voices; ++k) {
      all.shares[k] = shares[k];
      all.losses[k] = mixture_.team(team)->losses()[k];
    }
    for (std::size_t k = 0; k < R::count; ++k) all.beta_unit[k] = betas[k];
    return all;
  }
  void start_from(Index index, double weight) override { mixture_.start_from(index, weight); }
  void divide(Index index, double factor) override { mixture_.divide(index, factor); }
  FeatureTable<R>* features(std::size_t team) override {
    return mixture_.team(team) == nullptr ? nullptr : &mixture_.team(team)->features();
  }
  void add_team(std::size_t team) override { mixture_.add_team(team); }
  void visit_state(const NumberVisitor& visitor) override { mixture_.visit_state(visitor); }
  void visit_team(std::size_t team, const NumberVisitor& visitor) override { mixture_.team(team)->visit_state(visitor); }
  bool restored() override {
    if (!mixture_.labels().agrees()) return false;
    mixture_.restored();
    return true;
  }

 private:
  static typename FeatureTable<R>::Room room_of(const Configuration& configuration) {
    typename FeatureTable<R>::Room room{.forgets = configuration.forget};
    constexpr std::uint64_t in_a_megabyte = 1000000 / FeatureTable<R>::bytes_per_feature;
    if (configuration.memory) room.most = std::min<std::uint64_t>(*configuration.memory, 1U << 30U) * in_a_megabyte;
    return room;
  }

  Mixture<L, R> mixture_;
  bool late_;  // serve() hears no team before a row is learned from
};

}  // namespace tacit
