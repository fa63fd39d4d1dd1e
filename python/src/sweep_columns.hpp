// A sweep over rows in memory, its results as columns: those of the command line's CSV.
#pragma once

#include <pybind11/pybind11.h>

#include "interpreter.hpp"
#include "tacit/sweep/run.hpp"

namespace tacit::python {

// With the interpreter's lock released while it runs.
pybind11::dict sweep_columns(SweepData data, const SweepSettings& settings, Progress& progress);

}  // namespace tacit::python
