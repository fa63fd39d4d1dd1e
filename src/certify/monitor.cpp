#include "tacit/certify/monitor.hpp"

#include <algorithm>
#include <array>

#include "learners/make_loss.hpp"
#include "tacit/domains/ball.hpp"
#include "tacit/learners/kinds.hpp"

namespace tacit {

namespace {

bool has_step(const Configuration& configuration) { return kind_of(configuration).family == Family::mirror_descent; }

std::function<double(double)> loss_at_zero(const Configuration& configuration) {
  std::function<double(double)> value;
  AllLosses::with(configuration.loss, [&]<class L>(std::type_identity<L>) {
    value = [loss = make_loss<L>(configuration)](double label) { return loss.value(0.0, label); };
  });
  return value;
}

}  // namespace

Monitor::Monitor(const Configuration& configuration, double rounds_per_false_alarm, Start start)
    : price_(kind_of(configuration).family == Family::mixture ? Price::of_mixture
             : configuration.domain != Ball::name || configuration.scale == "online" || !has_step(configuration) ? Price::none
             : configuration.update == ImplicitUpdate::name                                                      ? Price::progress
                                                            : Price::gradient),
      restarts_(kind_of(configuration).restarts),
      largest_divergence_(2 * configuration.radius * configuration.radius),
      drift_(has_step(configuration) ? 2 : 1, rounds_per_false_alarm) {
  if (restarts_ && start == Start::zero) loss_at_zero_ = loss_at_zero(configuration);
}

bool Monitor::add(const Round& round, const Example& example) {
  const bool restarted = restarts_ && rounds_ > 0 && round.lambda != last_.lambda;
  if (restarted) {
    past_lambdas_ += last_.lambda;
    drift_.begin_anew();  // losses rise because the learner began anew, not because the stream changed
  }
  if (rounds_ > 0 && (!restarted || loss_at_zero_)) {
    path_variability_.add(round.loss_before);
    path_variability_.add(restarted ? -last_at_start_ : -last_.loss_after);
  }
  if (loss_at_zero_) last_at_start_ = example.weight * loss_at_zero_(example.label);
  squared_gradients_.add(round.squared_gradient);
  progress_.add(tacit::progress(round));
  if (round.squared_gradient > 0) by_gradients_.add(round.squared_gradient / (2 * round.lambda));
  ++rounds_;
  last_ = round;
  constexpr double largest_reading = 1e290;  // larger readings could add up to no number
  const std::array readings{std::min(round.loss_before, largest_reading), std::min(round.squared_gradient, largest_reading)};
  const bool alarm = drift_.add(readings.data());
  if (alarm) alarms_.push_back(rounds_);
  return alarm;
}

std::optional<double> Monitor::regret_bound() const {
  if (price_ == Price::none || price_ == Price::of_mixture) return std::nullopt;
  const double prices = price_ == Price::progress ? progress_.value() : by_gradients_.value();
  const double bound = largest_divergence_ * (past_lambdas_ + last_.lambda) + prices;
  return is_finite(bound) ? std::optional(bound) : std::nullopt;
}

}  // namespace tacit
