#include "cli/sweep/progress.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include "cli/output/tell.hpp"

namespace tacit::cli {

namespace {

double seconds_since(std::chrono::steady_clock::time_point then) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - then).count();
}

}  // namespace

SweepProgress::SweepProgress(bool quiet, std::size_t inputs)
    : quiet_(quiet), terminal_(isatty(STDERR_FILENO) == 1), inputs_(inputs) {}

SweepProgress::~SweepProgress() { erase(); }

void SweepProgress::loaded(std::uint64_t work) {
  ++loaded_;
  total_ += work;
}

void SweepProgress::spared(std::uint64_t work) { total_ -= work; }

void SweepProgress::advanced(std::uint64_t work) {
  if (done_ == 0) first_ = std::chrono::steady_clock::now();
  done_ += work;
  if (quiet_ || seconds_since(shown_) < (terminal_ ? 0.1 : 10.0)) return;
  shown_ = std::chrono::steady_clock::now();
  if (terminal_) {
    draw();
  } else {
    tell("{:>7.2f} s  {}\n", seconds_since(began_), state());
  }
}

void SweepProgress::finished(const std::string& dataset, std::uint64_t examples) {
  ++finished_;
  say(fmt::format("{:>7.2f} s  {} of {}  {}: {} examples", seconds_since(began_), finished_, inputs_, dataset, examples));
}

void SweepProgress::say(const std::string& line) {
  if (quiet_) return;
  erase();
  tell("{}\n", line);
}

std::string SweepProgress::state() const {
  const double seconds = seconds_since(first_);
  const double share = total_ > 0 ? static_cast<double>(done_) / static_cast<double>(total_) : 0.0;
  std::string left = "reading";
  if (loaded_ == inputs_ && share > 0) left = fmt::format("{:.1f} s left", seconds * (1 - share) / share);
  return fmt::format("{:3.0f} %  {:.3g} million runs x rows/s  {}", 100 * share, 1e-6 * static_cast<double>(done_) / seconds,
                     left);
}

void SweepProgress::draw() {
  erase();
  const std::string text = state();
  winsize window{};
  const int columns = ioctl(STDERR_FILENO, TIOCGWINSZ, &window) == 0 && window.ws_col > 0 ? window.ws_col : 80;
  const int width = std::clamp(columns - static_cast<int>(text.size()) - 4, 0, 40);
  const double share = total_ > 0 ? static_cast<double>(done_) / static_cast<double>(total_) : 0.0;
  const int filled = std::clamp(static_cast<int>(share * width), 0, width);
  if (width >= 5) tell("[{:=<{}}{:<{}}] ", "", filled, "", width - filled);
  tell("{}", text.substr(0, static_cast<std::size_t>(std::max(1, columns - 1))));
  std::fflush(stderr);
  live_ = true;
}

void SweepProgress::erase() {
  if (live_) tell("\r\033[K");
  live_ = false;
}

}  // namespace tacit::cli
