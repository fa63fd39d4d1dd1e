// A ClassMixture behind the face of AnyLearner.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "learners/class_mixture/class_mixture.hpp"
#include "learners/class_mixture/make.hpp"
#include "learners/class_order.hpp"
#include "tacit/learners/state_source.hpp"

namespace tacit {

namespace {

template <class L>
class ClassMixtureLearner final : public AnyLearner {
 public:
  ClassMixtureLearner(const Configuration& configuration, const ClassKernel& kernel)
      : configuration_(configuration), kernel_(&kernel), mixture_(fresh()) {
    add_classes(configuration.classes.names.size());
  }

  std::size_t outputs() const override { return order_.count(); }
  void add_classes(std::size_t count) override {
    order_.add_classes(count);
    if (configuration_.classes.fixed) see_all();
  }
  bool has_seen(std::size_t output) const override { return order_.has_seen(output); }

  void learn(const Dataset& rows, std::size_t first, std::span<Round> rounds, std::span<double> scores) override {
    std::ranges::fill(scores, 0.0);
    for (std::size_t i = 0; i < rounds.size(); ++i) {
      const std::size_t row = first + i;
      const ClassHints hints = hints_of(rows, row);
      const std::size_t known = order_.seen();
      const std::size_t y = order_.see(static_cast<std::size_t>(rows.label(row)));
      rounds[i] = mixture_.learn(rows.row(row), y, rows.weight(row), hints);
      total_weight_ = std::min(Limits{}.high, total_weight_ + rows.weight(row));
      const auto said = mixture_.scores();
      rounds[i].prediction = order_.largest(said.first(known));
      if (!scores.empty()) write(said.first(known), scores.subspan(i * outputs(), outputs()));
    }
  }

  void predict(const Dataset& rows, std::span<double> predictions) const override {
    std::ranges::fill(predictions, 0.0);
    typename ClassMixture<L>::Work work;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      mixture_.predict(rows.row(i), hints_of(rows, i), work);
      write(work.final, predictions.subspan(i * outputs(), outputs()));
    }
  }

  // What the experts' scores are on average, by share.
  SparseWeights weights(std::size_t output) const override {
    if (!order_.has_seen(output)) return {};
    CollapsedWeights weights;
    mixture_.teams().for_each([&](std::size_t t, const auto& team) {
      const auto sees = [&](Index index) { return mixture_.teams().sees(t, index); };
      team.features().collapse(order_.place(output), mixture_.expert_shares(t), sees, weights);
    });
    return std::move(weights).sum();
  }

  std::optional<double> chance_of_new_class() const override {
    if (std::same_as<L, Softmax>) return mixture_.chance_of_new_class();
    return std::nullopt;
  }
  double lambda() const override { return mixture_.lambda(); }
  void divide(Index index, double factor) override {
    mixture_.teams().for_each([&](std::size_t, auto& team) { team.features().divide(index, factor); });
  }

  void start_from(std::span<const SparseWeights> weights) override {
    if (weights.size() != order_.count())
      throw std::invalid_argument(fmt::format("weights of {} classes; expected those of {}", weights.size(), order_.count()));
    order_.forget();
    mixture_ = fresh();
    see_all();
    for (std::size_t k = 0; k < weights.size(); ++k) {
      for (const auto& [index, weight] : weights[k]) mixture_.teams().whole().features().start_from(index, k, weight);
    }
  }

  // Parts of teams beside the one that sees all hold nothing where those do not work.
  LearnerState state() const override {
    LearnerState state;
    state.add("auto/total_weight", total_weight_);
    state.add("auto/seen", order_.classes());
    std::vector<double> numbers;
    auto visited = const_cast<ClassMixture<L>*>(&mixture_);  // NOLINT: it is not changed
    visited->visit_state([&](double& number, Limits) { numbers.push_back(number); });
    numbers.push_back(mixture_.teams().whole().features().forgotten());
    state.add("auto/numbers", std::move(numbers));
    state.add("auto/followers", mixture_.guesses().followers());
    mixture_.teams().whole().features().save(state, "auto");
    save_teams(visited->teams(), state);
    return state;
  }

  void restore(const LearnerState& state) override {
    total_weight_ = state.number("auto/total_weight", Limits{});
    order_.see_again(state.indices("auto/seen"), configuration_.classes.fixed);
    mixture_ = fresh();
    mixture_.add_classes(order_.seen());
    auto& teams = mixture_.teams();
    double forgotten = 0;
    restore_numbers(state, "auto/numbers", [&](const auto& take) {
      mixture_.visit_state(take);
      take(forgotten, any_count);
    });
    restore_team_numbers(state);
    mixture_.restored();
    if (!mixture_.guesses().restore_followers(state.doubles("auto/followers")))
      throw std::invalid_argument("the state's 'auto/followers' are no counts of classes that followed each other");
    teams.for_each([&](std::size_t t, auto& team) {
      team.features().restore(state, t == team_place::all ? "auto" : group_of_team(t), mixture_.rounds());
    });
    teams.whole().features().note_forgotten(forgotten);
  }

  std::optional<MixtureReport> report() const override {
    MixtureReport report{.experts = {}, .has_learned = mixture_.rounds() > 0};
    const double weight = total_weight_ > 0 ? total_weight_ : 1;
    for (const std::size_t t : {team_place::all, team_place::uncrossed, team_place::with_lags, team_place::given_only}) {
      const auto* const team = mixture_.teams().find(t);
      if (team == nullptr) continue;
      const auto shares = mixture_.shares(t);
      for (std::size_t v = 0; v < ClassMixture<L>::voices; ++v) {
        ExpertReport expert = v < class_expert_count ? expert_of(v, team->beta_of(v)) : guess_of(v - class_expert_count);
        expert.name += team_endings[t];
        expert.family += team_endings[t];
        expert.share = shares[v];
        expert.average_loss = team->losses()[v] / weight;
        report.experts.push_back(std::move(expert));
      }
    }
    report.share_of_recent = mixture_.share_of_recent();
    report.share_of_corrected = mixture_.share_of_regressions();
    report.forgotten_features = static_cast<std::uint64_t>(mixture_.teams().whole().features().forgotten());
    return report;
  }

 private:
  ClassMixture<L> fresh() const {
    constexpr double megabyte = 1e6;
    ClassFeatures::Room room{.forgets = configuration_.forget};
    if (configuration_.memory) room.most_bytes = static_cast<double>(*configuration_.memory) * megabyte;
    return {configuration_.bias, room, !configuration_.cross.empty(), *kernel_};
  }

  void see_all() {
    order_.see_all();
    mixture_.fix_classes(order_.seen(), configuration_.classes.fixed);
  }

  // Classes as the mixture numbers them: in the order in which they were seen.
  ClassHints hints_of(const Dataset& rows, std::size_t row) const {
    const std::span<const double> hints = rows.hints(row);
    const auto known = [&](std::size_t i) {
      if (i >= hints.size() || !(hints[i] >= 0)) return ClassHints::unknown;
      const auto k = static_cast<std::size_t>(hints[i]);
      return order_.has_seen(k) ? order_.place(k) : ClassHints::unknown;
    };
    return {.last = known(0), .season = known(1)};
  }

  void write(std::span<const double> scores, std::span<double> to) const {
    for (std::size_t place = 0; place < scores.size(); ++place) to[order_[place]] = scores[place];
  }

  static std::string group_of_team(std::size_t team) { return fmt::format("teams/{}", team_names[team]); }

  static void save_teams(ClassTeams<L>& teams, LearnerState& state) {
    std::vector<double> numbers;
    const auto add = [&](double& number, Limits) { numbers.push_back(number); };
    if (teams.are_several()) teams.visit_blends(add);
    state.add("teams/numbers", std::exchange(numbers, {}));
    for (std::size_t t = 0; t < most_teams; ++t) {
      if (t == team_place::all) continue;
      auto* const team = teams.find(t);
      if (team != nullptr) {
        team->visit_experts(add);
        team->visit_blends(add);
      }
      state.add(group_of_team(t) + "/numbers", std::exchange(numbers, {}));
      if (team != nullptr) {
        team->features().save(state, group_of_team(t));
      } else {
        ClassFeatures::save_none(state, group_of_team(t));
      }
    }
  }
  // Makes those teams work that the state has numbers of.
  void restore_team_numbers(const LearnerState& state) {
    auto& teams = mixture_.teams();
    for (std::size_t t = 0; t < most_teams; ++t) {
      const std::string part = group_of_team(t) + "/numbers";
      if (t == team_place::all || state.doubles(part).empty()) continue;
      teams.begin(t);
      restore_numbers(state, part, [&](const auto& take) {
        teams.find(t)->visit_experts(take);
        teams.find(t)->visit_blends(take);
      });
    }
    if (teams.are_several() || !state.doubles("teams/numbers").empty())
      restore_numbers(state, "teams/numbers", [&](const auto& take) { teams.visit_blends(take); });
  }

  // Gives the numbers of a part to visit(take), which calls take(number, limits) for each.
  template <class Visit>
  static void restore_numbers(const LearnerState& state, const std::string& part, Visit visit) {
    const std::vector<double>& numbers = state.doubles(part);
    std::size_t at = 0;
    visit([&](double& number, Limits limits) {
      if (at < numbers.size()) {
        const bool is_count = limits.high == any_count.high;
        if (!(numbers[at] >= limits.low && numbers[at] <= limits.high) || (is_count && numbers[at] != std::floor(numbers[at])))
          throw std::invalid_argument(fmt::format("the state's '{}': number {} is out of range", part, at));
        number = numbers[at];
      }
      ++at;
    });
    if (at != numbers.size())
      throw std::invalid_argument(fmt::format("the state's '{}' has {} numbers; expected {}", part, numbers.size(), at));
  }

  static ExpertReport expert_of(std::size_t e, double beta) {
    const auto& [geometry, rule, c] = class_experts[e];
    const std::string_view kind = class_geometry_names[static_cast<std::size_t>(geometry)];
    ExpertReport report{.name = {},
                        .family = fmt::format("{} {}", kind, class_rule_names[static_cast<std::size_t>(rule)]),
                        .kind = std::string(kind)};
    report.name = fmt::format("{} {:g}", report.family, c);
    report.beta = beta;
    return report;
  }
  static ExpertReport guess_of(std::size_t g) {
    const std::string name(class_guess_names[g]);
    return {.name = name, .family = name, .kind = std::string(ExpertReport::guesses)};
  }

  Configuration configuration_;
  const ClassKernel* kernel_;
  ClassMixture<L> mixture_;
  ClassOrder order_;
  double total_weight_ = 0;
};

}  // namespace

const ClassKernel& class_kernel_of(InstructionSet set) {
#ifdef TACIT_AVX2_KERNELS
  if (set == InstructionSet::avx2) return class_avx2_kernel;
#endif
  static_cast<void>(set);
  return class_baseline_kernel;
}

std::unique_ptr<AnyLearner> make_class_mixture(const Configuration& configuration, InstructionSet set) {
  std::unique_ptr<AnyLearner> made;
  ClassLosses::for_each([&]<class L>(std::type_identity<L>) {
    if (configuration.loss == L::name) made = std::make_unique<ClassMixtureLearner<L>>(configuration, class_kernel_of(set));
  });
  return made;
}

}  // namespace tacit
