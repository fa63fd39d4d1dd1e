// The summary of a run as programs read it: the keys of `tacit train --json` and of Python's Learner.summary().
#pragma once

#include <optional>

#include "tacit/core/tree.hpp"
#include "tacit/run/session.hpp"

namespace tacit {

// What does not apply is nothing: the beta of a learner without one, the mistakes of a run that learns numbers. The key `seconds`
// is there where somebody has measured them.
Tree::Object summary_tree(const Session& session, std::optional<double> seconds = {});

}  // namespace tacit
