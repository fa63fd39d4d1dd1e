// A ClassMixture behind the face of AnyLearner.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "learners/class_mixture/class_mixture.hpp"
#include "learners/class_mixture/make.hpp"
#include "tacit/learners/state_source.hpp"

namespace tacit {

namespace {

// The score of a class that was not seen where others were: nothing is left of its probability.
constexpr double score_of_unseen = -1e300;

template <class L>
class ClassMixtureLearner final : public AnyLearner {
 public:
  ClassMixtureLearner(const Configuration& configuration, const ClassKernel& kernel)
      : configuration_(configuration), kernel_(&kernel), mixture_(fresh()) {}

  std::size_t outputs() const override { return std::max(outputs_, mixture_.classes()); }
  void add_classes(std::size_t count) override { outputs_ = std::max(outputs_, count); }

  void learn(const Dataset& rows, std::size_t first, std::span<Round> rounds, std::span<double> scores) override {
    const std::size_t width = scores.empty() ? 0 : scores.size() / rounds.size();
    for (std::size_t i = 0; i < rounds.size(); ++i) {
      const std::size_t row = first + i;
      rounds[i] = mixture_.learn(rows.row(row), static_cast<std::size_t>(rows.label(row)), rows.weight(row), hints_of(rows, row));
      total_weight_ += rows.weight(row);
      if (width > 0) write(mixture_.scores(), scores.subspan(i * width, width));
    }
  }

  void predict(const Dataset& rows, std::span<double> predictions) const override {
    if (rows.empty()) return;
    typename ClassMixture<L>::Work work;
    const std::size_t width = predictions.size() / rows.size();
    for (std::size_t i = 0; i < rows.size(); ++i) {
      mixture_.predict(rows.row(i), hints_of(rows, i), work);
      write(work.final, predictions.subspan(i * width, width));
    }
  }

  // What the experts' scores are on average, by share.
  SparseWeights weights(std::size_t output) const override {
    if (output >= mixture_.classes()) return {};
    const auto shares = mixture_.shares();
    PerExpert of_experts;
    std::copy_n(shares.begin(), of_experts.size(), of_experts.begin());
    double sum = 0;
    for (const double share : of_experts) sum += share;
    constexpr double least_share = 1e-9;
    for (double& share : of_experts) share = sum > least_share ? share / sum : 1 / static_cast<double>(of_experts.size());
    return mixture_.features().collapsed(output, of_experts);
  }

  double lambda() const override { return mixture_.lambda(); }
  void divide(Index index, double factor) override { mixture_.features().divide(index, factor); }

  void start_from(std::span<const SparseWeights> weights) override {
    add_classes(weights.size());
    mixture_.add_classes(weights.size());
    for (std::size_t k = 0; k < weights.size(); ++k) {
      for (const auto& [index, weight] : weights[k]) mixture_.features().start_from(index, k, weight);
    }
  }

  LearnerState state() const override {
    LearnerState state;
    state.add("auto/total_weight", total_weight_);
    state.add("auto/classes", static_cast<double>(mixture_.classes()));
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
    const double classes = state.number("auto/classes", Limits{0, most_classes});
    if (classes != std::floor(classes)) throw std::invalid_argument("the state's 'auto/classes' is no whole number");
    mixture_ = fresh();
    mixture_.add_classes(static_cast<std::size_t>(classes));
    if (mixture_.classes() != static_cast<std::size_t>(classes))
      throw std::invalid_argument("the state's 'auto/classes' are fewer than those that are fixed");
    restore_numbers(state.doubles("auto/numbers"));
    mixture_.restored();
    if (!mixture_.guesses().restore_followers(state.doubles("auto/followers")))
      throw std::invalid_argument("the state's 'auto/followers' are no counts of classes that followed each other");
    mixture_.features().restore(state, mixture_.rounds());
  }

  std::optional<MixtureReport> report() const override {
    MixtureReport report;
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
  static constexpr double most_classes = 10000;

  ClassMixture<L> fresh() const {
    constexpr double megabyte = 1e6;
    ClassFeatures::Room room{.forgets = configuration_.forget};
    if (configuration_.memory) room.most_bytes = static_cast<double>(*configuration_.memory) * megabyte;
    ClassMixture<L> mixture(configuration_.bias, room, *kernel_);
    return mixture;
  }

  static ClassHints hints_of(const Dataset& rows, std::size_t row) {
    const std::span<const double> hints = rows.hints(row);
    const auto known = [&](std::size_t i) {
      return i < hints.size() && hints[i] >= 0 ? static_cast<std::size_t>(hints[i]) : ClassHints::unknown;
    };
    return {.last = known(0), .season = known(1)};
  }

  void write(std::span<const double> scores, std::span<double> to) const {
    std::ranges::fill(to, scores.empty() ? 0.0 : score_of_unseen);
    std::copy_n(scores.begin(), std::min(scores.size(), to.size()), to.begin());
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
  std::size_t outputs_ = 0;
  double total_weight_ = 0;
};

}  // namespace

const ClassKernel& class_kernel_of(InstructionSet set) {
#ifdef TACIT_AVX2_KERNELS
  if (set == InstructionSet::avx2) return class_avx2_kernel;
#endif
  return set == InstructionSet::baseline ? class_baseline_kernel : class_baseline_kernel;
}

std::unique_ptr<AnyLearner> make_class_mixture(const Configuration& configuration, InstructionSet set) {
  std::unique_ptr<AnyLearner> made;
  ClassLosses::for_each([&]<class L>(std::type_identity<L>) {
    if (configuration.loss == L::name) made = std::make_unique<ClassMixtureLearner<L>>(configuration, class_kernel_of(set));
  });
  return made;
}

}  // namespace tacit
