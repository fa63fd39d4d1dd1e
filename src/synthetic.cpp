#include "tacit/eval/synthetic.hpp"

#include <array>
#include <cmath>
#include <utility>

#include "tacit/any_learner.hpp"
#include "tacit/core/elementary.hpp"
#include "tacit/eval/tally.hpp"

namespace tacit {

// The angle is carried to twice the precision of a double, so that the label is the nearest double to the true value.
double synthetic_label(int round, int rounds) {
  constexpr double pi = 3.14159265358979323846;
  constexpr double pi_rest = 1.2246467991473532e-16;
  const double whole = 10.0 * rounds;
  const double product = pi * round;
  const double angle = product / whole;
  const double rest = (std::fma(pi, round, -product) + std::fma(-angle, whole, product) + pi_rest * round) / whole;
  return 100 * (sine(angle) + rest * (1 - 0.5 * angle * angle));
}

std::vector<SyntheticCurve> run_synthetic(const SyntheticSettings& settings) {
  Dataset stream;
  for (int t = 1; t <= settings.rounds; ++t) {
    stream.begin_row(synthetic_label(t, settings.rounds));
    stream.push(1, 1.0);
  }
  constexpr std::array<std::pair<const char*, const char*>, 4> learners{
      {{"ogd", "OGD"}, {"ada-ogd", "AdaOGD"}, {"implicit", "Implicit"}, {"ada-implicit", "AdaImplicit"}}};
  std::vector<SyntheticCurve> curves;
  for (const auto& [name, title] : learners) {
    Configuration configuration;
    choose_learner(name, configuration);
    configuration.loss = "quarter-square";
    configuration.domain = "ball";
    configuration.radius = settings.diameter / 2;
    configuration.beta = settings.beta;
    const auto learner = make_learner(configuration);
    if (settings.first_weight != 0) learner->start_from({{1, settings.first_weight}});
    std::vector<Round> rounds(stream.size());
    learner->learn(stream, rounds);
    SyntheticCurve curve{name, title, {}};
    PreciseSum loss;
    for (const Round& round : rounds) {
      loss.add(round.loss_before);
      curve.cumulative_loss.push_back(loss.value());
    }
    curves.push_back(std::move(curve));
  }
  return curves;
}

}  // namespace tacit
