#include "tacit/certify/certificate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

#include "learners/concrete_learner.hpp"
#include "tacit/any_learner.hpp"
#include "tacit/certify/variability.hpp"
#include "tacit/data/data_error.hpp"
#include "tacit/domains/ball.hpp"
#include "tacit/domains/whole_space.hpp"

namespace tacit {

namespace {

class Stopwatch {
 public:
  // Since it was made, or since it was last asked.
  double lap() {
    const auto now = std::chrono::steady_clock::now();
    const double seconds = std::chrono::duration<double>(now - last_).count();
    last_ = now;
    return seconds;
  }

 private:
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

// l_t(0) for rows `first` and on.
void losses_at_zero(const Dataset& rows, std::size_t first, const Configuration& configuration, std::vector<double>& into) {
  AllLosses::with(configuration.loss, [&]<class L>(std::type_identity<L>) {
    const L loss = make_loss<L>(configuration);
    for (std::size_t i = 0; i < into.size(); ++i) into[i] = rows.weight(first + i) * loss.value(0.0, rows.label(first + i));
  });
}

RunSums run(AnyLearner& learner, const Dataset& rows, const Configuration& configuration) {
  constexpr std::size_t block = 4096;
  const bool restarting = configuration.step_size == Doubling::name;
  RunSums sums;
  std::vector<Round> rounds;
  std::vector<double> at_start;
  for (std::size_t first = 0; first < rows.size(); first += block) {
    rounds.resize(std::min(block, rows.size() - first));
    at_start.assign(rounds.size(), 0);
    learner.learn(rows, first, rounds);
    if (restarting) losses_at_zero(rows, first, configuration, at_start);
    for (std::size_t i = 0; i < rounds.size(); ++i) {
      if (!is_sound(rounds[i])) {
        throw DataError(fmt::format(
            "example {}: the numbers have grown beyond what a double can hold; scale the features, or give a smaller beta",
            first + i + 1));
      }
      sums.add(rounds[i], restarting, at_start[i]);
    }
  }
  sums.finish(restarting, learner.lambda());
  return sums;
}

// ||u - x||^2 / 2.
double divergence(const std::vector<double>& u, const SparseWeights& x) {
  double sum = 0;
  std::size_t next = 0;
  for (const auto& [index, value] : x) {
    for (; next < std::min<std::size_t>(index, u.size()); ++next) sum += u[next] * u[next];
    const double difference = (index < u.size() ? u[index] : 0.0) - value;
    sum += difference * difference;
    next = std::max(next, std::size_t{index} + 1);
  }
  for (; next < u.size(); ++next) sum += u[next] * u[next];
  return 0.5 * sum;
}

// sum lambda_t (B(u, x_t) - B(u, x_{t+1})) by another run, which looks at all weights after every round that moved. Not for rules
// that restart, nor where that would be too long.
std::optional<double> divergence_sum(const Dataset& rows, const Configuration& configuration, const std::vector<double>& u) {
  constexpr double most_work = 2e8;
  const bool telescopes = configuration.step_size == Constant::name || configuration.step_size == Doubling::name;
  const bool single = learner_name(configuration) != "auto" && learner_name(configuration) != "ftrl";
  if (telescopes || !single || static_cast<double>(rows.size()) * static_cast<double>(u.size()) > most_work) return std::nullopt;
  const auto learner = make_learner(configuration);
  ExactSum sum;
  double before = divergence(u, {});
  for (std::size_t t = 0; t < rows.size(); ++t) {
    Round round;
    learner->learn(rows, t, {&round, 1});
    if (round.divergence == 0) continue;
    const double after = divergence(u, learner->weights());
    sum.add(round.lambda * (before - after));
    before = after;
  }
  return sum.value();
}

bool is_fixed_loss(const Dataset& rows) {
  const Example first = rows[0];
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const auto [features, label, weight] = rows[i];
    if (label != first.label || weight != first.weight || features.size != first.features.size ||
        !std::equal(features.index, features.index + features.size, first.features.index) ||
        !std::equal(features.value, features.value + features.size, first.features.value))
      return false;
  }
  return true;
}

// cumulative - comparator, rounded outward.
Enclosure difference(const Enclosure& cumulative, const Enclosure& comparator) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  return {std::nextafter(cumulative.lower - comparator.upper, -infinity),
          std::nextafter(cumulative.upper - comparator.lower, infinity)};
}

double comparator_radius(const Configuration& configuration, const CertificateOptions& options) {
  const bool ball = configuration.domain == Ball::name;
  if (!ball && configuration.domain != WholeSpace::name) {
    throw std::invalid_argument(
        fmt::format("a certificate is for the ball or the whole space, not for the {}: give --radius R", configuration.domain));
  }
  if (!ball && !options.comparator_radius) {
    throw std::invalid_argument(
        "in the whole space no fixed model is the best before it is said how large it may be: give --radius R to learn in a "
        "ball, "
        "or --comparator-radius U to compare with models of norm U and below");
  }
  const double radius = options.comparator_radius.value_or(configuration.radius);
  require(radius > 0 && is_finite(radius), "--comparator-radius must be a positive number");
  require(!ball || radius <= configuration.radius,
          "--comparator-radius: the learner's own ball is smaller, and its bounds hold for comparators in it alone: give at most "
          "--radius, or leave it out");
  return radius;
}

}  // namespace

void require_certifiable(const Configuration& configuration, const CertificateOptions& options) {
  comparator_radius(configuration, options);
}

Certificate certify(const Dataset& rows, const Configuration& configuration, const CertificateOptions& options) {
  require(!rows.empty(), "a certificate needs an example");
  const bool ball = configuration.domain == Ball::name;
  Certificate certificate;
  certificate.comparator_radius = comparator_radius(configuration, options);
  certificate.examples = rows.size();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (const std::size_t dimension = rows.row(i).dimension(); dimension > certificate.features + 1)
      certificate.features = dimension - 1;
  }
  const auto learner = make_learner(configuration);
  Stopwatch watch;
  const RunSums sums = run(*learner, rows, configuration);
  certificate.seconds.learning = watch.lap();
  if (ball) certificate.temporal_variability = temporal_variability(rows, configuration, configuration.radius, options.threads);
  certificate.seconds.variability = watch.lap();
  ComparatorOptions comparator_options;
  comparator_options.gap = options.gap;
  comparator_options.threads = options.threads;
  certificate.comparator = best_fixed(rows, configuration, certificate.comparator_radius, comparator_options);
  certificate.seconds.comparator = watch.lap();

  const Comparator& comparator = certificate.comparator;
  certificate.cumulative_loss = sums.losses.value();
  certificate.regret = difference(sums.losses.enclosure(), comparator.loss);
  const bool single = learner_name(configuration) != "auto";
  if (single) certificate.path_variability = sums.path.value();
  certificate.gradient_norms_squared = sums.squared_gradients.value();
  certificate.lambda = sums.next_lambda;
  certificate.first_loss = sums.first_loss;
  certificate.last_loss = sums.last_loss;
  const Evidence evidence{.configuration = configuration,
                          .sums = sums,
                          .regret = certificate.regret,
                          .size = certificate.cumulative_loss + comparator.loss.upper,
                          .radius = ball ? std::optional(configuration.radius) : std::nullopt,
                          .variability = certificate.temporal_variability,
                          .first_divergence = divergence(comparator.weights, {}),
                          .last_divergence = divergence(comparator.weights, learner->weights()),
                          .divergence_sum = divergence_sum(rows, configuration, comparator.weights),
                          .fixed_loss = is_fixed_loss(rows)};
  BoundList list = evaluate_bounds(evidence);
  certificate.bounds = std::move(list.bounds);
  certificate.left_out = std::move(list.left_out);
  certificate.seconds.bounds = watch.lap();
  return certificate;
}

}  // namespace tacit
