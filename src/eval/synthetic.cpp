#include "tacit/eval/synthetic.hpp"

#include <array>
#include <utility>

#include "data/generators/synthetic_label.hpp"
#include "tacit/core/precise_sum.hpp"
#include "tacit/learners/any_learner.hpp"

namespace tacit {

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
