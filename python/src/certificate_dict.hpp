// The certificate of a run as a dictionary, with the keys of `tacit certify --json`.
#pragma once

#include <pybind11/pybind11.h>

#include "tacit/certify/certificate.hpp"

namespace tacit::python {

pybind11::dict certificate_dict(const Configuration& configuration, const Certificate& certificate, double gap);

}  // namespace tacit::python
