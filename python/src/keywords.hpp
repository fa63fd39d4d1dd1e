// Turns Python's keywords into settings of the table. None is as if the keyword were not said.
//
// A value of the wrong type is a TypeError, one that cannot be is a ValueError; both name the keyword.
#pragma once

#include <pybind11/pybind11.h>

#include "tacit/run/settings.hpp"

namespace tacit::python {

Settings settings_said(const pybind11::dict& keywords);

// Returns the table, a dictionary per setting: `name`, `scope` ('learner' or 'reading'), `type` as it is annotated, `default` and
// `description`.
pybind11::list table();

}  // namespace tacit::python
