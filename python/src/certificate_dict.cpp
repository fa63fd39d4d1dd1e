#include "certificate_dict.hpp"

#include <pybind11/stl.h>

#include "tacit/domains/ball.hpp"

namespace tacit::python {

namespace {

namespace py = pybind11;

py::dict enclosed(const Enclosure& enclosure) {
  py::dict ends;
  ends["lower"] = enclosure.lower;
  ends["upper"] = enclosure.upper;
  return ends;
}

py::dict bound_dict(const Bound& bound) {
  py::dict dict;
  dict["name"] = bound.name;
  dict["value"] = bound.value;
  dict["holds"] = bound.holds;
  dict["of"] = bound.of;
  dict["measured"] = bound.measured;
  dict["ratio"] = bound.ratio();
  dict["statement"] = bound.statement;
  py::dict terms;
  for (const auto& [name, value] : bound.terms) terms[name.c_str()] = value;
  dict["terms"] = terms;
  if (!bound.smallest.empty()) dict["smallest"] = bound.smallest;
  return dict;
}

}  // namespace

py::dict certificate_dict(const Configuration& configuration, const Certificate& certificate, double gap) {
  const std::string learner = learner_name(configuration);
  py::dict dict;
  dict["learner"] = learner;
  dict["loss"] = configuration.loss;
  dict["loss_parameter"] = loss_parameter(configuration);
  dict["beta"] = learner == "auto" ? std::optional<double>() : std::optional(configuration.beta);
  dict["radius"] = configuration.domain == Ball::name ? std::optional(configuration.radius) : std::optional<double>();
  dict["domain"] = configuration.domain;
  dict["comparator_radius"] = certificate.comparator_radius;
  dict["examples"] = certificate.examples;
  dict["features"] = certificate.features;
  dict["cumulative_loss"] = certificate.cumulative_loss;
  dict["comparator_loss"] = enclosed(certificate.comparator.loss);
  dict["comparator"] = certificate.comparator.weights;
  dict["regret"] = enclosed(certificate.regret);
  const auto& variability = certificate.temporal_variability;
  dict["temporal_variability"] = variability ? py::object(enclosed(*variability)) : py::object(py::none());
  dict["path_variability"] = certificate.path_variability;
  dict["gradient_norms_squared"] = certificate.gradient_norms_squared;
  dict["lambda"] = certificate.lambda;
  dict["first_loss"] = certificate.first_loss;
  dict["last_loss"] = certificate.last_loss;
  py::list bounds;
  for (const Bound& bound : certificate.bounds) bounds.append(bound_dict(bound));
  dict["bounds"] = bounds;
  py::list left_out;
  for (const LeftOut& left : certificate.left_out) {
    py::dict reason;
    reason["name"] = left.name;
    reason["reason"] = left.reason;
    left_out.append(reason);
  }
  dict["left_out"] = left_out;
  const Bound* least = tightest(certificate.bounds);
  dict["tightest"] = least != nullptr ? py::object(py::str(least->name)) : py::object(py::none());
  dict["gap"] = gap;
  dict["converged"] = certificate.comparator.converged;
  return dict;
}

}  // namespace tacit::python
