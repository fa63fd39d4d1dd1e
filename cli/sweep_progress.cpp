#include "sweep_progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

namespace tacit::cli {

namespace {

constexpr int bar_width = 30;

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

void SweepProgress::advanced(std::uint64_t work) {
  done_ += work;
  if (quiet_ || !terminal_ || seconds_since(shown_) < 0.1) return;
  shown_ = std::chrono::steady_clock::now();
  draw();
}

void SweepProgress::finished(const std::string& dataset, std::uint64_t examples) {
  ++finished_;
  say(fmt::format("{:>7.2f} s  {} of {}  {}: {} examples", seconds_since(began_), finished_, inputs_, dataset, examples));
}

void SweepProgress::say(const std::string& line) {
  if (quiet_) return;
  erase();
  fmt::print(stderr, "{}\n", line);
}

void SweepProgress::draw() {
  erase();
  const double seconds = seconds_since(began_);
  const double share = total_ > 0 ? static_cast<double>(done_) / static_cast<double>(total_) : 0.0;
  const int filled = static_cast<int>(share * bar_width);
  std::string left = "reading";
  if (loaded_ == inputs_ && share > 0) left = fmt::format("{:.1f} s left", seconds * (1 - share) / share);
  fmt::print(stderr, "[{:=<{}}{:<{}}] {:3.0f} %  {:.3g} million examples x learners a second, {}", "", filled, "",
             bar_width - filled, 100 * share, 1e-6 * static_cast<double>(done_) / seconds, left);
  std::fflush(stderr);
  live_ = true;
}

void SweepProgress::erase() {
  if (live_) fmt::print(stderr, "\r\033[K");
  live_ = false;
}

}  // namespace tacit::cli
