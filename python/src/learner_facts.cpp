#include "learner_facts.hpp"

#include "owned_array.hpp"
#include "tacit/data/missing.hpp"
#include "tacit/run/summary.hpp"
#include "tree_dict.hpp"

namespace tacit::python {

namespace py = pybind11;

namespace {

// Returns what `of` says of an output's weights, or a list with an entry per output where there are several.
template <class Of>
py::object per_output(const Session& session, Of of) {
  if (session.outputs() == 1 && !has_class_names(session.configuration())) return of(session.learner().weights());
  py::list several;
  for (std::size_t output = 0; output < session.outputs(); ++output) several.append(of(session.learner().weights(output)));
  return several;
}

py::dict named(const SparseWeights& weights, const std::vector<std::string>& names) {
  py::dict named;
  for (const auto& [index, weight] : weights) {
    if (index == 0) continue;
    if (const std::string name = called(index, names); name != std::to_string(index) || index <= names.size()) {
      named[py::str(name)] = weight;
    } else {
      named[py::int_(index)] = weight;
    }
  }
  return named;
}

}  // namespace

py::dict summary(const Session& session) { return as_dict(summary_tree(session)); }

py::object report(const Session& session) {
  const auto report = session.learner().report();
  return report ? py::object(as_dict(report_tree(*report, session.tally().average_least()))) : py::object(py::none());
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
  Numbers values = outputs == 1 ? zeros(columns) : zeros(outputs, columns);
  double* row = values.mutable_data();
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
