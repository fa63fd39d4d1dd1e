#include "tacit/certify/monitor.hpp"

#include <algorithm>
#include <array>

#include "tacit/domains/ball.hpp"
#include "tacit/learners/updates.hpp"
#include "tacit/step_sizes/doubling.hpp"

namespace tacit {

namespace {

bool has_step(const Configuration& configuration) {
  return configuration.update == ImplicitUpdate::name || configuration.update == LinearUpdate::name ||
         configuration.update == TruncatedUpdate::name;
}

}  // namespace

Monitor::Monitor(const Configuration& configuration, double rounds_per_false_alarm)
    : price_(configuration.domain != Ball::name || configuration.scale == "online" || !has_step(configuration) ? Price::none
             : configuration.update == ImplicitUpdate::name                                                    ? Price::progress
                                                                                                               : Price::gradient),
      restarts_(configuration.step_size == Doubling::name),
      largest_divergence_(2 * configuration.radius * configuration.radius),
      drift_(has_step(configuration) ? 2 : 1, rounds_per_false_alarm) {}

bool Monitor::add(const Round& round) {
  const bool restarted = restarts_ && rounds_ > 0 && round.lambda != last_.lambda;
  if (restarted) {
    past_lambdas_ += last_.lambda;
    drift_.begin_anew();  // losses rise because the learner began anew, not because the stream changed
  }
  if (rounds_ > 0 && !restarted) {
    path_variability_.add(round.loss_before);
    path_variability_.add(-last_.loss_after);
  }
  squared_gradients_.add(round.squared_gradient);
  if (price_ == Price::progress) prices_.add(progress(round));
  if (price_ == Price::gradient && round.squared_gradient > 0) prices_.add(round.squared_gradient / (2 * round.lambda));
  ++rounds_;
  last_ = round;
  constexpr double most = 1e290;  // sums of more could be no number
  const std::array readings{std::min(round.loss_before, most),
                            std::clamp(round.lambda * (round.loss_before - round.loss_after), -most, most)};
  const bool alarm = drift_.add(readings.data());
  if (alarm) alarms_.push_back(rounds_);
  return alarm;
}

std::optional<double> Monitor::regret_bound() const {
  if (price_ == Price::none) return std::nullopt;
  const double bound = largest_divergence_ * (past_lambdas_ + last_.lambda) + prices_.value();
  return is_finite(bound) ? std::optional(bound) : std::nullopt;
}

}  // namespace tacit
