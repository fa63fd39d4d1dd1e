#include "tacit/data/complaints.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "tacit/data/data_error.hpp"

namespace tacit {

void Complaints::add(const Place& place, const Message& what) {
  const std::string where = place.column == 0 ? fmt::format("{}:{}", place.name, place.line)
                                              : fmt::format("{}:{}:{}", place.name, place.line, place.column);
  if (on_error_ == OnError::stop) throw DataError(DataError::Kind::row, where, what);
  const std::lock_guard lock(mutex_);
  ++count_;
  lines_.push_back(place.line);
  if (first_.size() < remembered) first_.push_back(say(where, ": ", what));
}

void Complaints::note(const Message& what) {
  const std::lock_guard lock(mutex_);
  if (std::ranges::find(notes_, what) == notes_.end()) notes_.push_back(what);
}

std::vector<Message> Complaints::notes() const {
  const std::lock_guard lock(mutex_);
  return notes_;
}

std::vector<std::uint64_t> Complaints::take_lines() {
  const std::lock_guard lock(mutex_);
  return std::exchange(lines_, {});
}

std::uint64_t Complaints::count() const {
  const std::lock_guard lock(mutex_);
  return count_;
}

std::vector<Message> Complaints::first() const {
  const std::lock_guard lock(mutex_);
  return first_;
}

}  // namespace tacit
