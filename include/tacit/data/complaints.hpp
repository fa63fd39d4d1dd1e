// Complaints about rows of input. The first one ends the run; or bad rows are skipped and counted, and the first complaints are
// remembered.
#pragma once

#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "tacit/core/message.hpp"

namespace tacit {

enum class OnError { stop, skip };

// A place in an input. Lines and columns count from 1; column 0 means the whole line.
struct Place {
  std::string_view name;
  std::uint64_t line = 0;
  std::uint64_t column = 0;
};

class Complaints {
 public:
  explicit Complaints(OnError on_error = OnError::stop) : on_error_(on_error) {}

  // Called once per bad row. Throws DataError `name:line:column: what` unless bad rows are skipped; then the caller drops the
  // row.
  void add(const Place& place, const Message& what);

  // Remembers, once, something that people should know about the input though it makes no row bad.
  void note(const Message& what);

  bool skips() const { return on_error_ == OnError::skip; }
  std::uint64_t count() const;
  std::vector<Message> first() const;
  std::vector<Message> notes() const;

  // The lines of the bad rows since the last call.
  std::vector<std::uint64_t> take_lines();

 private:
  static constexpr std::size_t remembered = 5;

  OnError on_error_;
  mutable std::mutex mutex_;  // parsing and learning complain from two threads
  std::uint64_t count_ = 0;
  std::vector<Message> first_;
  std::vector<Message> notes_;
  std::vector<std::uint64_t> lines_;
};

}  // namespace tacit
