// tacit._core: the compiled part of the Python package. What users see is in tacit/*.py.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "bound_learner.hpp"
#include "certificate_dict.hpp"
#include "file_reader.hpp"
#include "keywords.hpp"
#include "sweep_columns.hpp"
#include "tacit/core/legible.hpp"
#include "tacit/data/data_error.hpp"
#include "tacit/data/registry.hpp"
#include "tacit/learners/kinds.hpp"
#include "tacit/losses/named.hpp"
#include "tacit/run/configure.hpp"
#include "tacit/run/prediction_output.hpp"
#include "tacit/version.hpp"
#include "wording.hpp"

namespace py = pybind11;
using namespace tacit;          // NOLINT
using namespace tacit::python;  // NOLINT

namespace {

py::dict sweep(BoundRows& x, const Numbers& labels, const std::optional<Numbers>& weights, const py::dict& keywords,
               const std::optional<std::vector<std::string>>& learners, const std::optional<std::string>& betas,
               std::optional<std::uint64_t> repeats, std::optional<std::uint64_t> seed, bool natural,
               std::optional<std::uint64_t> threads, const std::optional<std::string>& l1, const py::object& progress,
               const std::vector<std::string>& words) {
  SweepPlan plan{.repeats = repeats, .seed = seed, .natural = natural, .threads = threads};
  if (learners) plan.learners = *learners;
  if (betas) plan.betas = *betas;
  plan.l1 = l1;
  return sweep_columns(x, labels, weights, keywords, plan, words, progress);
}

py::dict certified(BoundRows& x, const Numbers& labels, const std::optional<Numbers>& weights, const py::dict& keywords,
                   std::optional<double> comparator_radius, std::optional<double> gap, std::optional<std::uint64_t> threads,
                   const std::vector<std::string>& words) {
  CertificateOptions options{.comparator_radius = comparator_radius, .threads = threads};
  if (gap) options.gap = *gap;
  return certificate_dict(x, labels, weights, keywords, options, words);
}

// Errors in Python's terms: what is wrong with a setting is a ValueError, with data tacit.DataError, which is one too.
void translate_errors(py::module_& module) {
  static const py::exception<DataError> data_error(module, "DataError", PyExc_ValueError);
  data_error.attr("__doc__") = "Data or a file are not as they should be; the message says where and what was expected.";
  py::register_exception_translator([](std::exception_ptr thrown) {
    try {
      if (thrown) std::rethrow_exception(thrown);
    } catch (const DataError& error) {
      PyErr_SetString(data_error.ptr(), error.message().in(in_python).c_str());
    } catch (const SettingError& error) {
      PyErr_SetString(PyExc_ValueError, error.message().in(in_python).c_str());
    } catch (const std::invalid_argument& error) {
      PyErr_SetString(PyExc_ValueError, legible_message(error.what()).c_str());
    }
  });
}

template <class Things>
std::vector<std::string> names_of(const Things& things) {
  std::vector<std::string> names;
  for (const auto& name : things) names.emplace_back(name);
  return names;
}

bool is_loss_of_two_classes(const std::string& loss) {
  Configuration configuration;
  configuration.loss = loss;
  return is_two_class(configuration);
}

std::optional<std::string> path_of_dataset(const std::string& name, const std::string& environment) {
  if (known_dataset(name) == nullptr) return std::nullopt;
  const auto found = find_dataset(name, dataset_folders(environment, ""));
  return found ? std::optional(found->string()) : std::nullopt;
}

void bind_learner(py::module_& module) {
  py::class_<BoundLearner>(module, "Learner")
      .def(py::init<const py::dict&>(), py::arg("keywords"))
      .def(py::init<const py::bytes&, const std::string&>(), py::arg("model"), py::arg("name"))
      .def(py::init(&load_learner), py::kw_only(), py::arg("path"))
      .def("_learn", &BoundLearner::learn, py::arg("x"), py::arg("first"), py::arg("labels"), py::arg("weights"),
           py::arg("predictions"), py::arg("progress"), py::arg("classes") = std::vector<std::string>())
      .def("_learn_shuffled", &BoundLearner::learn_shuffled, py::arg("x"), py::arg("labels"), py::arg("weights"), py::arg("seed"),
           py::arg("passes"), py::arg("progress"), py::arg("classes") = std::vector<std::string>())
      .def("_predict", &BoundLearner::predict)
      .def("_explain", &BoundLearner::explain, py::arg("x"), py::arg("most"))
      .def("_predict_interval", &BoundLearner::predict_interval)
      .def("_learn_files", &BoundLearner::learn_files)
      .def("_predict_files", &BoundLearner::predict_files)
      .def("_predict_interval_files", &BoundLearner::predict_interval_files)
      .def("_name_columns", &BoundLearner::name_columns)
      .def("_save", &BoundLearner::save)
      .def("_coefficients", &BoundLearner::told<coefficients, std::size_t>)
      .def_property_readonly("_label_words", &BoundLearner::told<label_words>)
      .def("learn_one", &BoundLearner::learn_one, py::arg("x"), py::arg("y"), py::arg("weight") = 1.0,
           "Learn from a dictionary of features and its label; returns the prediction made before.")
      .def("predict_one", &BoundLearner::predict_one, py::arg("x"), "The prediction for a dictionary of features.")
      .def("to_bytes", &BoundLearner::to_bytes, "The model file's bytes.")
      .def("summary", &BoundLearner::told<summary>, "What `tacit train --json` prints, as a dictionary.")
      .def_property_readonly("report", &BoundLearner::told<report>, "How auto came to its predictions; None for other learners.")
      .def_property_readonly("weights", &BoundLearner::told<weights>,
                             "Weights other than 0: name or index, counted from 1, to value; of several outputs, a list of them.")
      .def_property_readonly("bias", &BoundLearner::told<bias>,
                             "The weight of the constant feature; of several outputs, a list of them.")
      .def_property_readonly("lambda_", &BoundLearner::lambda, "lambda of the coming round, 1 over its step size.")
      .def_property_readonly("_class_names", &BoundLearner::class_names)
      .def_property_readonly("labels", &BoundLearner::labels, "The labels of the negative and the positive class, once known.");
}

}  // namespace

PYBIND11_MODULE(_core, module) {
  module.doc() = "The compiled part of tacit.";
  module.attr("__version__") = tacit::version;
  module.attr("losses") = py::tuple(py::cast(names_of(NamedLosses::names())));
  module.attr("learners") = py::tuple(py::cast(names_of(learner_names())));
  translate_errors(module);
  module.def("settings", &table, "The table of settings, as keywords.");
  module.def("require_output", [](const py::dict& keywords, const std::string& output) {
    prediction_output(configure(settings_said(keywords)), output);
  });
  module.def("is_two_class", &is_loss_of_two_classes);
  module.def("is_class_loss", [](const std::string& loss) { return is_class_loss(loss); });
  module.def("sweep", &sweep);
  module.def("certify", &certified);
  module.def("find_dataset", &path_of_dataset);

  py::class_<BoundRows>(module, "Rows")
      .def(py::init<const py::array&>(), py::arg("values"))
      .def(py::init<std::size_t, const py::array&, const py::array&, const py::array&>(), py::arg("columns"), py::arg("indptr"),
           py::arg("indices"), py::arg("data"))
      .def("check", &BoundRows::check)
      .def("__len__", &BoundRows::size);

  bind_learner(module);

  py::class_<FileReader>(module, "FileReader")
      .def(py::init<const std::vector<std::string>&, const py::dict&, std::optional<std::vector<std::string>>>(),
           py::arg("files"), py::arg("keywords"), py::arg("names"))
      .def("next", &FileReader::next, py::arg("rows"))
      .def("no_examples", &FileReader::no_examples)
      .def_property_readonly("names", &FileReader::names)
      .def_property_readonly("skipped", &FileReader::skipped);
}
