#include "tacit/run/summary.hpp"

#include "tacit/domains/ball.hpp"
#include "tacit/learners/kinds.hpp"

namespace tacit {

MadeGroups made_groups(const Session& session) {
  const Configuration& configuration = session.configuration();
  return {
      .lags = configuration.lags.any(), .calendar = session.columns().time.has_value(), .crosses = !configuration.cross.empty()};
}

Tree::Object interval_tree(const Intervals& intervals) {
  const IntervalTally& tally = intervals.tally();
  return {{"level", intervals.level()},
          {"coverage", tally.coverage()},
          {"worst_coverage", tally.worst_coverage()},
          {"width", tally.width()},
          {"score", tally.score()}};
}

Tree::Object summary_tree(const Session& session, std::optional<double> seconds) {
  const Configuration& configuration = session.configuration();
  const Tally& tally = session.tally();
  const bool classes = has_classes(task_of(configuration));
  Tree::Object tree{{"learner", learner_name(configuration)},
                    {"loss", configuration.loss},
                    {"beta", kind_of(configuration).has_beta ? Tree(configuration.beta) : Tree()},
                    {"radius", configuration.domain == Ball::name ? Tree(configuration.radius) : Tree()},
                    {"examples", tally.examples},
                    {"features", tally.features},
                    {"nonzeros", tally.nonzeros},
                    {"cumulative_loss", tally.cumulative_loss()},
                    {"average_loss", tally.average_loss()},
                    {"mistakes", classes ? Tree(tally.mistakes) : Tree()},
                    {"rmse", session.root_mean_square_error()},
                    {"lambda", session.learner().lambda()}};
  if (session.passes() > 1) tree.push_back({"passes", session.passes()});
  if (seconds) tree.push_back({"seconds", *seconds});
  tree.push_back({"domain", configuration.domain});
  tree.push_back({"loss_parameter", loss_parameter(configuration)});
  if (configuration.horizon > 0 || configuration.delay > 0) tree.push_back({"waiting", session.waiting()});
  const BaselineLosses losses = session.baselines();
  tree.push_back({"baselines", Tree::Object{{"best_constant", losses.best_constant},
                                            {"last_label", losses.last_label},
                                            {"last_season", losses.last_season}}});
  if (has_class_names(configuration)) {
    Tree::List names;
    for (const std::string& name : configuration.classes.names) names.emplace_back(name);
    tree.push_back({"classes", std::move(names)});
  }
  if (const Intervals* intervals = session.intervals()) tree.push_back({"interval", interval_tree(*intervals)});
  return tree;
}

}  // namespace tacit
