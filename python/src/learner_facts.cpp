#include "learner_facts.hpp"

#include <algorithm>
#include <array>

#include "keywords.hpp"

namespace tacit::python {

namespace py = pybind11;

namespace {

// Returns what `of` says of an output's weights, or a list with an entry per output where there are several.
template <class Of>
py::object per_output(const Session& session, Of of) {
  if (session.outputs() == 1) return of(session.learner().weights());
  py::list several;
  for (std::size_t output = 0; output < session.outputs(); ++output) several.append(of(session.learner().weights(output)));
  return several;
}

py::dict named(const SparseWeights& weights, const std::vector<std::string>& names) {
  py::dict named;
  for (const auto& [index, weight] : weights) {
    if (index == 0) continue;
    if (index <= names.size()) {
      named[py::str(names[index - 1])] = weight;
    } else {
      named[py::int_(index)] = weight;
    }
  }
  return named;
}

}  // namespace

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
  summary["mistakes"] =
      task_of(session.configuration()) == Task::numbers ? py::object(py::none()) : py::object(py::int_(tally.mistakes));
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

py::object weights(const Session& session) {
  return per_output(session, [&](const SparseWeights& found) { return py::object(named(found, session.dictionary())); });
}

py::object bias(const Session& session) {
  return per_output(session, [](const SparseWeights& found) {
    return py::object(py::float_(!found.empty() && found.front().first == 0 ? found.front().second : 0.0));
  });
}

Numbers coefficients(const Session& session, std::size_t columns) {
  const std::size_t outputs = session.outputs();
  Numbers values = outputs == 1 ? Numbers(std::array{columns}) : Numbers(std::array{outputs, columns});
  double* row = values.mutable_data();
  std::fill_n(row, outputs * columns, 0.0);
  for (std::size_t output = 0; output < outputs; ++output, row += columns) {
    for (const auto& [index, weight] : session.learner().weights(output)) {
      if (index > 0 && index <= columns) row[index - 1] = weight;
    }
  }
  return values;
}

py::object label_words(const Session& session) {
  const auto& words = session.configuration().label_words;
  if (!words) return py::none();
  return py::make_tuple(words->negative, words->positive);
}

}  // namespace tacit::python
