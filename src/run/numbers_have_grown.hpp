// What to say and advise where a round's numbers are not finite.
#pragma once

#include "tacit/core/message.hpp"
#include "tacit/learners/configuration.hpp"

namespace tacit {

Message numbers_have_grown(const Configuration& configuration);

}  // namespace tacit
