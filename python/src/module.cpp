// tacit._core: the compiled part of the Python package. What users see is in tacit/*.py.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <algorithm>

#include "bound_learner.hpp"
#include "certificate_dict.hpp"
#include "file_reader.hpp"
#include "options.hpp"
#include "sweep_columns.hpp"
#include "tacit/data/data_error.hpp"
#include "tacit/data/registry.hpp"
#include "tacit/learners/named.hpp"
#include "tacit/losses/all.hpp"
#include "tacit/version.hpp"

namespace py = pybind11;
using namespace tacit;          // NOLINT
using namespace tacit::python;  // NOLINT

namespace {

py::array_t<double> probability(const Numbers& predictions) {
  py::array_t<double> probabilities(predictions.size());
  std::transform(predictions.data(), predictions.data() + predictions.size(), probabilities.mutable_data(),
                 Logistic::probability);
  return probabilities;
}

py::dict sweep(BoundRows& x, const Numbers& labels, const std::optional<Numbers>& weights, const py::dict& keywords,
               const std::optional<std::vector<std::string>>& learners, const std::optional<std::string>& betas,
               std::optional<std::uint64_t> repeats, std::optional<std::uint64_t> seed, bool natural, unsigned threads,
               const py::object& progress) {
  SweepPlan plan{.repeats = repeats, .seed = seed, .natural = natural, .threads = threads};
  if (learners) plan.learners = *learners;
  if (betas) plan.betas = *betas;
  return sweep_columns(x, labels, weights, keywords, plan, progress);
}

py::dict certified(BoundRows& x, const Numbers& labels, const std::optional<Numbers>& weights, const py::dict& keywords,
                   std::optional<double> comparator_radius, std::optional<double> gap, unsigned threads) {
  CertificateOptions options{.comparator_radius = comparator_radius, .threads = threads};
  if (gap) options.gap = *gap;
  return certificate_dict(x, labels, weights, keywords, options);
}

template <class Things>
std::vector<std::string> names_of(const Things& things) {
  std::vector<std::string> names;
  for (const auto& name : things) names.emplace_back(name);
  return names;
}

}  // namespace

PYBIND11_MODULE(_core, module) {
  module.doc() = "The compiled part of tacit.";
  module.attr("__version__") = tacit::version;
  module.attr("losses") = py::tuple(py::cast(names_of(AllLosses::names())));
  std::vector<std::string> learners;
  for (const auto& named : named_learners) learners.emplace_back(named.name);
  module.attr("learners") = py::tuple(py::cast(learners));
  py::register_exception<DataError>(module, "DataError", PyExc_ValueError).attr("__doc__") =
      "Data or a file are not as they should be; the message says where and what was expected.";
  module.def("probability", &probability, py::arg("predictions"));
  module.def("is_two_class", [](const std::string& loss) {
    Configuration configuration;
    configuration.loss = loss;
    return is_two_class(configuration);
  });
  module.def("sweep", &sweep);
  module.def("certify", &certified);
  module.def("find_dataset", [](const std::string& name, const std::string& environment) -> std::optional<std::string> {
    if (known_dataset(name) == nullptr) return std::nullopt;
    const auto found = find_dataset(name, dataset_folders(environment, ""));
    return found ? std::optional(found->string()) : std::nullopt;
  });

  py::class_<BoundRows>(module, "Rows")
      .def(py::init<const py::array&>(), py::arg("values"))
      .def(py::init<std::size_t, const py::array&, const py::array&, const py::array&>(), py::arg("columns"), py::arg("indptr"),
           py::arg("indices"), py::arg("data"))
      .def("check", &BoundRows::check)
      .def("__len__", &BoundRows::size);

  py::class_<BoundLearner>(module, "Learner")
      .def(py::init<const py::dict&>(), py::arg("keywords"))
      .def(py::init<const py::bytes&, const std::string&>(), py::arg("model"), py::arg("name"))
      .def("_learn", &BoundLearner::learn)
      .def("_learn_shuffled", &BoundLearner::learn_shuffled)
      .def("_predict", &BoundLearner::predict)
      .def("_learn_files", &BoundLearner::learn_files)
      .def("_save", &BoundLearner::save)
      .def("_coefficients", &BoundLearner::coefficients)
      .def_property_readonly("_label_words", &BoundLearner::label_words)
      .def("learn_one", &BoundLearner::learn_one, py::arg("x"), py::arg("y"), py::arg("weight") = 1.0,
           "Learn from a dictionary of features and its label; returns the prediction made before.")
      .def("predict_one", &BoundLearner::predict_one, py::arg("x"), "The prediction for a dictionary of features.")
      .def("to_bytes", &BoundLearner::to_bytes, "The model file's bytes.")
      .def("summary", &BoundLearner::summary, "What `tacit train --json` prints, as a dictionary.")
      .def_property_readonly("report", &BoundLearner::report, "How auto came to its predictions; None for other learners.")
      .def_property_readonly("weights", &BoundLearner::weights, "Weights other than 0: name or index, counted from 1, to value.")
      .def_property_readonly("bias", &BoundLearner::bias, "The weight of the constant feature.")
      .def_property_readonly("lambda_", &BoundLearner::lambda, "lambda of the coming round, 1 over its step size.")
      .def_property_readonly("labels", &BoundLearner::labels, "The labels of the negative and the positive class, once known.");

  py::class_<FileReader>(module, "FileReader")
      .def(py::init([](const py::dict& keywords, std::optional<std::vector<std::string>> names) {
             StreamSettings settings = reading(keywords);
             settings.reader.bias = false;
             settings.reader.label_words = label_words_said(keywords);
             const bool skip = Keywords(keywords).flag("skip_bad_rows").value_or(false);
             const auto bits = Keywords(keywords).count("hash").value_or(FeatureNames::default_bits);
             if (bits < 1 || bits > FeatureNames::most_bits)
               throw std::invalid_argument("hash: expected 1 to " + std::to_string(FeatureNames::most_bits) + " bits");
             return std::make_unique<FileReader>(std::move(settings), std::move(names), static_cast<unsigned>(bits), skip);
           }),
           py::arg("keywords"), py::arg("names"))
      .def("next", &FileReader::next, py::arg("rows"))
      .def_property_readonly("names", &FileReader::names)
      .def_property_readonly("skipped", &FileReader::skipped);
}
