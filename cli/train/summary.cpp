#include "cli/train/summary.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cli/output/metrics_report.hpp"
#include "cli/output/mixture_report.hpp"
#include "cli/train/monitor_report.hpp"
#include "tacit/domains/ball.hpp"

namespace tacit::cli {

void print(const TrainSummary& summary, bool json, std::FILE* to) {
  const Configuration& configuration = summary.model.configuration;
  const Tally& tally = summary.model.tally;
  const bool two_class = is_two_class(configuration);
  const bool ball = configuration.domain == Ball::name;
  if (json) {
    using Json = nlohmann::ordered_json;
    Json object;
    object["learner"] = learner_name(configuration);
    object["loss"] = configuration.loss;
    object["beta"] = summary.mixture ? Json() : Json(configuration.beta);
    object["radius"] = ball ? Json(configuration.radius) : Json();
    object["examples"] = tally.examples;
    object["features"] = tally.features;
    object["nonzeros"] = tally.nonzeros;
    object["cumulative_loss"] = tally.cumulative_loss();
    object["average_loss"] = tally.average_loss();
    object["mistakes"] = two_class ? Json(tally.mistakes) : Json();
    object["lambda"] = summary.model.lambda;
    object["seconds"] = summary.seconds;
    object["domain"] = configuration.domain;
    const auto parameter = loss_parameter(configuration);
    object["loss_parameter"] = parameter ? Json(*parameter) : Json();
    object["skipped"] = summary.skipped;
    object["collisions"] = summary.collisions;
    if (summary.mixture) object["mixture"] = to_json(*summary.mixture);
    if (summary.monitor) add_monitor(*summary.monitor, object);
    if (summary.metrics) object["metrics"] = metrics_json(*summary.metrics);
    fmt::print(to, "{}\n", object.dump());
    return;
  }
  const auto row = [to](const char* name, const std::string& value) { fmt::print(to, "{:<16} {}\n", name, value); };
  row("learner", summary.mixture ? fmt::format("auto, {} experts", summary.mixture->experts.size())
                                 : fmt::format("{}, beta {:g}", learner_name(configuration), configuration.beta));
  row("loss", configuration.loss);
  row("domain", ball ? fmt::format("ball of radius {:g}", configuration.radius) : configuration.domain);
  row("examples", fmt::format("{}", tally.examples));
  row("features", summary.features);
  row("nonzeros", fmt::format("{}", tally.nonzeros));
  row("cumulative loss", fmt::format("{:.15g}", tally.cumulative_loss()));
  row("average loss", fmt::format("{:.15g}", tally.average_loss()));
  if (two_class && tally.examples > 0) {
    row("mistakes", fmt::format("{} ({:.2f} %)", tally.mistakes,
                                100 * static_cast<double>(tally.mistakes) / static_cast<double>(tally.examples)));
  }
  row("lambda", fmt::format("{:.15g}", summary.model.lambda));
  if (summary.monitor) print_monitor(*summary.monitor, to);
  if (summary.mixture) print_mixture(*summary.mixture, tally.average_loss(), to);
  row("seconds", fmt::format("{:.3f}", summary.seconds));
  if (summary.metrics) print_metrics(*summary.metrics, to);
}

}  // namespace tacit::cli
