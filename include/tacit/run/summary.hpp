// The summary of a run as programs read it: the keys of `tacit train --json` and of Python's Learner.summary().
#pragma once

#include <optional>

#include "tacit/core/tree.hpp"
#include "tacit/learners/mixture_report.hpp"
#include "tacit/run/session.hpp"

namespace tacit {

// What does not apply is nothing: the beta of a learner without one, the mistakes of a run that learns numbers. The key `seconds`
// is there where somebody has measured them, `waiting` where labels come late.
Tree::Object summary_tree(const Session& session, std::optional<double> seconds = {});

// The groups of features that the session gives its rows.
MadeGroups made_groups(const Session& session);

// What intervals have come to: nothing where there has been no round yet, or no stretch of 1,000 for the worst of them.
Tree::Object interval_tree(const Intervals& intervals);

}  // namespace tacit
