#include "cli/train/summary.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cli/output/metrics_report.hpp"
#include "cli/output/mixture_report.hpp"
#include "cli/train/monitor_report.hpp"
#include "tacit/domains/ball.hpp"

namespace tacit::cli {

namespace {

using Json = nlohmann::ordered_json;

Json to_json(const TrainSummary& summary, const std::optional<MixtureReport>& mixture) {
  const Configuration& configuration = summary.session.configuration();
  const Tally& tally = summary.session.tally();
  const auto parameter = loss_parameter(configuration);
  Json object;
  object["learner"] = learner_name(configuration);
  object["loss"] = configuration.loss;
  object["beta"] = mixture ? Json() : Json(configuration.beta);
  object["radius"] = configuration.domain == Ball::name ? Json(configuration.radius) : Json();
  object["examples"] = tally.examples;
  object["features"] = tally.features;
  object["nonzeros"] = tally.nonzeros;
  object["cumulative_loss"] = tally.cumulative_loss();
  object["average_loss"] = tally.average_loss();
  object["mistakes"] = is_two_class(configuration) ? Json(tally.mistakes) : Json();
  object["lambda"] = summary.session.learner().lambda();
  object["seconds"] = summary.seconds;
  object["domain"] = configuration.domain;
  object["loss_parameter"] = parameter ? Json(*parameter) : Json();
  object["skipped"] = summary.skipped;
  object["collisions"] = summary.collisions;
  if (mixture) object["mixture"] = cli::to_json(*mixture);
  if (summary.monitor) add_monitor(*summary.monitor, object);
  if (summary.metrics) object["metrics"] = metrics_json(*summary.metrics);
  return object;
}

}  // namespace

void print(const TrainSummary& summary, bool json, std::FILE* to) {
  const Configuration& configuration = summary.session.configuration();
  const Tally& tally = summary.session.tally();
  const auto mixture = summary.session.learner().report();
  if (json) {
    fmt::print(to, "{}\n", to_json(summary, mixture).dump());
    return;
  }
  const auto row = [to](const char* name, const std::string& value) { fmt::print(to, "{:<16} {}\n", name, value); };
  row("learner", mixture ? fmt::format("auto, {} experts", mixture->experts.size())
                         : fmt::format("{}, beta {:g}", learner_name(configuration), configuration.beta));
  row("loss", configuration.loss);
  row("domain",
      configuration.domain == Ball::name ? fmt::format("ball of radius {:g}", configuration.radius) : configuration.domain);
  row("examples", fmt::format("{}", tally.examples));
  row("features", summary.features);
  row("nonzeros", fmt::format("{}", tally.nonzeros));
  row("cumulative loss", fmt::format("{:.6g}", tally.cumulative_loss()));
  row("average loss", fmt::format("{:.6g}", tally.average_loss()));
  if (is_two_class(configuration) && tally.examples > 0) {
    row("mistakes", fmt::format("{} ({:.2f} %)", tally.mistakes,
                                100 * static_cast<double>(tally.mistakes) / static_cast<double>(tally.examples)));
  }
  row("lambda", fmt::format("{:.6g}", summary.session.learner().lambda()));
  if (summary.monitor) print_monitor(*summary.monitor, to);
  if (mixture) print_mixture(*mixture, tally.average_loss(), to);
  row("seconds", fmt::format("{:.3f}", summary.seconds));
  if (summary.metrics) print_metrics(*summary.metrics, to);
}

}  // namespace tacit::cli
