#include "learners/class_mixture/make.hpp"

#include "tacit/core/setting_error.hpp"

namespace tacit {

std::unique_ptr<AnyLearner> make_class_mixture(const Configuration& configuration) {
  throw SettingError(SettingError::Kind::contradiction, mention("loss", configuration.loss),
                     say("auto does not learn several classes: choose ", mention("learner", "ada-implicit")));
}

}  // namespace tacit
