#include "certificate_dict.hpp"

#include <pybind11/stl.h>

#include "keywords.hpp"
#include "prepared_rows.hpp"
#include "tacit/certify/certificate_tree.hpp"
#include "tacit/certify/configure.hpp"
#include "wording.hpp"

namespace tacit::python {

namespace {

namespace py = pybind11;

struct Writer {
  py::object operator()(std::monostate) const { return py::none(); }
  py::object operator()(const Message& message) const { return py::str(message.in(in_python)); }
  py::object operator()(const Tree::List& list) const {
    py::list written;
    for (const Tree& tree : list) written.append(std::visit(*this, tree.value()));
    return written;
  }
  py::object operator()(const Tree::Object& object) const {
    py::dict written;
    for (const auto& [name, tree] : object) written[name.c_str()] = std::visit(*this, tree.value());
    return written;
  }
  template <class Plain>
  py::object operator()(const Plain& plain) const {
    return py::cast(plain);
  }
};

}  // namespace

py::dict certificate_dict(BoundRows& x, const Numbers& labels, const std::optional<Numbers>& weights, const py::dict& keywords,
                          const CertificateOptions& options) {
  const Configuration configuration = certificate_configuration(settings_said(keywords));
  require_certifiable(configuration, options);
  const Dataset rows = prepared_rows(configuration, x, labels, weights);
  if (rows.empty()) throw std::invalid_argument("no rows: there is nothing to certify");
  Certificate certificate;
  {
    const py::gil_scoped_release others_run;
    certificate = certify(rows, configuration, options);
  }
  py::dict dict = Writer{}(certificate_tree(configuration, certificate, options.gap));
  dict["comparator"] = certificate.comparator.weights;
  return dict;
}

}  // namespace tacit::python
