// Turns Settings into the Configuration that is certified.
#pragma once

#include <cstdint>

#include "tacit/learners/configuration.hpp"
#include "tacit/run/settings.hpp"

namespace tacit {

// The beta of the theorem on AdaImplicit in a ball: D = sqrt(2) R.
double theorem_beta(double radius);

// Uses the defaults of any run, except: the learner is `ada-implicit`, and on the ball its beta is the theorem's.
// Throws SettingError, also where the features' scale changes during the run: then no fixed model can be compared.
Configuration certificate_configuration(const Settings& settings);

// Throws DataError if these are more examples than the learner takes.
void require_few_examples(const Configuration& configuration, std::uint64_t examples);

}  // namespace tacit
