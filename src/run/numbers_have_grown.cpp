#include "run/numbers_have_grown.hpp"

#include <fmt/format.h>

#include <vector>

#include "tacit/domains/whole_space.hpp"
#include "tacit/learners/kinds.hpp"
#include "tacit/learners/penalty.hpp"
#include "tacit/learners/updates.hpp"

namespace tacit {

namespace {

// Whatever helps, what helps most first.
std::vector<Message> advice(const Configuration& configuration, const LearnerKind& kind) {
  std::vector<Message> advice;
  // Of a logarithm that is predicted a little too high the exponential is far too high, so that rates and scales matter more than
  // with other losses.
  if (task_of(configuration) == Task::counts && configuration.domain == WholeSpace::name && !penalty_of(configuration).any())
    advice.push_back(say("leave rates and scales to ", mention("learner", "auto")));
  if (configuration.scale == "none") advice.push_back(say("scale the features with ", mention("scale", "max-abs")));
  if (kind.family == Family::mirror_descent && configuration.update != ImplicitUpdate::name)
    advice.push_back("use an implicit learner");
  advice.push_back(say("give a smaller ", mention("beta")));
  return advice;
}

}  // namespace

Message numbers_have_grown(const Configuration& configuration) {
  const LearnerKind& kind = kind_of(configuration);
  if (!kind.has_beta) {
    return fmt::format("the {} loss of this row is beyond what a double can hold; are its label and its importance weight right?",
                       configuration.loss);
  }
  Message message = fmt::format("the numbers have grown beyond what a double can hold ({}, beta {:g}); ",
                                learner_name(configuration), configuration.beta);
  const std::vector<Message> ways = advice(configuration, kind);
  for (std::size_t i = 0; i < ways.size(); ++i) {
    if (i > 0) message += i + 1 == ways.size() ? ", or " : ", ";
    message += ways[i];
  }
  return message;
}

}  // namespace tacit
