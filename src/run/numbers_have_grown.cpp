#include "run/numbers_have_grown.hpp"

#include <fmt/format.h>

#include "tacit/learners/kinds.hpp"
#include "tacit/learners/updates.hpp"

namespace tacit {

Message numbers_have_grown(const Configuration& configuration) {
  const LearnerKind& kind = kind_of(configuration);
  if (!kind.has_beta) {
    return fmt::format("the {} loss of this row is beyond what a double can hold; are its label and its importance weight right?",
                       configuration.loss);
  }
  Message message = fmt::format("the numbers have grown beyond what a double can hold ({}, beta {:g}); ",
                                learner_name(configuration), configuration.beta);
  if (configuration.scale == "none") message += say("scale the features with ", mention("scale", "max-abs"), ", ");
  // The others are implicit under names of their own.
  const bool steps_far = kind.family == Family::mirror_descent && kind.update != ImplicitUpdate::name;
  if (steps_far) message += "use an implicit learner, or ";
  return message + say("give a smaller ", mention("beta"));
}

}  // namespace tacit
