#include "bound_learner.hpp"

#include <pybind11/stl.h>

#include <utility>

#include "options.hpp"
#include "tacit/core/require.hpp"
#include "tacit/domains/ball.hpp"

namespace tacit::python {

namespace {

namespace py = pybind11;

Model fresh(const py::dict& keywords) {
  Model model;
  model.configuration = configure(keywords);
  return model;
}

double number_of(const py::object& label) {
  const double number = PyFloat_AsDouble(label.ptr());
  if (number == -1.0 && PyErr_Occurred() != nullptr) throw py::error_already_set();
  return number;
}

}  // namespace

std::span<const double> numbers(const Numbers& array) {
  require(array.ndim() == 1, "y and sample_weight should be a 1d array");
  return {array.data(), static_cast<std::size_t>(array.size())};
}

std::optional<std::span<const double>> numbers(const std::optional<Numbers>& array) {
  if (!array) return std::nullopt;
  return numbers(*array);
}

BoundLearner::BoundLearner(const py::dict& keywords) : learner_(fresh(keywords)) {}

BoundLearner::BoundLearner(const py::bytes& model, const std::string& name)
    : learner_(parse_model(static_cast<std::string_view>(model), name)) {}

py::object BoundLearner::learn(BoundRows& x, std::size_t first, const Numbers& labels, const std::optional<Numbers>& weights,
                               bool predictions, const py::object& progress) {
  Progress reported(progress);
  Numbers made(predictions ? labels.size() : 0);
  const std::span<double> into(made.mutable_data(), static_cast<std::size_t>(made.size()));
  const auto y = numbers(labels);
  const auto w = numbers(weights);
  {
    const Held held(turn_);
    const py::gil_scoped_release others_run;
    learner_.learn(x.source(), first, y, w, into, reported);
  }
  return predictions ? py::object(made) : py::object(py::none());
}

void BoundLearner::learn_shuffled(BoundRows& x, const Numbers& labels, const std::optional<Numbers>& weights, std::uint64_t seed,
                                  unsigned passes, const py::object& progress) {
  Progress reported(progress);
  const auto y = numbers(labels);
  const auto w = numbers(weights);
  const Held held(turn_);
  const py::gil_scoped_release others_run;
  learner_.learn_shuffled(x.source(), y, w, seed, passes, reported);
}

Numbers BoundLearner::predict(BoundRows& x, const py::object& progress) const {
  Progress reported(progress);
  Numbers predictions(static_cast<py::ssize_t>(x.size()));
  const std::span<double> into(predictions.mutable_data(), x.size());
  const Held held(turn_);
  const py::gil_scoped_release others_run;
  learner_.predict(x.source(), into, reported);
  return predictions;
}

// Features and label are read before it is this call's turn: asking objects for their numbers runs code, which may use the
// learner.
double BoundLearner::learn_one(const py::dict& features, const py::object& label, double weight) {
  NamedFeatures read = std::exchange(spare_, {});
  read.assign(features);
  const auto y = py::isinstance<py::str>(label) ? Label(label.cast<std::string>()) : Label(number_of(label));
  const Held held(turn_);
  const double prediction = learner_.learn_one(read, y, weight);
  spare_ = std::move(read);
  return prediction;
}

double BoundLearner::predict_one(const py::dict& features) {
  NamedFeatures read = std::exchange(spare_, {});
  read.assign(features);
  const Held held(turn_);
  const double prediction = learner_.predict_one(read);
  spare_ = std::move(read);
  return prediction;
}

std::uint64_t BoundLearner::learn_files(const py::dict& keywords, const py::object& progress) {
  StreamSettings settings = reading(keywords);
  Complaints complaints(Keywords(keywords).flag("skip_bad_rows").value_or(false) ? OnError::skip : OnError::stop);
  Progress reported(progress);
  const Held held(turn_);
  learner_.settle(settings);
  const ColumnChoice columns = columns_said(keywords, learner_.columns());
  settings.reader.categorical = columns.categorical;
  settings.reader.ignored = columns.ignored;
  settings.reader.label_column = columns.label_column;
  settings.reader.header = columns.header;
  settings.reader.remembered = learner_.columns();
  const py::gil_scoped_release others_run;
  learner_.learn_files(std::move(settings), columns, complaints, reported);
  return complaints.count();
}

py::bytes BoundLearner::to_bytes() const {
  const Held held(turn_);
  return py::bytes(to_binary(learner_.model()));
}

void BoundLearner::save(const std::string& path) const {
  const Held held(turn_);
  const py::gil_scoped_release others_run;
  save_model(learner_.model(), path);
}

py::dict BoundLearner::summary() const {
  const Held held(turn_);
  const Configuration& configuration = learner_.configuration();
  const Tally& tally = learner_.tally();
  const auto maybe = [](bool there, const auto& value) { return there ? py::cast(value) : py::object(py::none()); };
  const bool is_auto = learner_name(configuration) == "auto";
  const auto parameter = loss_parameter(configuration);
  py::dict summary;
  summary["learner"] = learner_name(configuration);
  summary["loss"] = configuration.loss;
  summary["beta"] = maybe(!is_auto, configuration.beta);
  summary["radius"] = maybe(configuration.domain == Ball::name, configuration.radius);
  summary["examples"] = tally.examples;
  summary["features"] = tally.features;
  summary["nonzeros"] = tally.nonzeros;
  summary["cumulative_loss"] = tally.cumulative_loss();
  summary["average_loss"] = tally.average_loss();
  summary["mistakes"] = maybe(is_two_class(configuration), tally.mistakes);
  summary["lambda"] = learner_.learner().lambda();
  summary["domain"] = configuration.domain;
  summary["loss_parameter"] = maybe(parameter.has_value(), parameter.value_or(0));
  return summary;
}

py::object BoundLearner::report() const {
  const Held held(turn_);
  const auto report = learner_.learner().report();
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

SparseWeights BoundLearner::sparse_weights() const { return learner_.learner().weights(); }

py::dict BoundLearner::weights() const {
  const Held held(turn_);
  const auto names = learner_.dictionary();
  py::dict weights;
  for (const auto& [index, weight] : sparse_weights()) {
    if (index == 0) continue;
    if (learner_.configuration().hash == 0 && index <= names.size()) {
      weights[py::str(names[index - 1])] = weight;
    } else {
      weights[py::int_(index)] = weight;
    }
  }
  return weights;
}

double BoundLearner::bias() const {
  const Held held(turn_);
  const SparseWeights weights = sparse_weights();
  return !weights.empty() && weights.front().first == 0 ? weights.front().second : 0.0;
}

double BoundLearner::lambda() const {
  const Held held(turn_);
  return learner_.learner().lambda();
}

py::object BoundLearner::labels() const {
  const Held held(turn_);
  const auto labels = learner_.labels();
  return labels ? py::cast(*labels) : py::object(py::none());
}

py::object BoundLearner::label_words() const {
  const Held held(turn_);
  const auto& words = learner_.configuration().label_words;
  if (!words) return py::none();
  return py::make_tuple(words->negative, words->positive);
}

Numbers BoundLearner::coefficients(std::size_t columns) const {
  const Held held(turn_);
  Numbers values(static_cast<py::ssize_t>(columns));
  std::fill_n(values.mutable_data(), columns, 0.0);
  for (const auto& [index, weight] : sparse_weights()) {
    if (index > 0 && index <= columns) values.mutable_data()[index - 1] = weight;
  }
  return values;
}

}  // namespace tacit::python
