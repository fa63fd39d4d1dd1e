#include "bound_learner.hpp"

#include <fmt/format.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <array>
#include <limits>

#include "class_word.hpp"
#include "keywords.hpp"
#include "learner_facts.hpp"
#include "tacit/core/require.hpp"
#include "tacit/data/labels_are_of.hpp"
#include "tacit/data/registry.hpp"
#include "tacit/run/explanations.hpp"
#include "tacit/run/feature_words.hpp"
#include "tacit/run/known_labels.hpp"
#include "tacit/run/prediction_output.hpp"
#include "tacit/run/reading.hpp"

namespace tacit::python {

namespace {

namespace py = pybind11;

struct BlockProgress : NoObserver {
  explicit BlockProgress(Progress& progress) : reported(progress) {}
  void rows_end(const Session&, const RowsOfBlock& rows, std::span<const Round>) { reported.advance(rows.to - rows.from); }
  void later_rows_end(const Session&, const RowsOfBlock& rows) { reported.advance(rows.to - rows.from); }
  void files_end() { reported.report(); }
  Progress& reported;
};

// The configuration with the labels that are known by now.
Configuration known_configuration(const Session& session) {
  Configuration configuration = session.configuration();
  configuration.labels = session.labels();
  return configuration;
}

// The name of the class; None where there is none yet.
py::object class_object(double number, const Configuration& configuration) {
  if (number < 0) return py::none();
  return py::str(std::string(class_name_of(number, configuration)));
}

// Refuses a word by its type where labels are numbers. A word that is returned lives as long as the object, or stands in `room`.
Label label_of(const py::object& label, const Configuration& configuration, std::string& room) {
  if (has_class_names(configuration)) {
    if (label.is_none() || std::string_view(Py_TYPE(label.ptr())->tp_name).ends_with("NAType")) return std::string_view();
    if (auto word = class_word(label)) return std::string_view(room = *std::move(word));
  }
  if (PyUnicode_Check(label.ptr()) != 0) {
    if (!configuration.label_words && !has_class_names(configuration))
      throw py::type_error(fmt::format(
          "label {}; expected a number; labels that are words are of classes: say loss='softmax', or labels=(NEG, POS) "
          "where they are two",
          std::string(py::repr(label))));
    return text_of(label.ptr());
  }
  const double number = PyFloat_AsDouble(label.ptr());
  if (number == -1.0 && PyErr_Occurred() != nullptr) throw py::error_already_set();
  return number;
}

}  // namespace

std::vector<double> numbers_of_classes(const AnyLearner& learner, std::span<const double> scores, std::size_t rows) {
  const std::size_t each = learner.outputs();
  std::vector<double> classes(rows);
  for (std::size_t i = 0; i < rows; ++i) {
    const double k = class_of(learner, scores.subspan(i * each, each));
    classes[i] = k < 0 ? std::numeric_limits<double>::quiet_NaN() : k;
  }
  return classes;
}

Column numbers(const Numbers& array) {
  require(array.ndim() == 1, "y and sample_weight should be a 1d array");
  return {array.data(), static_cast<std::size_t>(array.size())};
}

MaybeColumn numbers(const std::optional<Numbers>& array) {
  if (!array) return std::nullopt;
  return numbers(*array);
}

BoundLearner::BoundLearner(const py::dict& keywords) : array_(Session(settings_said(keywords))) {}

BoundLearner::BoundLearner(const py::bytes& model, const std::string& name)
    : array_(Session(load_bytes(static_cast<std::string_view>(model), name, Need::learner))) {}

BoundLearner::BoundLearner(LoadedModel loaded) : array_(Session(std::move(loaded))) {}
std::unique_ptr<BoundLearner> load_learner(const std::string& path) {
  return std::make_unique<BoundLearner>(load(path, Need::learner));
}

py::object BoundLearner::learn(BoundRows& x, std::optional<std::size_t> first, const Numbers& labels,
                               const std::optional<Numbers>& weights, bool predictions, const py::object& progress,
                               const std::vector<std::string>& classes) {
  Progress reported(progress);
  Numbers made(predictions ? labels.size() : 0);
  const std::span<double> into(made.mutable_data(), static_cast<std::size_t>(made.size()));
  const Column y = numbers(labels);
  const MaybeColumn w = numbers(weights);
  {
    const Held held(turn_);
    const LabelsAreOf numbers_are(array_.session().classes(), classes);
    const py::gil_scoped_release others_run;
    array_.learn(x.source(), first, y, w, into, reported);
  }
  return predictions ? py::object(made) : py::object(py::none());
}

void BoundLearner::learn_shuffled(BoundRows& x, const Numbers& labels, const std::optional<Numbers>& weights, std::uint64_t seed,
                                  unsigned passes, const py::object& progress, const std::vector<std::string>& classes) {
  Progress reported(progress);
  const Column y = numbers(labels);
  const MaybeColumn w = numbers(weights);
  const Held held(turn_);
  const LabelsAreOf numbers_are(array_.session().classes(), classes);
  const py::gil_scoped_release others_run;
  array_.learn_shuffled(x.source(), y, w, seed, passes, reported);
}

Numbers BoundLearner::predict(BoundRows& x, const std::string& output, const py::object& progress) const {
  Progress reported(progress);
  if (has_class_names(array_.session().configuration())) return predict_classes(x, output, reported);
  const std::size_t each = array_.session().outputs();
  Numbers predictions = each == 1 ? Numbers(std::array{x.size()}) : Numbers(std::array{x.size(), each});
  const std::span<double> into(predictions.mutable_data(), x.size() * each);
  const Held held(turn_);
  const Configuration configuration = known_configuration(array_.session());
  const PredictionOutput shown_as = prediction_output(configuration, output);
  const py::gil_scoped_release others_run;
  array_.predict(x.source(), into, reported);
  show(into, shown_as, configuration);
  return predictions;
}

py::list BoundLearner::explain(BoundRows& x, std::size_t most) const {
  const Held held(turn_);
  const Session& session = array_.session();
  if (session.outputs() > 1 && !has_class_names(session.configuration()))
    throw std::invalid_argument(fmt::format("the learner has {} scores per row; expected one, or classes", session.outputs()));
  const Model model = session.model();
  const FeatureWords words(model);
  Explanations explanations(model, session.learner(), most);
  const auto number = [](std::optional<std::size_t> k) { return k ? py::object(py::int_(*k)) : py::object(py::none()); };
  py::list explained;
  const auto explain_rows = [&](std::size_t, const Dataset& rows, std::span<const double> scores) {
    const std::size_t each = session.outputs();
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const Row row = rows.row(i);
      const auto found = explanations.of(row, scores.subspan(i * each, each));
      py::list contributions;
      for (const auto& [index, value] : found.contributions) contributions.append(py::make_tuple(words.of(index, row), value));
      explained.append(py::make_tuple(number(found.predicted), number(found.against), contributions));
    }
  };
  Progress unseen{py::none()};
  array_.predict(x.source(), explain_rows, unseen);
  return explained;
}

Numbers BoundLearner::predict_classes(BoundRows& x, const std::string& output, Progress& reported) const {
  const Held held(turn_);
  const Session& session = array_.session();
  const PredictionOutput shown_as = prediction_output(session.configuration(), output);
  require(shown_as != PredictionOutput::all, "output='all' is for files; expected 'label', 'score' or 'probability'");
  const std::size_t each = session.outputs();
  const bool labels = shown_as == PredictionOutput::label;
  Numbers predictions = labels ? Numbers(std::array{x.size()}) : Numbers(std::array{x.size(), each});
  double* const to = predictions.mutable_data();
  const auto use = [&](std::size_t first, const Dataset& rows, std::span<double> scores) {
    if (labels) {
      std::ranges::copy(numbers_of_classes(session.learner(), scores, rows.size()), to + first);
      return;
    }
    if (shown_as == PredictionOutput::probability) show_probabilities(scores, session.learner());
    std::ranges::copy(scores, to + first * each);
  };
  const py::gil_scoped_release others_run;
  array_.predict(x.source(), use, reported);
  return predictions;
}

Numbers BoundLearner::predict_interval(BoundRows& x, const py::object& progress) const {
  Progress reported(progress);
  Numbers ends(std::array{x.size(), std::size_t{3}});
  const std::span<double> into(ends.mutable_data(), 3 * x.size());
  const Held held(turn_);
  const py::gil_scoped_release others_run;
  array_.predict_interval(x.source(), into, reported);
  return ends;
}

// Features and label are read before it is this call's turn: asking objects for their numbers runs code, which may use the
// learner.
py::object BoundLearner::learn_one(const py::dict& features, const py::object& label, double weight) {
  NamedFeatures read = std::exchange(spare_, {});
  const auto named = read.assign(features);
  std::string room;
  const Label y = label_of(label, array_.session().configuration(), room);
  const Held held(turn_);
  const double prediction = array_.session().learn_one(named, y, weight);
  spare_ = std::move(read);
  const Configuration& configuration = array_.session().configuration();
  return has_class_names(configuration) ? class_object(prediction, configuration) : py::object(py::float_(prediction));
}

py::object BoundLearner::predict_one(const py::dict& features) {
  NamedFeatures read = std::exchange(spare_, {});
  const auto named = read.assign(features);
  const Held held(turn_);
  py::object predicted;
  if (array_.session().classes() != nullptr) {
    predicted = class_object(array_.session().predict_one(named), array_.session().configuration());
  } else if (array_.session().outputs() == 1) {
    predicted = py::float_(array_.session().predict_one(named));
  } else {
    Numbers several(std::array{array_.session().outputs()});
    array_.session().predict_one(named, {several.mutable_data(), array_.session().outputs()});
    predicted = several;
  }
  spare_ = std::move(read);
  return predicted;
}

std::uint64_t BoundLearner::learn_files(const std::vector<std::string>& names, const std::vector<std::string>& files,
                                        const std::string& environment, const py::dict& keywords, const py::object& progress) {
  Settings how = settings_said(keywords);
  Complaints complaints(on_error(how));
  Progress reported(progress);
  const Held held(turn_);
  how = with_known_labels(std::move(how), known_configuration(array_.session()), names, dataset_folders(environment, ""));
  const py::gil_scoped_release others_run;
  array_.session().learn_files(files, how, complaints, BlockProgress(reported));
  return complaints.count();
}

void BoundLearner::name_columns(const std::vector<std::string>& names, bool kept) {
  const Held held(turn_);
  kept ? array_.session().name_columns(names) : array_.session().require_columns(names);
}

py::bytes BoundLearner::to_bytes() const {
  const Held held(turn_);
  return py::bytes(to_binary(array_.session().model()));
}

void BoundLearner::save(const std::string& path) const {
  const Held held(turn_);
  const py::gil_scoped_release others_run;
  save_model(array_.session().model(), path);
}

double BoundLearner::lambda() const {
  const Held held(turn_);
  return array_.session().learner().lambda();
}

py::object BoundLearner::class_names() const {
  const Held held(turn_);
  const Session& session = array_.session();
  return has_class_names(session.configuration()) ? py::cast(session.configuration().classes.names) : py::object(py::none());
}

py::object BoundLearner::labels() const {
  const Held held(turn_);
  const Session& session = array_.session();
  if (session.configuration().label_words) return label_words(session);
  return py::cast(session.labels());
}

}  // namespace tacit::python
