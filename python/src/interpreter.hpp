// Work without the interpreter's lock, and the ways back to it: progress, signals, and learners that two threads share.
#pragma once

#include <pybind11/pybind11.h>

#include <cstdint>
#include <mutex>

namespace tacit::python {

// Nobody waits for a learner while holding the interpreter's lock: whoever holds the learner may need that lock to go on.
class Held {
 public:
  explicit Held(std::mutex& mutex) : lock_(mutex, std::try_to_lock) {
    if (lock_) return;
    const pybind11::gil_scoped_release others_run;
    lock_.lock();
  }

 private:
  std::unique_lock<std::mutex> lock_;
};

// Told of rows done from code that does not hold the lock; tells the callable, if there is one, and lets signals interrupt.
class Progress {
 public:
  explicit Progress(pybind11::object told) : told_(std::move(told)) {}

  void advance(std::uint64_t rows) {
    pending_ += rows;
    if (pending_ >= now_and_then) report();
  }
  void report() {
    const pybind11::gil_scoped_acquire lock;
    if (!told_.is_none() && pending_ > 0) told_(pending_);
    pending_ = 0;
    if (PyErr_CheckSignals() != 0) throw pybind11::error_already_set();
  }

 private:
  static constexpr std::uint64_t now_and_then = 1U << 14U;

  pybind11::object told_;
  std::uint64_t pending_ = 0;
};

}  // namespace tacit::python
