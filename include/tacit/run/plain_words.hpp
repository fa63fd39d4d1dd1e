// What a run came to, in sentences that a person can act on.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tacit/learners/mixture_report.hpp"

namespace tacit {

// What experts of this family are to somebody who never heard of them, as it stands behind "comes from".
std::string_view plain_kind(std::string_view family);

// How a loss stands to that of a baseline, both above the least values: "auto is 12 % better".
std::string compared(std::string_view learner, double loss, double baseline);

// Two to four sentences about a mixture of this average loss above the least values, or none before it has learned: which kind of
// expert carries the prediction, what a learning rate chosen badly would have cost and, where some teams of experts see a group
// of features that others do not, whether it helps.
std::vector<std::string> plain_words(const MixtureReport& report, double average_loss, const MadeGroups& made = {});

}  // namespace tacit
