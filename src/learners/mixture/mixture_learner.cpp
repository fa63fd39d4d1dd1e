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

static_assert(team_endings.size() == most_teams && team_endings[team_place::all].empty());

template <class R>
class MixtureLearner final : public AnyLearner {
 public:
  MixtureLearner(std::unique_ptr<AnyMixture<R>> mixture, const MixtureKernel& kernel, bool crossed)
      : mixture_(std::move(mixture)), kernel_(kernel), teams_(crossed ? most_teams : most_teams - 1) {}

  void learn(const Dataset& rows, std::size_t first, std::span<Round> rounds, std::span<double> scores) override {
    kernel_.learn(mixture_->for_kernel(), rows, first, rounds.data(), rounds.size());
    for (std::size_t i = first; i < first + rounds.size(); ++i) add_weight(rows.weight(i));
    copy_scores(rounds, scores);
  }

  void predict(const Dataset& rows, std::span<double> predictions) const override { mixture_->predict(rows, predictions); }
  void predictions_from(std::span<double> products) const override { mixture_->predictions_from(products); }

  SparseWeights weights(std::size_t /*output*/) const override {
    CollapsedWeights weights;
    for (std::size_t k = 0; k < most_teams; ++k) {
      const FeatureTable<R>* const features = std::as_const(*mixture_).features(k);
      if (features == nullptr) continue;
      const auto collapse = mixture_->collapse(k);
      weights.make_room(features->size());
      for (const Places::Place place : places_by_index(*features)) collapse(features->at(place), weights);
    }
    return std::move(weights).sum();
  }

  double serve(const Dataset& row, std::vector<double>& said) const override { return mixture_->serve(row, said); }
  Round learn_late(const Dataset& row, std::span<const double> said) override {
    Round round;
    if (said.empty()) return AnyLearner::learn_late(row, said);
    kernel_.learn_late(mixture_->for_kernel(), row, said, &round);
    add_weight(row.weight(0));
    return round;
  }

  double lambda() const override { return mixture_->lambda(); }
  void divide(Index index, double factor) override { mixture_->divide(index, factor); }

  void start_from(std::span<const SparseWeights> weights) override {
    for (const auto& [index, weight] : weights.front()) mixture_->start_from(index, weight);
  }

  // Numbers of the whole, and per team numbers, features, common features and moments: nothing of a team that does not work.
  LearnerState state() const override {
    LearnerState state;
    state.add("auto/total_weight", total_weight_);
    std::vector<double> whole = numbers_of_whole();
    if (const double count = forgotten(); count > 0) whole.push_back(count);  // models of runs that forget nothing have none
    state.add("auto/numbers", std::move(whole));
    for (std::size_t k = 0; k < teams_; ++k) {
      const FeatureTable<R>* const features = mixture_->features(k);
      const auto part = [&](std::string_view name) { return part_of(k, name); };
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

  void restore(const LearnerState& state) override { restore_from(StateSource(state)); }
  void restore_from(const StateSource& source) override {
    restore_all_numbers(source);
    for_each_table(source, [&](std::size_t, const TableSource& from, FeatureTable<R>& table) { restore_table(from, table); });
  }
  std::optional<SparseWeights> collapse_from(const StateSource& source) override {
    restore_all_numbers(source);
    CollapsedWeights weights;
    for_each_table(source, [&](std::size_t k, const TableSource& from, FeatureTable<R>& table) {
      const auto collapse = mixture_->collapse(k);
      weights.make_room(from.features<R>().size());
      pass_over_table(from, table, [&](const auto& feature) { collapse(feature, weights); });
    });
    return std::move(weights).sum();
  }

  std::optional<MixtureReport> report() const override {
    MixtureReport report{.experts = {}, .has_learned = total_weight_ > 0};
    const double weight = total_weight_ > 0 ? total_weight_ : 1;
    for (const std::size_t team : {team_place::all, team_place::uncrossed, team_place::with_lags, team_place::given_only}) {
      if (mixture_->features(team) == nullptr) continue;
      const auto voices = mixture_->voices_of(team);
      for (std::size_t k = 0; k < AnyMixture<R>::voices; ++k) {
        ExpertReport expert = k < experts.size() ? named(experts[k], voices.beta_unit[k]) : guess(k - experts.size());
        expert.name += team_endings[team];
        expert.family += team_endings[team];
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
    report.forgotten_features = static_cast<std::uint64_t>(forgotten());
    return report;
  }

 private:
  void add_weight(double weight) { total_weight_ = std::min(Limits{}.high, total_weight_ + weight); }  // as a model can hold it
  std::vector<double> numbers_of_whole() const {
    return numbers([&](const NumberVisitor& visitor) { mixture_->visit_state(visitor); });
  }

  // Features that the team which sees all of them has forgotten.
  double forgotten() const {
    const FeatureTable<R>* const all = std::as_const(*mixture_).features(team_place::all);
    return forgotten_before_ + static_cast<double>(all == nullptr ? 0 : all->forgotten());
  }

  static std::string part_of(std::size_t team, std::string_view name) {
    return fmt::format("auto/{}/{}", team_names[team], name);
  }

  // Numbers of the whole and of teams, which tell the experts' shares, come before all tables.
  void restore_all_numbers(const StateSource& source) {
    const LearnerState& state = source.parts();
    total_weight_ = state.number("auto/total_weight", Limits{});
    const bool forgot = state.doubles("auto/numbers").size() > numbers_of_whole().size();
    restore_numbers(state, "auto/numbers", [&](const NumberVisitor& visitor) {
      mixture_->visit_state(visitor);
      if (forgot) visitor(forgotten_before_, any_count);
    });
    for (std::size_t k = 0; k < teams_; ++k) {
      const std::string numbers = part_of(k, "numbers");
      const bool has_features = !source.features(part_of(k, "features"), numbers_per_feature<R>).empty();
      if (mixture_->features(k) == nullptr && state.doubles(numbers).empty() && !has_features) continue;
      mixture_->add_team(k);
      restore_numbers(state, numbers, [&](const NumberVisitor& visitor) { mixture_->visit_team(k, visitor); });
    }
    if (!mixture_->restored()) throw std::invalid_argument("the mixture's numbers of its labels contradict each other");
  }
  // Calls visit(team, where the numbers are, table) for each team that works.
  template <class Visit>
  void for_each_table(const StateSource& source, Visit visit) {
    const LearnerState& state = source.parts();
    for (std::size_t k = 0; k < teams_; ++k) {
      const auto& common = state.by_feature(part_of(k, "common"), numbers_per_common);
      FeatureTable<R>* const table = mixture_->features(k);
      if (table == nullptr) continue;
      const auto& moments = state.doubles(part_of(k, "moments"));
      visit(k, TableSource{source, part_of(k, "features"), common, moments, mixture_->rounds()}, *table);
    }
  }

  static ExpertReport named(const Expert& expert, double beta_unit) {
    const bool has_beta = expert.rule == ExpertRule::adaptive || expert.rule == ExpertRule::mean;
    ExpertReport report;
    report.family = fmt::format("{} {}", geometry_names[static_cast<std::size_t>(expert.geometry)],
                                rule_names[static_cast<std::size_t>(expert.rule)]);
    report.name = expert.c > 0 ? fmt::format("{} {:g}", report.family, expert.c) : report.family;
    report.kind = geometry_names[static_cast<std::size_t>(expert.geometry)];
    report.beta = has_beta ? expert.c * beta_unit : 0;
    return report;
  }
  static ExpertReport guess(std::size_t k) {
    return {
        .name = std::string(guess_names[k]), .family = std::string(guess_names[k]), .kind = std::string(ExpertReport::guesses)};
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
  std::size_t teams_;  // that can work
  double total_weight_ = 0;
  double forgotten_before_ = 0;  // by the run that it goes on with
};

template <class R, class Losses>
std::unique_ptr<AnyLearner> make(const Configuration& configuration, const MixtureKernels<Losses>& kernels) {
  std::unique_ptr<AnyLearner> made;
  std::size_t loss = 0;
  Losses::for_each([&]<class L>(std::type_identity<L>) {
    if (configuration.loss == L::name)
      made = std::make_unique<MixtureLearner<R>>(std::make_unique<MixtureWith<L, R>>(configuration), kernels[loss],
                                                 !configuration.cross.empty());
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
