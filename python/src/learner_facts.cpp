#include "learner_facts.hpp"

#include <algorithm>

#include "keywords.hpp"

namespace tacit::python {

namespace py = pybind11;

py::dict summary(const Session& session) {
  Model model;
  model.configuration = session.configuration();
  const auto say = [&](const char* name) { return as_object(setting(name).get(model)); };
  const Tally& tally = session.tally();
  py::dict summary;
  for (const char* name : {"learner", "loss", "beta", "radius"}) summary[name] = say(name);
  summary["examples"] = tally.examples;
  summary["features"] = tally.features;
  summary["nonzeros"] = tally.nonzeros;
  summary["cumulative_loss"] = tally.cumulative_loss();
  summary["average_loss"] = tally.average_loss();
  summary["mistakes"] = is_two_class(session.configuration()) ? py::object(py::int_(tally.mistakes)) : py::object(py::none());
  summary["lambda"] = session.learner().lambda();
  summary["domain"] = say("domain");
  summary["loss_parameter"] = say("loss-parameter");
  return summary;
}

py::object report(const Session& session) {
  const auto report = session.learner().report();
  if (!report) return py::none();
  py::list experts;
  for (const auto& [name, beta, share, average_loss] : report->experts) {
    py::dict expert;
    expert["name"] = name;
    expert["share"] = share;
    expert["beta"] = beta > 0 ? py::object(py::float_(beta)) : py::object(py::none());
    expert["average_loss"] = average_loss;
    experts.append(expert);
  }
  py::dict whole;
  whole["experts"] = experts;
  whole["share_of_recent"] = report->share_of_recent;
  whole["share_of_certain"] = report->share_of_certain;
  whole["collapsed_loss"] = report->collapsed_loss;
  return whole;
}

py::dict weights(const Session& session) {
  const auto& names = session.dictionary();
  py::dict weights;
  for (const auto& [index, weight] : session.learner().weights()) {
    if (index == 0) continue;
    if (index <= names.size()) {
      weights[py::str(names[index - 1])] = weight;
    } else {
      weights[py::int_(index)] = weight;
    }
  }
  return weights;
}

double bias(const Session& session) {
  const SparseWeights weights = session.learner().weights();
  return !weights.empty() && weights.front().first == 0 ? weights.front().second : 0.0;
}

Numbers coefficients(const Session& session, std::size_t columns) {
  Numbers values(static_cast<py::ssize_t>(columns));
  std::fill_n(values.mutable_data(), columns, 0.0);
  for (const auto& [index, weight] : session.learner().weights()) {
    if (index > 0 && index <= columns) values.mutable_data()[index - 1] = weight;
  }
  return values;
}

py::object label_words(const Session& session) {
  const auto& words = session.configuration().label_words;
  if (!words) return py::none();
  return py::make_tuple(words->negative, words->positive);
}

}  // namespace tacit::python
