#include "tacit/certify/monitor.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

#include "learners/make_loss.hpp"
#include "tacit/domains/ball.hpp"
#include "tacit/eval/saved_numbers.hpp"
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
      below_zero_(least_loss_of(configuration) != nullptr),
      largest_divergence_(2 * configuration.radius * configuration.radius),
      drift_(has_step(configuration) ? 2 : 1, rounds_per_false_alarm) {
  if (restarts_ && start == Start::zero) loss_at_zero_ = loss_at_zero(configuration);
}

bool Monitor::add(const Round& round, const Example& example) {
  const bool restarted = restarts_ && rounds_ > 0 && round.lambda != last_lambda_;
  if (restarted) {
    past_lambdas_ += last_lambda_;
    drift_.begin_anew();  // losses rise because the learner began anew, not because the stream changed
  }
  if (rounds_ > 0 && (!restarted || loss_at_zero_)) {
    path_variability_.add(round.paid());
    path_variability_.add(restarted ? -last_at_start_ : -last_loss_after_);
  }
  if (loss_at_zero_) last_at_start_ = example.weight * loss_at_zero_(example.label) + round.least;
  squared_gradients_.add(round.squared_gradient);
  progress_.add(tacit::progress(round));
  if (round.squared_gradient > 0) by_gradients_.add(round.squared_gradient / (2 * round.lambda));
  ++rounds_;
  last_lambda_ = round.lambda;
  last_loss_after_ = round.paid_after();
  const std::array readings{std::min(round.loss_before, DriftDetector::largest_reading),
                            std::min(round.squared_gradient, DriftDetector::largest_reading)};
  const bool alarm = drift_.add(readings.data());
  if (alarm) alarms_.push_back(rounds_);
  return alarm;
}

std::optional<double> Monitor::regret_bound() const {
  if (price_ == Price::none || price_ == Price::of_mixture) return std::nullopt;
  const double prices = price_ == Price::progress ? progress_.value() : by_gradients_.value();
  const double bound = largest_divergence_ * (past_lambdas_ + last_lambda_) + prices;
  return is_finite(bound) ? std::optional(bound) : std::nullopt;
}

void Monitor::save(LearnerState& state, std::string_view group) const {
  state.add_number(part_name(group, "rounds"), static_cast<double>(rounds_), any_count);
  save_numbers(state, group, "last_lambda", {last_lambda_});
  save_numbers(state, group, "last_loss_after", {last_loss_after_});
  save_numbers(state, group, "last_at_start", {last_at_start_});
  save_numbers(state, group, "past_lambdas", {past_lambdas_});
  save_sum(state, group, "path_variability", path_variability_);
  save_sum(state, group, "squared_gradients", squared_gradients_);
  save_sum(state, group, "progress", progress_);
  save_sum(state, group, "by_gradients", by_gradients_);
  state.add(part_name(group, "alarms"), std::vector<double>(alarms_.begin(), alarms_.end()));
  drift_.save(state, part_name(group, "drift"));
}

void Monitor::restore(const LearnerState& state, std::string_view group) {
  const auto not_negative = [&](std::string_view name) {
    return restored_numbers(state, group, name, 1, Sign::not_negative).front();
  };
  rounds_ = static_cast<std::uint64_t>(state.number(part_name(group, "rounds"), any_count));
  last_lambda_ = not_negative("last_lambda");
  const Sign of_losses = below_zero_ ? Sign::any : Sign::not_negative;
  last_loss_after_ = restored_numbers(state, group, "last_loss_after", 1, of_losses).front();
  last_at_start_ = restored_numbers(state, group, "last_at_start", 1, of_losses).front();
  past_lambdas_ = not_negative("past_lambdas");
  restore_sum(state, group, "path_variability", Sign::any, path_variability_);
  restore_sum(state, group, "squared_gradients", Sign::not_negative, squared_gradients_);
  restore_sum(state, group, "progress", Sign::not_negative, progress_);
  restore_sum(state, group, "by_gradients", Sign::not_negative, by_gradients_);
  alarms_.clear();
  for (const double alarm : state.doubles(part_name(group, "alarms"))) {
    const double before = alarms_.empty() ? 0 : static_cast<double>(alarms_.back());
    if (!(alarm > before && alarm <= static_cast<double>(rounds_)) || alarm != std::floor(alarm))
      throw std::invalid_argument("the state's 'alarms' are not rounds in increasing order");
    alarms_.push_back(static_cast<std::uint64_t>(alarm));
  }
  drift_.restore(state, part_name(group, "drift"));
}

}  // namespace tacit
