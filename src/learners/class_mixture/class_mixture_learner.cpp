// A ClassMixture behind the face of AnyLearner.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

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
      total_weight_ += rows.weight(row);
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
    const auto shares = mixture_.shares();
    PerExpert of_experts;
    std::copy_n(shares.begin(), of_experts.size(), of_experts.begin());
    double sum = 0;
    for (const double share : of_experts) sum += share;
    constexpr double least_share = 1e-9;
    for (double& share : of_experts) share = sum > least_share ? share / sum : 1 / static_cast<double>(of_experts.size());
    return mixture_.features().collapsed(order_.place(output), of_experts);
  }

  double lambda() const override { return mixture_.lambda(); }
  void divide(Index index, double factor) override { mixture_.features().divide(index, factor); }

  void start_from(std::span<const SparseWeights> weights) override {
    if (weights.size() != order_.count())
      throw std::invalid_argument(fmt::format("weights of {} classes; expected those of {}", weights.size(), order_.count()));
    order_.forget();
    mixture_ = fresh();
    see_all();
    for (std::size_t k = 0; k < weights.size(); ++k) {
      for (const auto& [index, weight] : weights[k]) mixture_.features().start_from(index, k, weight);
    }
  }

  LearnerState state() const override {
    LearnerState state;
    state.add("auto/total_weight", total_weight_);
    state.add("auto/seen", order_.classes());
    std::vector<double> numbers;
    auto visited = const_cast<ClassMixture<L>*>(&mixture_);  // NOLINT: it is not changed
    visited->visit_state([&](double& number, Limits) { numbers.push_back(number); });
    numbers.push_back(mixture_.features().forgotten());
    state.add("auto/numbers", std::move(numbers));
    state.add("auto/followers", mixture_.guesses().followers());
    mixture_.features().save(state);
    return state;
  }

  void restore(const LearnerState& state) override {
    total_weight_ = state.number("auto/total_weight", Limits{});
    order_.see_again(state.indices("auto/seen"), configuration_.classes.fixed);
    mixture_ = fresh();
    mixture_.add_classes(order_.seen());
    restore_numbers(state.doubles("auto/numbers"));
    mixture_.restored();
    if (!mixture_.guesses().restore_followers(state.doubles("auto/followers")))
      throw std::invalid_argument("the state's 'auto/followers' are no counts of classes that followed each other");
    mixture_.features().restore(state, mixture_.rounds());
  }

  std::optional<MixtureReport> report() const override {
    MixtureReport report{.experts = {}, .has_learned = mixture_.rounds() > 0};
    const double weight = total_weight_ > 0 ? total_weight_ : 1;
    const auto shares = mixture_.shares();
    for (std::size_t v = 0; v < ClassMixture<L>::voices; ++v) {
      ExpertReport expert = v < class_expert_count ? expert_of(v) : guess_of(v - class_expert_count);
      expert.share = shares[v];
      expert.average_loss = mixture_.losses()[v] / weight;
      report.experts.push_back(std::move(expert));
    }
    report.share_of_recent = mixture_.share_of_recent();
    report.share_of_corrected = mixture_.share_of_regressions();
    report.forgotten_features = static_cast<std::uint64_t>(mixture_.features().forgotten());
    return report;
  }

 private:
  ClassMixture<L> fresh() const {
    constexpr double megabyte = 1e6;
    ClassFeatures::Room room{.forgets = configuration_.forget};
    if (configuration_.memory) room.most_bytes = static_cast<double>(*configuration_.memory) * megabyte;
    ClassMixture<L> mixture(configuration_.bias, room, *kernel_);
    return mixture;
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

  void restore_numbers(const std::vector<double>& numbers) {
    std::size_t at = 0;
    const auto take = [&](double& number, Limits limits) {
      if (at < numbers.size()) {
        const bool is_count = limits.high == any_count.high;
        if (!(numbers[at] >= limits.low && numbers[at] <= limits.high) || (is_count && numbers[at] != std::floor(numbers[at])))
          throw std::invalid_argument(fmt::format("the state's 'auto/numbers': number {} is out of range", at));
        number = numbers[at];
      }
      ++at;
    };
    mixture_.visit_state(take);
    double forgotten = 0;
    take(forgotten, any_count);
    mixture_.features().note_forgotten(forgotten);
    if (at != numbers.size())
      throw std::invalid_argument(fmt::format("the state's 'auto/numbers' has {} numbers; expected {}", numbers.size(), at));
  }

  ExpertReport expert_of(std::size_t e) const {
    const auto& [geometry, rule, c] = class_experts[e];
    const std::string_view kind = class_geometry_names[static_cast<std::size_t>(geometry)];
    ExpertReport report{.name = {},
                        .family = fmt::format("{} {}", kind, class_rule_names[static_cast<std::size_t>(rule)]),
                        .kind = std::string(kind)};
    report.name = fmt::format("{} {:g}", report.family, c);
    report.beta = mixture_.beta_of(e);
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
