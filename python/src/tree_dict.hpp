// The library's trees as dictionaries, with settings worded as keywords.
#pragma once

#include <pybind11/pybind11.h>

#include "tacit/core/tree.hpp"

namespace tacit::python {

pybind11::dict as_dict(const Tree::Object& tree);

}  // namespace tacit::python
