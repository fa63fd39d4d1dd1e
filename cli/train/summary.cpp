#include "cli/train/summary.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <span>

#include <nlohmann/json.hpp>

#include "cli/output/interval_report.hpp"
#include "cli/output/metrics_report.hpp"
#include "cli/output/mixture_report.hpp"
#include "cli/output/tell.hpp"
#include "cli/output/tree_json.hpp"
#include "cli/train/monitor_report.hpp"
#include "tacit/domains/ball.hpp"
#include "tacit/learners/kinds.hpp"
#include "tacit/run/plain_words.hpp"
#include "tacit/run/summary.hpp"

namespace tacit::cli {

namespace {

nlohmann::ordered_json summary_json(const TrainSummary& summary, const std::optional<MixtureReport>& mixture) {
  Tree::Object tree = summary_tree(summary.session, summary.seconds);
  tree.push_back({"skipped", summary.skipped});
  tree.push_back({"collisions", summary.collisions});
  tree.push_back({"hashed_features", summary.hashed_features});
  if (mixture) tree.push_back({"mixture", report_tree(*mixture, summary.session.tally().average_least())});
  auto object = to_json(tree);
  if (summary.monitor) add_monitor(*summary.monitor, object);
  if (summary.metrics) object["metrics"] = metrics_json(*summary.metrics, summary.session.configuration());
  return object;
}

// The learner, how many it mixes, and its beta if it has one.
std::string learner_of(const Configuration& configuration, const std::optional<MixtureReport>& mixture) {
  std::string name = learner_name(configuration);
  if (mixture) name += fmt::format(", {} experts", mixture->experts.size());
  if (kind_of(configuration).has_beta) name += fmt::format(", beta {:g}", configuration.beta);
  return name;
}

void print_row(const char* name, const std::string& value, std::FILE* to) { show_legibly(to, "{:<16} {}\n", name, value); }

// Losses of guesses that need no features, on the same rounds.
void print_baselines(const Session& session, std::FILE* to) {
  const std::string learner = learner_name(session.configuration());
  const BaselineLosses baselines = session.baselines_excess();
  const Tally& tally = session.tally();
  const auto row = [&](const char* name, const std::optional<double>& loss) {
    if (!loss) return;
    print_row(name, fmt::format("{:.6g} ({})", *loss + tally.average_least(), compared(learner, tally.average_excess(), *loss)),
              to);
  };
  row("best constant", baselines.best_constant);
  row("last label", baselines.last_label);
  row("last season", baselines.last_season);
}

// Of several classes, guesses are compared by how often they err.
void print_class_baselines(const Session& session, std::FILE* to) {
  const Tally& tally = session.tally();
  const std::string learner = learner_name(session.configuration());
  const double errors = static_cast<double>(tally.mistakes) / static_cast<double>(tally.examples);
  const auto row = [&](const char* name, const std::optional<double>& share) {
    if (!share) return;
    print_row(name, fmt::format("{:.2f} % mistakes ({})", 100 * *share, compared(learner, errors, *share)), to);
  };
  const BaselineLosses baselines = session.baselines();
  row("most frequent", baselines.best_constant);
  row("last label", baselines.last_label);
  row("last season", baselines.last_season);
}

// How many classes there are, and the first of them.
std::string listed(const ClassNames& classes) {
  constexpr std::size_t most = 10;
  const std::span names = std::span(classes.names).first(std::min(most, classes.names.size()));
  return fmt::format("{}: {}{}", classes.names.size(), fmt::join(names, ", "),
                     names.size() < classes.names.size() ? ", ..." : "");
}

void print_words(const MixtureReport& mixture, const Session& session, std::FILE* to) {
  show_legibly(to, "\n");
  for (const std::string& sentence : plain_words(mixture, session.tally().average_excess(), made_groups(session)))
    show_legibly(to, "{}\n", sentence);
}

}  // namespace

void print(const TrainSummary& summary, bool json, std::FILE* to) {
  const Configuration& configuration = summary.session.configuration();
  const Tally& tally = summary.session.tally();
  const auto mixture = summary.session.learner().report();
  if (json) {
    show_json(summary_json(summary, mixture).dump(), to);
    return;
  }
  const auto row = [to](const char* name, const std::string& value) { print_row(name, value, to); };
  row("learner", learner_of(configuration, mixture));
  row("loss", configuration.loss);
  row("domain",
      configuration.domain == Ball::name ? fmt::format("ball of radius {:g}", configuration.radius) : configuration.domain);
  if (const std::uint64_t passes = summary.session.passes(); passes > 1)
    row("passes", fmt::format("{}; losses and metrics are those of the first", passes));
  row("examples", fmt::format("{}", tally.examples));
  if (has_class_names(configuration)) row("classes", listed(configuration.classes));
  if (const std::size_t rows = summary.session.waiting(); rows > 0)
    row("waiting", fmt::format("{} of them for their labels", rows));
  row("features", summary.features);
  row("nonzeros", fmt::format("{}", tally.nonzeros));
  row("cumulative loss", fmt::format("{:.6g}", tally.cumulative_loss()));
  row("average loss", fmt::format("{:.6g}", tally.average_loss()));
  if (has_classes(task_of(configuration)) && tally.examples > 0) {
    row("mistakes", fmt::format("{} ({:.2f} %)", tally.mistakes,
                                100 * static_cast<double>(tally.mistakes) / static_cast<double>(tally.examples)));
  }
  if (const auto error = summary.session.root_mean_square_error()) row("rmse", fmt::format("{:.6g}", *error));
  has_class_names(configuration) ? print_class_baselines(summary.session, to) : print_baselines(summary.session, to);
  if (!mixture || summary.verbose) row("lambda", fmt::format("{:.6g}", summary.session.learner().lambda()));
  if (const Intervals* intervals = summary.session.intervals()) print_intervals(*intervals, to);
  if (summary.monitor) print_monitor(*summary.monitor, to);
  if (mixture && summary.verbose) print_mixture(*mixture, tally, to);
  row("seconds", fmt::format("{:.3f}", summary.seconds));
  if (summary.metrics) print_metrics(*summary.metrics, configuration, to);
  if (mixture && mixture->has_learned) print_words(*mixture, summary.session, to);
}

}  // namespace tacit::cli
