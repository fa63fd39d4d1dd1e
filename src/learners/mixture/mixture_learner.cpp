// A Mixture behind the face of AnyLearner.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <stdexcept>

#include "learners/mixture/any_mixture.hpp"
#include "learners/mixture/kernel.hpp"
#include "learners/mixture/make.hpp"
#include "tacit/data/data_error.hpp"
#include "tacit/domains/whole_space.hpp"

namespace tacit {

#ifdef TACIT_AVX2_KERNELS
template void WeightVectorOf<Avx2Experts>::grow(std::size_t);
template void WeightVectorOf<Avx2Experts::Resized<8>>::grow(std::size_t);
#endif

namespace {

template <class R>
class MixtureLearner final : public AnyLearner {
 public:
  MixtureLearner(std::unique_ptr<AnyMixture<R>> mixture, MixtureKernel* kernel) : mixture_(std::move(mixture)), kernel_(kernel) {}

  void learn(const Dataset& rows, std::size_t first, std::span<Round> rounds) override {
    kernel_(mixture_->for_kernel(), rows, first, rounds.data(), rounds.size());
    for (std::size_t i = first; i < first + rounds.size(); ++i) total_weight_ += rows.weight(i);
  }

  void predict(const Dataset& rows, std::span<double> predictions) const override { mixture_->predict(rows, predictions); }
  void finish(std::span<double> products) const override { mixture_->finish(products); }

  SparseWeights weights() const override {
    SparseWeights weights;
    mixture_->weights().for_each_nonzero([&](Index i, const R&) {
      const double weight = mixture_->collapsed(i);
      if (weight != 0) weights.emplace_back(i, weight);
    });
    return weights;
  }
  double lambda() const override { return mixture_->lambda(); }
  void grow_weight(Index index, double factor) override { mixture_->divide(index, factor); }

  void start_from(const SparseWeights& weights) override {
    for (const auto& [index, weight] : weights) mixture_->start_from(index, weight);
  }

  LearnerState state() const override {
    LearnerState state;
    state.mixture.emplace();
    // Visits may change numbers, but this one does not.
    mixture_->visit_state([&](const std::string& name, double value, Limits limits) {
      if (!(value >= limits.least && value <= limits.most))
        throw DataError(fmt::format("the mixture's {} has become {:g}; no model is written", name, value));
      state.mixture->numbers.emplace_back(name, value);
    });
    state.mixture->numbers.emplace_back(weight_name, total_weight_);
    using Scales = FeatureScales<R>;
    const auto add = [&](Index index) {
      const R weights = mixture_->weights()[index];
      const auto record = mixture_->features().records()[index];
      state.mixture->features.push_back(index);
      for (std::size_t k = 0; k < R::count; ++k) state.mixture->table.push_back(weights[k]);
      for (std::size_t k = 0; k < Scales::Record::count; ++k)
        state.mixture->table.push_back(k == Scales::metric && record[k] < 0 ? 0 : record[k]);
    };
    if (somewhere(mixture_->weights()[0] != 0.0)) add(0);
    std::vector<Index> known;
    mixture_->features().records().for_each_nonzero([&](Index i, const auto&) { known.push_back(i); });
    mixture_->weights().for_each_nonzero([&](Index i, const R&) {
      if (i != 0 && !mixture_->features().knows(i)) known.push_back(i);
    });
    std::ranges::sort(known);
    for (const Index i : known) add(i);
    for (const auto& common : mixture_->features().common())
      state.mixture->common.push_back({common.index, common.mean, common.metric});
    state.unscaled = weights();
    return state;
  }

  void restore(const LearnerState& state) override {
    if (!state.mixture) throw std::invalid_argument("the state lacks the experts of a mixture");
    const MixtureState& from = *state.mixture;
    const std::map<std::string, double> numbers(from.numbers.begin(), from.numbers.end());
    std::set<std::string> known;
    const auto take = [&](const std::string& name, Limits limits) {
      const auto found = numbers.find(name);
      if (found == numbers.end()) throw std::invalid_argument(fmt::format("the mixture lacks '{}'", name));
      const double value = found->second;
      known.insert(name);
      if (!(value >= limits.least && value <= limits.most)) {
        throw std::invalid_argument(
            fmt::format("the mixture's '{}' is {:g}; expected {:g} to {:g}", name, value, limits.least, limits.most));
      }
      return value;
    };
    mixture_->visit_state([&](const std::string& name, double& number, Limits limits) { number = take(name, limits); });
    total_weight_ = take(std::string(weight_name), Limits{});
    for (const auto& [name, value] : from.numbers) {
      if (!known.contains(name)) throw std::invalid_argument(fmt::format("'{}' is no number of a mixture", name));
    }
    if (!is_whole(mixture_->numbers().rounds)) throw std::invalid_argument("the mixture's 'mixture.rounds' is no count");
    if (!mixture_->restored()) throw std::invalid_argument("the mixture's numbers of its labels contradict each other");
    restore_features(from);
    if (weights() != state.unscaled) throw std::invalid_argument("the weights do not agree with the state of the mixture");
  }

  std::optional<MixtureReport> report() const override {
    MixtureReport report;
    const auto numbers = mixture_->numbers();
    const double weight = total_weight_ > 0 ? total_weight_ : 1;
    for (std::size_t k = 0; k < experts.size(); ++k) {
      const auto& [geometry, rule, c, source] = experts[k];
      const double beta = rule == ExpertRule::adaptive || rule == ExpertRule::mean ? c * numbers.beta_unit[k] : 0;
      report.experts.push_back({fmt::format("{} {}{}", geometry, name_of(rule), c > 0 ? fmt::format(" {:g}", c) : ""), beta,
                                numbers.shares[k], numbers.expert_losses[k] / weight});
    }
    report.share_of_recent = numbers.share_of_recent;
    report.share_of_certain = numbers.share_of_certain;
    report.collapsed_loss = numbers.collapsed_loss / weight;
    return report;
  }

 private:
  static constexpr std::string_view weight_name = "mixture.total_weight";

  static bool is_whole(double number) { return number == std::floor(number); }

  void restore_features(const MixtureState& from) {
    using Scales = FeatureScales<R>;
    const double rounds = mixture_->numbers().rounds;
    const auto require = [](bool holds, Index index, const char* what) {
      if (!holds) throw std::invalid_argument(fmt::format("feature {} of the mixture: {}", index, what));
    };
    const std::size_t count = from.features.size();
    if (from.table.size() != count * MixtureState::numbers_a_feature)
      throw std::invalid_argument(fmt::format("the mixture's table needs {} numbers a feature", MixtureState::numbers_a_feature));
    for (std::size_t i = 0; i < count; ++i) {
      const Index index = from.features[i];
      require(i == 0 || index > from.features[i - 1], index, "out of order");
      const double* numbers = from.table.data() + i * MixtureState::numbers_a_feature;
      require(std::all_of(numbers, numbers + MixtureState::numbers_a_feature, [](double x) { return std::isfinite(x); }), index,
              "a number is not finite");
      R weights = 0.0;
      for (std::size_t k = 0; k < R::count; ++k) weights.set(k, numbers[k]);
      mixture_->weights().set(index, weights);
      typename Scales::Record record = 0.0;
      for (std::size_t k = 0; k < Scales::Record::count; ++k) record.set(k, numbers[R::count + k]);
      require(Scales::agrees(record, rounds), index, "its record contradicts itself");
      if (index != 0) mixture_->features().records().set(index, record);
    }
    for (const auto& [index, mean, metric] : from.common) {
      auto record = mixture_->features().records()[index];
      require(index != 0 && record[Scales::largest] != 0 && record[Scales::metric] == 0, index, "cannot be common");
      require(Scales::can_be_common(mean, metric), index, "its mean or metric is out of range");
      auto& common = mixture_->features().common();
      record.set(Scales::metric, Scales::place(common.size()));
      mixture_->features().records().set(index, record);
      common.push_back({index, mean, metric, 0, 0});
    }
  }

  static_assert(R::count + FeatureScales<R>::Record::count == MixtureState::numbers_a_feature);

  std::unique_ptr<AnyMixture<R>> mixture_;
  MixtureKernel* kernel_;
  double total_weight_ = 0;
};

template <class R, class Losses>
std::unique_ptr<AnyLearner> make(const Configuration& configuration, const MixtureKernels<Losses>& kernels) {
  std::unique_ptr<AnyLearner> made;
  std::size_t loss = 0;
  Losses::for_each([&]<class L>(std::type_identity<L>) {
    if (configuration.loss == L::name)
      made = std::make_unique<MixtureLearner<R>>(std::make_unique<MixtureWith<L, R>>(configuration), kernels[loss]);
    ++loss;
  });
  return made;
}

}  // namespace

std::unique_ptr<AnyLearner> make_mixture(const Configuration& configuration, InstructionSet set) {
  if (configuration.domain != WholeSpace::name) {
    throw std::invalid_argument(
        fmt::format("auto learns in the whole space, not on the {}: give --learner ada-implicit", configuration.domain));
  }
#ifdef TACIT_AVX2_KERNELS
  if (set == InstructionSet::avx2) {
    if (auto learner = make<Avx2Experts, LaneLosses>(configuration, mixture_avx2_kernels)) return learner;
  }
#endif
  return make<BaselineExperts, MixtureLosses>(configuration, mixture_baseline_kernels);
}

}  // namespace tacit
