// A Mixture behind the face of AnyLearner.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "learners/domain_learner.hpp"
#include "learners/mixture/any_mixture.hpp"
#include "learners/mixture/kernel.hpp"
#include "learners/mixture/make.hpp"

namespace tacit {

#ifdef TACIT_AVX2_KERNELS
template void WeightVectorOf<Avx2Experts>::grow(std::size_t);
template void WeightVectorOf<Avx2Experts::Resized<8>>::grow(std::size_t);
#endif

namespace {

constexpr std::size_t numbers_per_feature = 24;  // sixteen weights, of the experts in their order, then a record of FeatureScales
constexpr std::string_view numbers_group = "mixture/numbers";
constexpr std::string_view weight_name = "mixture.total_weight";

void require_of(Index index, bool holds, const char* what) {
  if (!holds) throw std::invalid_argument(fmt::format("feature {} of the mixture: {}", index, what));
}

template <class R>
class MixtureLearner final : public AnyLearner {
 public:
  MixtureLearner(std::unique_ptr<AnyMixture<R>> mixture, MixtureKernel* kernel) : mixture_(std::move(mixture)), kernel_(kernel) {}

  void learn(const Dataset& rows, std::size_t first, std::span<Round> rounds, std::span<double> scores) override {
    kernel_(mixture_->for_kernel(), rows, first, rounds.data(), rounds.size());
    for (std::size_t i = first; i < first + rounds.size(); ++i) total_weight_ += rows.weight(i);
    copy_scores(rounds, scores);
  }

  void predict(const Dataset& rows, std::span<double> predictions) const override { mixture_->predict(rows, predictions); }
  void predictions_from(std::span<double> products) const override { mixture_->predictions_from(products); }

  SparseWeights weights(std::size_t /*output*/) const override {
    SparseWeights weights;
    mixture_->weights().for_each_nonzero([&](Index i, const R&) {
      const double weight = mixture_->collapsed(i);
      if (weight != 0) weights.emplace_back(i, weight);
    });
    return weights;
  }
  double lambda() const override { return mixture_->lambda(); }
  void grow_weight(Index index, double factor) override { mixture_->divide(index, factor); }

  void start_from(std::span<const SparseWeights> weights) override {
    for (const auto& [index, weight] : weights.front()) mixture_->start_from(index, weight);
  }

  LearnerState state() const override {
    LearnerState state;
    mixture_->visit_state(NumberWriter(state, numbers_group));  // visits may change numbers, but this one does not
    NumberWriter(state, numbers_group)(weight_name, total_weight_, Limits{});
    FeatureNumbers common{.width = 2, .sorted = false, .features = {}, .numbers = {}};
    for (const auto& one : mixture_->features().common()) {
      common.features.push_back(one.index);
      common.numbers.insert(common.numbers.end(), {one.mean, one.metric});
    }
    state.add("mixture/common", std::move(common));
    state.add("mixture/table", table());
    return state;
  }

  void restore(const LearnerState& state) override {
    mixture_->visit_state(NumberReader(state, numbers_group));
    NumberReader(state, numbers_group)(weight_name, total_weight_, Limits{});
    if (!mixture_->restored()) throw std::invalid_argument("the mixture's numbers of its labels contradict each other");
    restore_table(state.by_feature("mixture/table", numbers_per_feature));
    restore_common(state.by_feature("mixture/common", 2));
  }

  std::optional<MixtureReport> report() const override {
    MixtureReport report;
    const auto numbers = mixture_->numbers();
    const double weight = total_weight_ > 0 ? total_weight_ : 1;
    for (std::size_t k = 0; k < experts.size(); ++k) {
      const auto& [geometry, rule, c, source] = experts[k];
      const double beta = rule == ExpertRule::adaptive || rule == ExpertRule::mean ? c * numbers.beta_unit[k] : 0;
      const std::string family = fmt::format("{} {}", geometry, name_of(rule));
      report.experts.push_back({.name = c > 0 ? fmt::format("{} {:g}", family, c) : family,
                                .family = family,
                                .beta = beta,
                                .share = numbers.shares[k],
                                .average_loss = numbers.expert_losses[k] / weight});
    }
    report.share_of_recent = numbers.share_of_recent;
    report.share_of_certain = numbers.share_of_certain;
    report.collapsed_loss = numbers.collapsed_loss / weight;
    return report;
  }

 private:
  using Scales = FeatureScales<R>;
  static_assert(R::count + Scales::Record::count == numbers_per_feature);

  // Weights and record of every feature that has any.
  FeatureNumbers table() const {
    const auto& features = mixture_->features();
    std::vector<Index> known;
    features.records().for_each_nonzero([&](Index i, const auto&) { known.push_back(i); });
    const auto recorded = static_cast<std::ptrdiff_t>(known.size());
    mixture_->weights().for_each_nonzero([&](Index i, const R&) {
      if (i == 0 || !features.knows(i)) known.push_back(i);
    });
    std::inplace_merge(known.begin(), known.begin() + recorded, known.end());
    FeatureNumbers table{.width = numbers_per_feature, .sorted = true, .features = std::move(known), .numbers = {}};
    table.numbers.resize(table.features.size() * numbers_per_feature);
    double* numbers = table.numbers.data();
    for (const Index index : table.features) {
      const R weights = mixture_->weights()[index];
      const auto record = features.records()[index];
      for (std::size_t k = 0; k < R::count; ++k) *numbers++ = weights[k];
      for (std::size_t k = 0; k < Scales::Record::count; ++k) *numbers++ = k == Scales::metric && record[k] < 0 ? 0 : record[k];
    }
    return table;
  }

  void restore_table(const FeatureNumbers& table) {
    const double rounds = mixture_->numbers().rounds;
    const double* numbers = table.numbers.data();
    const std::size_t dimension = table.features.empty() ? 0 : std::size_t{table.features.back()} + 1;
    mixture_->weights().make_room(dimension);
    mixture_->features().records().make_room(dimension);
    for (const Index index : table.features) {
      require_of(index, std::all_of(numbers, numbers + numbers_per_feature, [](double x) { return std::isfinite(x); }),
                 "a number is not finite");
      R weights = 0.0;
      for (std::size_t k = 0; k < R::count; ++k) weights.set(k, *numbers++);
      mixture_->weights().set(index, weights);
      typename Scales::Record record = 0.0;
      for (std::size_t k = 0; k < Scales::Record::count; ++k) record.set(k, *numbers++);
      require_of(index, Scales::agrees(record, rounds), "its record contradicts itself");
      if (index != 0) mixture_->features().records().set(index, record);
    }
  }

  void restore_common(const FeatureNumbers& from) {
    auto& features = mixture_->features();
    for (std::size_t i = 0; i < from.features.size(); ++i) {
      const Index index = from.features[i];
      const double mean = from.numbers[2 * i];
      const double metric = from.numbers[2 * i + 1];
      auto record = features.records()[index];
      require_of(index, index != 0 && record[Scales::largest] != 0 && record[Scales::metric] == 0, "cannot be common");
      require_of(index, Scales::can_be_common(mean, metric), "its mean or metric is out of range");
      record.set(Scales::metric, Scales::place(features.common().size()));
      features.records().set(index, record);
      features.common().push_back({index, mean, metric, 0, 0});
    }
  }

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
#ifdef TACIT_AVX2_KERNELS
  if (set == InstructionSet::avx2) {
    if (auto learner = make<Avx2Experts, LaneLosses>(configuration, mixture_avx2_kernels)) return learner;
  }
#endif
  return make<BaselineExperts, MixtureLosses>(configuration, mixture_baseline_kernels);
}

}  // namespace tacit
