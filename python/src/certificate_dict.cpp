#include "certificate_dict.hpp"

#include <pybind11/stl.h>

#include "keywords.hpp"
#include "owned_array.hpp"
#include "prepared_rows.hpp"
#include "tacit/certify/certificate_tree.hpp"
#include "tacit/certify/configure.hpp"
#include "tacit/run/label_weights.hpp"
#include "tree_dict.hpp"
#include "wording.hpp"

namespace tacit::python {

namespace py = pybind11;

namespace {

// A row per class, or one vector.
py::object by_index(const std::vector<SparseWeights>& weights, std::size_t size, bool several_classes) {
  Numbers array = zeros(weights.size() * size);
  for (std::size_t k = 0; k < weights.size(); ++k) {
    for (const auto& [index, weight] : weights[k]) array.mutable_at(k * size + index) = weight;
  }
  if (!several_classes) return array;
  return array.reshape({weights.size(), size});
}

}  // namespace

py::dict certificate_dict(BoundRows& x, const Numbers& labels, const std::optional<Numbers>& weights, const py::dict& keywords,
                          const CertificateOptions& options, const std::vector<std::string>& words) {
  Configuration configuration = certificate_configuration(settings_said(keywords));
  require_certifiable(configuration, options);
  const Dataset rows = prepared_rows(configuration, x, labels, weights, words);
  if (rows.empty()) throw std::invalid_argument("no rows: there is nothing to certify");
  for (const Message& note : LabelWeights::notes(configuration, rows, configuration.classes.names)) warn(note);
  Certificate certificate;
  {
    const py::gil_scoped_release others_run;
    certificate = certify(rows, configuration, options);
  }
  py::dict dict = as_dict(certificate_tree(configuration, certificate, options.gap));
  dict["comparator"] = by_index(certificate.comparator.all_weights(), certificate.features + 1, has_class_names(configuration));
  return dict;
}

}  // namespace tacit::python
