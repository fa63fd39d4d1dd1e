#include "tacit/certify/certificate_tree.hpp"

#include "tacit/domains/ball.hpp"
#include "tacit/learners/kinds.hpp"

namespace tacit {

namespace {

Tree enclosed(const Enclosure& enclosure) { return Tree::Object{{"lower", enclosure.lower}, {"upper", enclosure.upper}}; }

Tree bound_tree(const Bound& bound) {
  Tree::Object terms;
  for (const auto& [name, value] : bound.terms) terms.push_back({name, value});
  Tree::Object tree{{"name", bound.name},     {"value", bound.value},           {"holds", bound.holds},
                    {"of", bound.of},         {"error", bound.error},           {"measured", bound.measured},
                    {"ratio", bound.ratio()}, {"statement", bound.statement()}, {"terms", std::move(terms)}};
  if (!bound.smallest.empty()) tree.push_back({"smallest", bound.smallest});
  return tree;
}

// Null unless there are several.
Tree classes_of(const Configuration& configuration) {
  if (!has_class_names(configuration)) return {};
  Tree::List names;
  for (const std::string& name : configuration.classes.names) names.emplace_back(name);
  return names;
}

}  // namespace

Tree::Object certificate_tree(const Configuration& configuration, const Certificate& certificate, double gap) {
  const bool has_beta = kind_of(configuration).has_beta;
  const bool ball = configuration.domain == Ball::name;
  const auto& variability = certificate.temporal_variability;
  Tree::List bounds;
  for (const Bound& bound : certificate.bounds) bounds.push_back(bound_tree(bound));
  Tree::List left_out;
  for (const LeftOut& left : certificate.left_out)
    left_out.emplace_back(Tree::Object{{"name", left.name}, {"reason", left.reason}});
  const Bound* const tight = tightest(certificate.bounds);
  return {{"learner", learner_name(configuration)},
          {"loss", configuration.loss},
          {"loss_parameter", loss_parameter(configuration)},
          {"beta", has_beta ? Tree(configuration.beta) : Tree()},
          {"radius", ball ? Tree(configuration.radius) : Tree()},
          {"domain", configuration.domain},
          {"comparator_radius", certificate.comparator_radius},
          {"examples", certificate.examples},
          {"features", certificate.features},
          {"classes", classes_of(configuration)},
          {"cumulative_loss", certificate.cumulative_loss},
          {"comparator_loss", enclosed(certificate.comparator_loss)},
          {"regret", enclosed(certificate.regret)},
          {"temporal_variability", variability ? enclosed(*variability) : Tree()},
          {"path_variability", certificate.path_variability},
          {"gradient_norms_squared", certificate.gradient_norms_squared},
          {"lambda", certificate.lambda},
          {"first_loss", certificate.first_loss},
          {"last_loss", certificate.last_loss},
          {"bounds", std::move(bounds)},
          {"left_out", std::move(left_out)},
          {"tightest", tight != nullptr ? Tree(tight->name) : Tree()},
          {"gap", gap},
          {"reached_gap", certificate.comparator.loss.relative_width()},
          {"converged", certificate.comparator.converged}};
}

Tree::Object seconds_tree(const Certificate::Seconds& seconds) {
  const auto& [learning, variability, comparator, bounds] = seconds;
  return {{"seconds", learning + variability + comparator + bounds},
          {"seconds_of",
           Tree::Object{{"learning", learning}, {"variability", variability}, {"comparator", comparator}, {"bounds", bounds}}}};
}

}  // namespace tacit
