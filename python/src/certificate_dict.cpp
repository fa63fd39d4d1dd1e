#include "certificate_dict.hpp"

#include <pybind11/stl.h>

#include "keywords.hpp"
#include "owned_array.hpp"
#include "prepared_rows.hpp"
#include "tacit/certify/certificate_tree.hpp"
#include "tacit/certify/configure.hpp"
#include "tree_dict.hpp"

namespace tacit::python {

namespace py = pybind11;

namespace {

Numbers by_index(const SparseWeights& weights, std::size_t size) {
  Numbers array = zeros(size);
  for (const auto& [index, weight] : weights) array.mutable_at(index) = weight;
  return array;
}

}  // namespace

py::dict certificate_dict(BoundRows& x, const Numbers& labels, const std::optional<Numbers>& weights, const py::dict& keywords,
                          const CertificateOptions& options, const std::vector<std::string>& words) {
  const Configuration configuration = certificate_configuration(settings_said(keywords));
  require_certifiable(configuration, options);
  const Dataset rows = prepared_rows(configuration, x, labels, weights, words);
  if (rows.empty()) throw std::invalid_argument("no rows: there is nothing to certify");
  Certificate certificate;
  {
    const py::gil_scoped_release others_run;
    certificate = certify(rows, configuration, options);
  }
  py::dict dict = as_dict(certificate_tree(configuration, certificate, options.gap));
  dict["comparator"] = by_index(certificate.comparator.weights, certificate.features + 1);
  return dict;
}

}  // namespace tacit::python
