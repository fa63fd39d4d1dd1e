// Ahead makes things before they are used, in order, on a thread of its own. It keeps a few and uses them again and again.
#pragma once

#include <array>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>

namespace tacit {

template <class T>
class Ahead {
 public:
  // make(thing) turns an old thing into the next one; false if there is none. stop() ends its wait.
  Ahead(std::function<bool(T&)> make, std::function<void()> stop)
      : make_(std::move(make)), stop_(std::move(stop)), thread_([this] { run(); }) {}
  ~Ahead() {
    {
      const std::lock_guard lock(mutex_);
      stopped_ = true;
    }
    changed_.notify_all();
    stop_();
    thread_.join();
  }
  Ahead(const Ahead&) = delete;
  Ahead& operator=(const Ahead&) = delete;

  // Waits for the next thing, or until then. Returns whether it is there, or known never to come.
  bool wait(std::chrono::steady_clock::time_point until) {
    std::unique_lock lock(mutex_);
    hand_back();
    return changed_.wait_until(lock, until, [&] { return made_ > taken_ || ended_; });
  }

  // The next thing, valid until the next call of this or of wait(); null at the end. Throws what making it threw.
  T* next() {
    std::unique_lock lock(mutex_);
    hand_back();
    changed_.wait(lock, [&] { return made_ > taken_ || ended_; });
    if (made_ == taken_) {
      if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
      return nullptr;
    }
    held_ = true;
    return &things_[taken_ % things_.size()];
  }

 private:
  void hand_back() {
    if (!held_) return;
    ++taken_;
    held_ = false;
    changed_.notify_all();
  }

  void run() {
    for (;;) {
      {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return made_ - taken_ < things_.size() || stopped_; });
        if (stopped_) return;
      }
      bool more = false;
      std::exception_ptr failure;
      try {
        more = make_(things_[made_ % things_.size()]);
      } catch (...) {
        failure = std::current_exception();
      }
      const std::lock_guard lock(mutex_);
      if (more) {
        ++made_;
      } else {
        ended_ = true;
        failure_ = failure;
      }
      changed_.notify_all();
      if (ended_) return;
    }
  }

  std::function<bool(T&)> make_;
  std::function<void()> stop_;
  std::array<T, 4> things_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::size_t made_ = 0;   // by the thread alone, but read by both
  std::size_t taken_ = 0;  // handed back
  bool held_ = false;
  bool ended_ = false;
  bool stopped_ = false;
  std::exception_ptr failure_;
  std::thread thread_;  // last: it begins when all else is there
};

}  // namespace tacit
