// From what is said about a run to the one that is certified.
#pragma once

#include <cstdint>

#include "tacit/certify/certificate.hpp"
#include "tacit/learners/kinds.hpp"
#include "tacit/run/settings.hpp"

namespace tacit {

// As for any run, but `ada-implicit` where no learner is said, and on the ball with the theorem's beta = D = sqrt(2) R where no
// beta is said. Throws SettingError, also where the features' scale changes on the way: then no fixed model is comparable.
Configuration certificate_configuration(const Settings& settings);

// Throws DataError if these are more examples than the learner takes.
void require_few_examples(const Configuration& configuration, std::uint64_t examples);

}  // namespace tacit
