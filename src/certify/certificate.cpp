#include "tacit/certify/certificate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

#include "certify/judges.hpp"
#include "certify/least_values.hpp"
#include "certify/same_loss.hpp"
#include "learners/make_loss.hpp"
#include "run/numbers_have_grown.hpp"
#include "tacit/certify/configure.hpp"
#include "tacit/certify/variability.hpp"
#include "tacit/core/setting_error.hpp"
#include "tacit/core/thread_count.hpp"
#include "tacit/data/cross_features.hpp"
#include "tacit/data/data_error.hpp"
#include "tacit/domains/ball.hpp"
#include "tacit/domains/whole_space.hpp"
#include "tacit/learners/kinds.hpp"
#include "tacit/losses/classes.hpp"
#include "tacit/run/label_weights.hpp"
#include "tacit/step_sizes/all.hpp"

namespace tacit {

namespace {

class Stopwatch {
 public:
  // Seconds since it was made, or since the last call.
  double lap() {
    const auto now = std::chrono::steady_clock::now();
    const double seconds = std::chrono::duration<double>(now - last_).count();
    last_ = now;
    return seconds;
  }

 private:
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

// Returns whether the learner has one point x_t, whose inner products are its predictions.
bool has_one_point(const Configuration& configuration) { return kind_of(configuration).family == Family::mirror_descent; }

// One vector, or one per class.
using Weights = std::vector<SparseWeights>;

Weights weights_of(const AnyLearner& learner) {
  Weights weights;
  for (std::size_t output = 0; output < learner.outputs(); ++output) weights.push_back(learner.weights(output));
  return weights;
}

// An upper bound on the norm.
double length_of(const Weights& x) {
  double sum = 0;
  for (const SparseWeights& of_class : x) {
    for (const auto& [index, value] : of_class) sum += value * value;
  }
  return std::sqrt(sum) * (1 + 1e-9) + 1e-150;  // squares of smaller numbers are lost altogether
}

template <class Judge>
RunSums run(Judge judge, AnyLearner& learner, const Dataset& rows, const Configuration& configuration) {
  constexpr std::size_t block = 4096;
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const bool restarting = kind_of(configuration).restarts;
  const bool one_point = has_one_point(configuration);
  const double longest = configuration.domain == Ball::name ? configuration.radius * (1 + 1e-9) : infinity;
  RunSums sums;
  std::vector<Round> rounds;
  for (std::size_t first = 0; first < rows.size(); first += block) {
    rounds.resize(std::min(block, rows.size() - first));
    double length = one_point ? std::min(longest, length_of(weights_of(learner))) : 0;
    learner.learn(rows, first, rounds);
    for (std::size_t i = 0; i < rounds.size(); ++i) {
      const Example example = rows[first + i];
      judge.meet(example.label);
      if (!is_sound(rounds[i])) throw DataError(fmt::format("example {}", first + i + 1), numbers_have_grown(configuration));
      const RoundError error = judge.error(rounds[i], example, length, one_point ? longest : 0);
      sums.add(rounds[i], restarting, restarting ? example.weight * judge.at_origin(example.label) : 0.0, error);
      length = error.length;
    }
  }
  sums.finish(restarting, learner.lambda());
  return sums;
}

RunSums run(AnyLearner& learner, const Dataset& rows, const Configuration& configuration) {
  RunSums sums;
  AllLosses::with(configuration.loss, [&]<class L>(std::type_identity<L>) {
    sums = run(PredictionJudge<L>(make_loss<L>(configuration)), learner, rows, configuration);
  });
  ClassLosses::with(configuration.loss, [&]<class L>(std::type_identity<L>) {
    sums = run(ClassJudge<L>(configuration.classes), learner, rows, configuration);
  });
  return sums;
}

// ||u - x||^2 / 2.
double divergence(const SparseWeights& u, const SparseWeights& x) {
  double sum = 0;
  auto at = u.begin();
  for (const auto& [index, value] : x) {
    for (; at != u.end() && at->first < index; ++at) sum += at->second * at->second;
    const double difference = (at != u.end() && at->first == index ? (at++)->second : 0.0) - value;
    sum += difference * difference;
  }
  for (; at != u.end(); ++at) sum += at->second * at->second;
  return 0.5 * sum;
}

double divergence(const Weights& u, const Weights& x) {
  double sum = 0;
  for (std::size_t k = 0; k < u.size(); ++k) sum += divergence(u[k], k < x.size() ? x[k] : SparseWeights());
  return sum;
}

// B(u, x) - B(u, y) = <y - x, u - (x + y)/2>, which loses nothing to the squares that both have in common.
double divergence_fall(const SparseWeights& u, const SparseWeights& x, const SparseWeights& y) {
  ExactSum sum;
  auto at = u.begin();
  const auto add = [&](Index index, double from, double to) {
    while (at != u.end() && at->first < index) ++at;
    const double target = at != u.end() && at->first == index ? at->second : 0.0;
    if (from != to) sum.add_product(to - from, target - 0.5 * (from + to));
  };
  auto a = x.begin();
  auto b = y.begin();
  while (a != x.end() || b != y.end()) {
    if (b == y.end() || (a != x.end() && a->first < b->first)) {
      add(a->first, a->second, 0);
      ++a;
    } else if (a == x.end() || b->first < a->first) {
      add(b->first, 0, b->second);
      ++b;
    } else {
      add(a->first, a->second, b->second);
      ++a;
      ++b;
    }
  }
  return sum.value();
}

// sum lambda_t (B(u, x_t) - B(u, x_{t+1})) by another run, which looks at all weights after every round that moved. It is
// left out for rules that restart, and where it would take too long. RunSums knows what rounding does to it.
std::optional<double> divergence_sum(const Dataset& rows, const Configuration& configuration, const Weights& u) {
  constexpr double most_work = 2e8;
  double weights = 0;
  for (const SparseWeights& of_class : u) weights += static_cast<double>(of_class.size());
  const bool telescopes = configuration.step_size == Constant::name || kind_of(configuration).restarts;
  const bool too_long = static_cast<double>(rows.size()) * weights > most_work;
  if (telescopes || !has_one_point(configuration) || too_long) return std::nullopt;
  const auto learner = make_learner(configuration);
  ExactSum sum;
  Weights before(u.size());
  for (std::size_t t = 0; t < rows.size(); ++t) {
    Round round;
    learner->learn(rows, t, {&round, 1});
    if (round.divergence == 0) continue;
    Weights after = weights_of(*learner);
    after.resize(u.size());
    for (std::size_t k = 0; k < u.size(); ++k) sum.add_product(round.lambda, divergence_fall(u[k], before[k], after[k]));
    before = std::move(after);
  }
  return sum.value();
}

// The rows as the run learns from them; none where all classes weigh alike.
Dataset weighed_by_class(const Dataset& given, const Configuration& configuration) {
  if (configuration.class_weight.empty()) return {};
  Dataset rows = given;
  LabelWeights(configuration).weigh(rows, 0, rows.size(), configuration.classes.names);
  return rows;
}

bool is_fixed_loss(const Dataset& rows) {
  for (std::size_t i = 1; i < rows.size(); ++i) {
    if (!same_loss(rows[i], rows[0])) return false;
  }
  return true;
}

[[noreturn]] void refuse(SettingError::Kind kind, Mention about, const Message& message) {
  throw SettingError(kind, std::move(about), message);
}

double comparator_radius(const Configuration& configuration, const CertificateOptions& options) {
  using Kind = SettingError::Kind;
  const bool ball = configuration.domain == Ball::name;
  if (!ball && configuration.domain != WholeSpace::name) {
    refuse(Kind::contradiction, mention("domain", configuration.domain),
           say(fmt::format("a certificate is for the ball or the whole space, not for the {}: give ", configuration.domain),
               mention("radius", "R")));
  }
  const Mention about = mention("comparator-radius");
  if (!ball && !options.comparator_radius) {
    refuse(Kind::missing, about,
           say("in the whole space there is no best fixed model without a bound on its norm: give ", mention("radius", "R"),
               " to learn in a ball, or ", mention("comparator-radius", "U"), " to compare with models of norm U and below"));
  }
  const double radius = options.comparator_radius.value_or(configuration.radius);
  require_setting(radius > 0 && is_finite(radius), about.setting, radius, "a positive number");
  if (ball && radius > configuration.radius) {
    refuse(Kind::contradiction, about,
           say(about, ": the learner's own ball is smaller, and its bounds hold for comparators in it alone: give at most ",
               mention("radius"), ", or leave it out"));
  }
  return radius;
}

// Of features of the data: crosses have numbers of their own.
std::uint64_t largest_index(const Dataset& rows, const Configuration& configuration) {
  std::uint64_t largest = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Row row = rows.row(i);
    const std::size_t given = configuration.cross.empty() ? row.size : features_of_data(row);
    if (given > 0 && row.index[given - 1] > largest) largest = row.index[given - 1];
  }
  return largest;
}

}  // namespace

void require_certifiable(const Configuration& configuration, const CertificateOptions& options) {
  make_learner(configuration);  // refuses what no learner can be made of, such as a wrong radius, by its name
  require_setting(options.gap > 0, "gap", options.gap, "a positive number, such as 1e-6");
  comparator_radius(configuration, options);
  thread_count(options.threads);
}

Certificate certify(const Dataset& unweighed, const Configuration& configuration, const CertificateOptions& options) {
  require(!unweighed.empty(), "a certificate needs an example");
  const Dataset weighed = weighed_by_class(unweighed, configuration);
  const Dataset& rows = configuration.class_weight.empty() ? unweighed : weighed;
  const bool ball = configuration.domain == Ball::name;
  const unsigned threads = thread_count(options.threads);
  Certificate certificate;
  certificate.comparator_radius = comparator_radius(configuration, options);
  certificate.examples = rows.size();
  certificate.features = largest_index(rows, configuration);
  const auto learner = make_learner(configuration);
  require_few_examples(configuration, rows.size());
  Stopwatch watch;
  RunSums sums = run(*learner, rows, configuration);
  const LeastValues least(rows, least_loss_of(configuration));
  certificate.seconds.learning = watch.lap();
  if (ball) certificate.temporal_variability = temporal_variability(rows, configuration, configuration.radius, threads);
  certificate.seconds.variability = watch.lap();
  ComparatorOptions comparator_options;
  comparator_options.gap = options.gap;
  comparator_options.threads = threads;
  certificate.comparator = best_fixed(rows, configuration, certificate.comparator_radius, comparator_options);
  certificate.seconds.comparator = watch.lap();

  const Comparator& comparator = certificate.comparator;
  const Weights best = comparator.all_weights();
  const double first_divergence = divergence(best, {});
  const double first_excess = sums.first_loss;
  const double size = sums.losses.value() + comparator.loss.upper + least.size();
  sums.put_in(least.first, least.last);
  if (auto& variability = certificate.temporal_variability) variability = sum_of(*variability, least.rise());
  certificate.cumulative_loss = sums.losses.value() + least.value;
  certificate.comparator_loss = sum_of(comparator.loss, least.sum);
  certificate.regret = difference(sums.paid(), comparator.loss);
  const bool single = kind_of(configuration).family != Family::mixture;
  if (single) certificate.path_variability = sums.path.value();
  certificate.gradient_norms_squared = sums.squared_gradients.value();
  certificate.lambda = sums.next_lambda;
  certificate.first_loss = sums.first_loss;
  certificate.last_loss = sums.last_loss;
  const Evidence evidence{.configuration = configuration,
                          .sums = sums,
                          .regret = certificate.regret,
                          .size = size,
                          .first_excess = first_excess,
                          .radius = ball ? std::optional(configuration.radius) : std::nullopt,
                          .variability = certificate.temporal_variability,
                          .first_divergence = first_divergence,
                          .last_divergence = divergence(best, weights_of(*learner)),
                          .norm = std::sqrt(2 * first_divergence),
                          .divergence_sum = divergence_sum(rows, configuration, best),
                          .fixed_loss = is_fixed_loss(rows)};
  BoundList list = evaluate_bounds(evidence);
  certificate.bounds = std::move(list.bounds);
  certificate.left_out = std::move(list.left_out);
  certificate.seconds.bounds = watch.lap();
  return certificate;
}

}  // namespace tacit
