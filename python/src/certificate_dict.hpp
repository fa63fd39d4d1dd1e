// The certificate of a run as a dictionary, with the keys of `tacit certify --json`.
#pragma once

#include <pybind11/pybind11.h>

#include <optional>
#include <string>
#include <vector>

#include "bound_learner.hpp"
#include "bound_rows.hpp"
#include "tacit/certify/certificate.hpp"

namespace tacit::python {

// Runs with the interpreter's lock released. `comparator` holds the best fixed weights.
pybind11::dict certificate_dict(BoundRows& x, const Numbers& labels, const std::optional<Numbers>& weights,
                                const pybind11::dict& keywords, const CertificateOptions& options,
                                const std::vector<std::string>& words);

}  // namespace tacit::python
