// What a learner tells about itself, as dictionaries and arrays.
#pragma once

#include <pybind11/numpy.h>

#include "tacit/run/session.hpp"

namespace tacit::python {

using Numbers = pybind11::array_t<double, pybind11::array::c_style>;

// What `tacit train --json` prints.
pybind11::dict summary(const Session& session);
// How auto came to its predictions; None for other learners.
pybind11::object report(const Session& session);
// Returns the weights other than 0, without the bias: name or index, counted from 1, to value. Where there are several outputs,
// it is a list with an entry per output, and so is the bias.
pybind11::object weights(const Session& session);
pybind11::object bias(const Session& session);
// Returns the weights of this many columns, in a row per output where there are several.
Numbers coefficients(const Session& session, std::size_t columns);
pybind11::object label_words(const Session& session);

}  // namespace tacit::python
