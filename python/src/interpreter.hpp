// Work without the interpreter's lock, and the ways back to it: progress, signals, and learners that two threads share.
#pragma once

#include <pybind11/pybind11.h>

#include <atomic>
#include <cstdint>
#include <mutex>
#include <stdexcept>
#include <thread>

namespace tacit::python {

// A mutex that knows which thread has it.
struct Turn {
  std::mutex mutex;
  std::atomic<std::thread::id> holder{};
};

// Nobody waits for a learner while holding the interpreter's lock: whoever holds the learner may need that lock to go on. A
// thread that holds it already would wait for itself, and is refused.
class Held {
 public:
  explicit Held(Turn& turn) : turn_(turn) {
    const auto self = std::this_thread::get_id();
    if (turn.holder == self)
      throw std::runtime_error(
          "the learner is busy in this thread: what runs while it works, such as a progress callback or a signal handler, cannot "
          "use it; wait until the call has returned");
    if (!turn.mutex.try_lock()) {
      const pybind11::gil_scoped_release others_run;
      turn.mutex.lock();
    }
    turn.holder = self;
  }
  ~Held() {
    turn_.holder = std::thread::id();
    turn_.mutex.unlock();
  }
  Held(const Held&) = delete;
  Held& operator=(const Held&) = delete;

 private:
  Turn& turn_;
};

// Counts rows done by code that does not hold the lock. Now and then it tells the callable, if there is one, and lets signals
// interrupt.
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
