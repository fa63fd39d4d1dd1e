// Progress of a sweep on standard error: a live bar with the rate and the time left on a terminal, else a line per data set and
// one every ten seconds.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>

namespace tacit::cli {

class SweepProgress {
 public:
  SweepProgress(bool quiet, std::size_t inputs);
  ~SweepProgress();

  // A data set is in memory, with this much work to do: examples times learners times betas.
  void loaded(std::uint64_t work);
  // This much of the work was already known.
  void spared(std::uint64_t work);
  void advanced(std::uint64_t work);
  void finished(const std::string& dataset, std::uint64_t examples);
  // Prints a line of its own among the rest.
  void say(const std::string& line);

 private:
  std::string state() const;
  void draw();
  void erase();

  bool quiet_;
  bool terminal_;
  bool live_ = false;
  std::size_t inputs_;
  std::size_t loaded_ = 0;
  std::size_t finished_ = 0;
  std::uint64_t total_ = 0;
  std::uint64_t done_ = 0;
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
  std::chrono::steady_clock::time_point first_ = began_;  // work, after reading
  std::chrono::steady_clock::time_point shown_ = began_;
};

}  // namespace tacit::cli
