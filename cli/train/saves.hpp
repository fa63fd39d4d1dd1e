// When the model is saved on the way: every so many examples, or every so long.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include "cli/options/interval.hpp"

namespace tacit::cli {

class Saves {
 public:
  // The model has seen so many examples at the beginning of the run.
  Saves(const std::optional<Interval>& every, std::uint64_t examples) : tried_(examples) {
    if (!every) return;
    if (const auto* count = std::get_if<std::uint64_t>(&*every)) examples_ = *count;
    if (const auto* time = std::get_if<std::chrono::milliseconds>(&*every)) time_ = *time;
  }

  // The next round, after this many, behind which the model is saved; `none` if no round is chosen by its number.
  std::uint64_t next_due(std::uint64_t examples, std::uint64_t none) const {
    return examples_ > 0 ? (examples / examples_ + 1) * examples_ : none;
  }
  // Whether it is time to save the model, which has seen so many examples.
  bool due(std::uint64_t examples) const {
    if (tried_ == examples) return false;
    if (examples_ > 0) return examples > 0 && examples % examples_ == 0;
    return time_.count() > 0 && Clock::now() - since_ >= time_;
  }
  void saved(std::uint64_t examples) {
    tried(examples);
    last_ = examples;
  }
  // The next try is made when it is time again, and there are more examples.
  void tried(std::uint64_t examples) {
    tried_ = examples;
    since_ = Clock::now();
  }
  // How many examples the last model had seen; nothing if none was saved.
  std::optional<std::uint64_t> last() const { return last_; }

 private:
  using Clock = std::chrono::steady_clock;

  std::uint64_t examples_ = 0;        // 0: the clock decides, or nobody
  std::chrono::milliseconds time_{};  // likewise
  Clock::time_point since_ = Clock::now();
  std::uint64_t tried_;
  std::optional<std::uint64_t> last_;
};

}  // namespace tacit::cli
