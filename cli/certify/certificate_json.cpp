#include <nlohmann/json.hpp>

#include "cli/certify/certificate_report.hpp"
#include "tacit/domains/ball.hpp"

namespace tacit::cli {

namespace {

using Json = nlohmann::ordered_json;

Json enclosed(const Enclosure& enclosure) { return {{"lower", enclosure.lower}, {"upper", enclosure.upper}}; }

template <class Number>
Json maybe(const std::optional<Number>& number) {
  return number ? Json(*number) : Json();
}

Json bound_json(const Bound& bound) {
  Json json{{"name", bound.name},         {"value", bound.value},          {"holds", bound.holds},        {"of", bound.of},
            {"measured", bound.measured}, {"ratio", maybe(bound.ratio())}, {"statement", bound.statement}};
  json["terms"] = Json::object();
  for (const auto& [name, value] : bound.terms) json["terms"][name] = value;
  if (!bound.smallest.empty()) json["smallest"] = bound.smallest;
  return json;
}

}  // namespace

std::string to_json(const CertificateReport& report) {
  const auto& [configuration, certificate, gap] = report;
  const bool mixture = learner_name(configuration) == "auto";
  Json json;
  json["learner"] = learner_name(configuration);
  json["loss"] = configuration.loss;
  json["loss_parameter"] = maybe(loss_parameter(configuration));
  json["beta"] = mixture ? Json() : Json(configuration.beta);
  json["radius"] = configuration.domain == Ball::name ? Json(configuration.radius) : Json();
  json["domain"] = configuration.domain;
  json["comparator_radius"] = certificate.comparator_radius;
  json["examples"] = certificate.examples;
  json["features"] = certificate.features;
  json["cumulative_loss"] = certificate.cumulative_loss;
  json["comparator_loss"] = enclosed(certificate.comparator.loss);
  json["regret"] = enclosed(certificate.regret);
  const auto& variability = certificate.temporal_variability;
  json["temporal_variability"] = variability ? enclosed(*variability) : Json();
  json["path_variability"] = maybe(certificate.path_variability);
  json["gradient_norms_squared"] = certificate.gradient_norms_squared;
  json["lambda"] = certificate.lambda;
  json["first_loss"] = certificate.first_loss;
  json["last_loss"] = certificate.last_loss;
  json["bounds"] = Json::array();
  for (const Bound& bound : certificate.bounds) json["bounds"].push_back(bound_json(bound));
  json["left_out"] = Json::array();
  for (const LeftOut& left : certificate.left_out) json["left_out"].push_back({{"name", left.name}, {"reason", left.reason}});
  const Bound* least = tightest(certificate.bounds);
  json["tightest"] = least != nullptr ? Json(least->name) : Json();
  json["gap"] = gap;
  json["converged"] = certificate.comparator.converged;
  const auto& [learning, finding_variability, comparing, bounding] = certificate.seconds;
  json["seconds"] = learning + finding_variability + comparing + bounding;
  json["seconds_of"] = {
      {"learning", learning}, {"variability", finding_variability}, {"comparator", comparing}, {"bounds", bounding}};
  return json.dump();
}

}  // namespace tacit::cli
