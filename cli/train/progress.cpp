#include "cli/train/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <limits>
#include <nlohmann/json.hpp>

#include "cli/output/log.hpp"
#include "cli/output/tell.hpp"
#include "tacit/run/prediction_output.hpp"

namespace tacit::cli {

namespace {

std::string watched(const Monitor& monitor) {
  const auto known = [](std::optional<double> number) { return number ? fmt::format("{:.5g}", *number) : std::string("-"); };
  return fmt::format(" {:>11} {:>10.5g} {:>10.5g} {:>10} {:>7.2g}", known(monitor.path_variability()), monitor.progress(),
                     monitor.lambda(), known(monitor.regret_bound()), monitor.drift());
}

}  // namespace

Progress::Progress(const TrainOptions& options, const Tally& before, const Monitor* monitor, const Configuration* classes)
    : quiet_(options.quiet),
      monitor_(monitor),
      classes_(classes),
      live_allowed_(isatty(STDERR_FILENO) == 1 && log_form() == LogForm::text),
      first_(before.examples),
      next_(before.examples + 1),
      last_examples_(before.examples),
      last_weight_(before.total_weight),
      last_loss_(before.cumulative_loss()) {
  if (options.progress) {
    if (const auto* examples = std::get_if<std::uint64_t>(&*options.progress)) every_ = *examples;
    if (const auto* time = std::get_if<std::chrono::milliseconds>(&*options.progress)) time_ = *time;
  }
  if (every_ > 0) next_ = (first_ / every_ + 1) * every_;
  if (quiet_ || time_.count() > 0) next_ = std::numeric_limits<std::uint64_t>::max();
}

Progress::~Progress() { clear_line(); }

void Progress::due(const Tally& tally, const Round& round, const Example& example) {
  next_ = every_ > 0 ? next_ + every_ : first_ + 2 * (next_ - first_);
  clear_line();
  line(tally, {example.label, round.prediction, nonzeros(example.features)});
}

void Progress::rows_end(const Tally& tally, const Round& round, const Example& example) {
  if (quiet_) return;
  latest_ = {example.label, round.prediction, nonzeros(example.features)};
  if (!live_allowed_ && time_.count() == 0) return;
  const auto now = Clock::now();
  line_if_time(tally, now);
  if (!live_allowed_ || now - shown_ < std::chrono::milliseconds(200)) return;
  shown_ = now;
  const double seconds = std::chrono::duration<double>(now - began_).count();
  tell("\r\033[K{:12.6g} {:>12} {:12}  {:.3g} examples per second", tally.average_loss(), "", tally.examples,
       static_cast<double>(tally.examples - first_) / seconds);
  std::fflush(stderr);
  live_ = true;
}

void Progress::idle(const Tally& tally) {
  if (!quiet_) line_if_time(tally, Clock::now());
}

void Progress::line_if_time(const Tally& tally, Clock::time_point now) {
  if (time_.count() == 0 || now - last_line_ < time_ || tally.examples == last_examples_) return;
  clear_line();
  line(tally, latest_);
}

void Progress::finish(const Tally& tally) {
  clear_line();
  if (!quiet_ && tally.examples > last_examples_) line(tally, latest_);
}

void Progress::note(std::string_view text) {
  if (quiet_) return;
  clear_line();
  log("note", "", std::string(text));
}

void Progress::line(const Tally& tally, const Shown& last) {
  const double weight = tally.total_weight - last_weight_;
  const double since = weight > 0 ? (tally.cumulative_loss() - last_loss_) / weight : 0.0;
  if (log_form() == LogForm::json) {
    log_line(tally, since, last);
  } else {
    table_line(tally, since, last);
  }
  last_examples_ = tally.examples;
  last_weight_ = tally.total_weight;
  last_loss_ = tally.cumulative_loss();
  last_line_ = Clock::now();
}

void Progress::table_line(const Tally& tally, double since, const Shown& last) {
  if (last_examples_ == first_) {
    tell("{:>12} {:>12} {:>12} {:>12} {:>12} {:>9}{}\n", "loss so far", "since last", "examples", "label", "prediction",
         "nonzeros",
         monitor_ != nullptr
             ? fmt::format(" {:>11} {:>10} {:>10} {:>10} {:>7}", "variability", "progress", "lambda", "regret <=", "drift")
             : "");
  }
  tell("{:12.6g} {:12.6g} {:12} {:>12.12} {:>12.12} {:9}{}\n", tally.average_loss(), since, tally.examples, shown(last.label),
       shown(last.prediction), last.nonzeros, monitor_ != nullptr ? watched(*monitor_) : "");
}

std::string Progress::shown(double label) const {
  return classes_ != nullptr ? std::string(class_name_of(label, *classes_)) : fmt::format("{:.6g}", label);
}

void Progress::log_line(const Tally& tally, double since, const Shown& last) {
  nlohmann::ordered_json facts{{"examples", tally.examples}, {"average_loss", tally.average_loss()}, {"since_last", since},
                               {"label", last.label},        {"prediction", last.prediction},        {"nonzeros", last.nonzeros}};
  if (classes_ != nullptr) {
    facts["label"] = shown(last.label);
    facts["prediction"] = shown(last.prediction);
  }
  if (monitor_ != nullptr) {
    const auto variability = monitor_->path_variability();
    const auto bound = monitor_->regret_bound();
    facts["path_variability"] = variability ? nlohmann::ordered_json(*variability) : nlohmann::ordered_json();
    facts["progress"] = monitor_->progress();
    facts["lambda"] = monitor_->lambda();
    facts["regret_bound"] = bound ? nlohmann::ordered_json(*bound) : nlohmann::ordered_json();
    facts["drift"] = monitor_->drift();
  }
  facts["seconds"] = std::chrono::duration<double>(Clock::now() - began_).count();
  log("progress", "", facts);
}

void Progress::clear_line() {
  if (!live_) return;
  tell("\r\033[K");
  live_ = false;
}

}  // namespace tacit::cli
