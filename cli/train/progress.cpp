#include "cli/train/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>
#include "cli/output/tell.hpp"

namespace tacit::cli {

namespace {

std::string watched(const Monitor& monitor) {
  const auto known = [](std::optional<double> number) { return number ? fmt::format("{:.5g}", *number) : std::string("-"); };
  return fmt::format(" {:>11} {:>10.5g} {:>10.5g} {:>10} {:>7.2g}", known(monitor.path_variability()), monitor.progress(),
                     monitor.lambda(), known(monitor.regret_bound()), monitor.drift());
}

}  // namespace

Progress::Progress(bool quiet, const Tally& before, const Monitor* monitor)
    : quiet_(quiet),
      monitor_(monitor),
      terminal_(isatty(STDERR_FILENO) == 1),
      first_(before.examples),
      last_examples_(before.examples),
      last_weight_(before.total_weight),
      last_loss_(before.cumulative_loss()) {}

Progress::~Progress() { erase_live_line(); }

void Progress::round(const Tally& tally, const Round& round, const Example& example) {
  if (quiet_ || tally.examples - first_ != next_) return;
  next_ *= 2;
  erase_live_line();
  line(tally, {example.label, round.prediction, nonzeros(example.features)});
}

void Progress::block(const Tally& tally, const Round& round, const Example& example) {
  if (quiet_) return;
  latest_ = {example.label, round.prediction, nonzeros(example.features)};
  if (!terminal_) return;
  const auto now = std::chrono::steady_clock::now();
  if (now - shown_ < std::chrono::milliseconds(200)) return;
  shown_ = now;
  const double seconds = std::chrono::duration<double>(now - began_).count();
  tell("\r\033[K{:12.6g} {:>12} {:12}  {:.3g} examples per second", tally.average_loss(), "", tally.examples,
       static_cast<double>(tally.examples - first_) / seconds);
  std::fflush(stderr);
  live_ = true;
}

void Progress::finish(const Tally& tally) {
  erase_live_line();
  if (!quiet_ && tally.examples > last_examples_) line(tally, latest_);
}

void Progress::note(std::string_view text) {
  if (quiet_) return;
  erase_live_line();
  tell("{}\n", text);
}

void Progress::line(const Tally& tally, const Shown& last) {
  if (last_examples_ == first_) {
    tell("{:>12} {:>12} {:>12} {:>12} {:>12} {:>9}{}\n", "loss so far", "since last", "examples", "label", "prediction",
         "nonzeros",
         monitor_ != nullptr
             ? fmt::format(" {:>11} {:>10} {:>10} {:>10} {:>7}", "variability", "progress", "lambda", "regret <=", "drift")
             : "");
  }
  const double weight = tally.total_weight - last_weight_;
  const double since = weight > 0 ? (tally.cumulative_loss() - last_loss_) / weight : 0.0;
  tell("{:12.6g} {:12.6g} {:12} {:12.6g} {:12.6g} {:9}{}\n", tally.average_loss(), since, tally.examples, last.label,
       last.prediction, last.nonzeros, monitor_ != nullptr ? watched(*monitor_) : "");
  last_examples_ = tally.examples;
  last_weight_ = tally.total_weight;
  last_loss_ = tally.cumulative_loss();
}

void Progress::erase_live_line() {
  if (!live_) return;
  tell("\r\033[K");
  live_ = false;
}

}  // namespace tacit::cli
