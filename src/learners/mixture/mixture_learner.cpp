// A Mixture behind the face of AnyLearner.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>

#include "learners/domain_learner.hpp"
#include "learners/mixture/any_mixture.hpp"
#include "learners/mixture/kernel.hpp"
#include "learners/mixture/make.hpp"
#include "learners/mixture/table_state.hpp"

namespace tacit {

namespace {

constexpr std::array<std::string_view, most_teams> team_names{"given", "lags", "all"};
constexpr std::array<std::string_view, most_teams> team_words{" of the columns alone", " of columns and lags", ""};

template <class R>
class MixtureLearner final : public AnyLearner {
 public:
  MixtureLearner(std::unique_ptr<AnyMixture<R>> mixture, const MixtureKernel& kernel)
      : mixture_(std::move(mixture)), kernel_(kernel) {}

  void learn(const Dataset& rows, std::size_t first, std::span<Round> rounds, std::span<double> scores) override {
    kernel_.learn(mixture_->for_kernel(), rows, first, rounds.data(), rounds.size());
    for (std::size_t i = first; i < first + rounds.size(); ++i) total_weight_ += rows.weight(i);
    copy_scores(rounds, scores);
  }

  void predict(const Dataset& rows, std::span<double> predictions) const override { mixture_->predict(rows, predictions); }
  void predictions_from(std::span<double> products) const override { mixture_->predictions_from(products); }

  double serve(const Dataset& row, std::vector<double>& said) const override { return mixture_->serve(row, said); }
  Round learn_late(const Dataset& row, std::span<const double> said) override {
    Round round;
    if (said.empty()) return AnyLearner::learn_late(row, said);
    kernel_.learn_late(mixture_->for_kernel(), row, said, &round);
    total_weight_ += row.weight(0);
    return round;
  }

  SparseWeights weights(std::size_t /*output*/) const override { return mixture_->collapsed(); }
  double lambda() const override { return mixture_->lambda(); }
  void grow_weight(Index index, double factor) override { mixture_->divide(index, factor); }

  void start_from(std::span<const SparseWeights> weights) override {
    for (const auto& [index, weight] : weights.front()) mixture_->start_from(index, weight);
  }

  // Numbers of the whole, and per team numbers, features, common features and moments: nothing of a team that does not work.
  LearnerState state() const override {
    LearnerState state;
    state.add("auto/total_weight", total_weight_);
    state.add("auto/numbers", numbers([&](const NumberVisitor& visitor) { mixture_->visit_state(visitor); }));
    for (std::size_t k = 0; k < most_teams; ++k) {
      const FeatureTable<R>* const features = mixture_->features(k);
      const auto part = [&](std::string_view name) { return fmt::format("auto/{}/{}", team_names[k], name); };
      TableState table;
      table.features.width = numbers_per_feature<R>;
      if (features != nullptr) table = state_of(*features);
      if (features != nullptr) table.numbers = numbers([&](const NumberVisitor& visitor) { mixture_->visit_team(k, visitor); });
      state.add(part("numbers"), std::move(table.numbers));
      state.add(part("features"), std::move(table.features));
      state.add(part("common"), std::move(table.common));
      state.add(part("moments"), std::move(table.moments));
    }
    return state;
  }

  void restore(const LearnerState& state) override {
    total_weight_ = state.number("auto/total_weight", Limits{});
    restore_numbers(state, "auto/numbers", [&](const NumberVisitor& visitor) { mixture_->visit_state(visitor); });
    for (std::size_t k = 0; k < most_teams; ++k) {
      const auto part = [&](std::string_view name) { return fmt::format("auto/{}/{}", team_names[k], name); };
      const auto& table = state.by_feature(part("features"), numbers_per_feature<R>);
      const auto& common = state.by_feature(part("common"), numbers_per_common);
      if (mixture_->features(k) == nullptr && state.doubles(part("numbers")).empty() && table.features.empty()) continue;
      mixture_->add_team(k);
      restore_numbers(state, part("numbers"), [&](const NumberVisitor& visitor) { mixture_->visit_team(k, visitor); });
      restore_table(table, common, state.doubles(part("moments")), mixture_->rounds(), *mixture_->features(k));
    }
    if (!mixture_->restored()) throw std::invalid_argument("the mixture's numbers of its labels contradict each other");
  }

  std::optional<MixtureReport> report() const override {
    MixtureReport report;
    const double weight = total_weight_ > 0 ? total_weight_ : 1;
    for (std::size_t team = most_teams; team-- > 0;) {
      if (mixture_->features(team) == nullptr) continue;
      const auto voices = mixture_->voices_of(team);
      for (std::size_t k = 0; k < AnyMixture<R>::voices; ++k) {
        ExpertReport expert = k < experts.size() ? named(experts[k], voices.beta_unit[k]) : guess(k - experts.size());
        expert.name += team_words[team];
        expert.family += team_words[team];
        expert.share = voices.shares[k];
        expert.average_loss = voices.losses[k] / weight;
        report.experts.push_back(std::move(expert));
      }
    }
    const auto numbers = mixture_->numbers();
    report.share_of_recent = numbers.share_of_recent;
    report.share_of_certain = numbers.share_of_certain;
    report.share_of_corrected = numbers.share_of_corrected;
    report.collapsed_loss = numbers.collapsed_loss / weight;
    return report;
  }

 private:
  static ExpertReport named(const Expert& expert, double beta_unit) {
    const bool has_beta = expert.rule == ExpertRule::adaptive || expert.rule == ExpertRule::mean;
    ExpertReport report;
    report.family = fmt::format("{} {}", geometry_names[static_cast<std::size_t>(expert.geometry)],
                                rule_names[static_cast<std::size_t>(expert.rule)]);
    report.name = expert.c > 0 && expert.c < forever ? fmt::format("{} {:g}", report.family, expert.c) : report.family;
    report.kind = geometry_names[static_cast<std::size_t>(expert.geometry)];
    report.beta = has_beta ? expert.c * beta_unit : 0;
    return report;
  }
  static ExpertReport guess(std::size_t k) {
    return {.name = std::string(guess_names[k]), .family = std::string(guess_names[k]), .kind = "guesses"};
  }

  template <class Visit>
  static std::vector<double> numbers(Visit visit) {
    std::vector<double> all;
    visit([&](double& number, Limits) { all.push_back(number); });
    return all;
  }
  template <class Visit>
  static void restore_numbers(const LearnerState& state, const std::string& name, Visit visit) {
    const std::vector<double>& all = state.doubles(name);
    std::size_t at = 0;
    visit([&](double& number, Limits limits) {
      if (at < all.size()) {
        const bool is_count = limits.high == any_count.high;
        if (!(all[at] >= limits.low && all[at] <= limits.high) || (is_count && all[at] != std::floor(all[at])))
          throw std::invalid_argument(fmt::format("the state's '{}': number {} is out of range", name, at));
        number = all[at];
      }
      ++at;
    });
    if (at != all.size())
      throw std::invalid_argument(fmt::format("the state's '{}' has {} numbers; expected {}", name, all.size(), at));
  }

  std::unique_ptr<AnyMixture<R>> mixture_;
  MixtureKernel kernel_;
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

bool mixture_can_have_said(const Configuration& configuration, std::span<const double> numbers) {
  using Said = Mixture<Absolute, BaselineExperts>::Said;  // the same with every loss and instruction set
  return Said::are_sound(numbers, is_two_class(configuration));
}

std::unique_ptr<AnyLearner> make_mixture(const Configuration& configuration, InstructionSet set) {
#ifdef TACIT_AVX2_KERNELS
  if (set == InstructionSet::avx2) {
    if (auto learner = make<Avx2Experts, LaneLosses>(configuration, mixture_avx2_kernels)) return learner;
  }
#endif
  return make<BaselineExperts, MixtureLosses>(configuration, mixture_baseline_kernels);
}

}  // namespace tacit
