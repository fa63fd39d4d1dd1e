#include "tacit/data/complaints.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "tacit/data/data_error.hpp"

namespace tacit {

void Complaints::add(const Place& place, std::string_view what) {
  std::string message = place.column == 0 ? fmt::format("{}:{}: {}", place.name, place.line, what)
                                          : fmt::format("{}:{}:{}: {}", place.name, place.line, place.column, what);
  if (on_error_ == OnError::stop) throw DataError(message);
  const std::lock_guard lock(mutex_);
  ++count_;
  lines_.push_back(place.line);
  if (first_.size() < remembered) first_.push_back(std::move(message));
}

void Complaints::note(std::string_view what) {
  const std::lock_guard lock(mutex_);
  if (std::ranges::find(notes_, what) == notes_.end()) notes_.emplace_back(what);
}

std::vector<std::string> Complaints::notes() const {
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

std::vector<std::string> Complaints::first() const {
  const std::lock_guard lock(mutex_);
  return first_;
}

std::string shown(std::string_view text) {
  constexpr std::size_t longest = 40;
  if (text.empty()) return "nothing";
  std::string quoted = "'";
  for (const char c : text.substr(0, longest)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte >= 0x7f) {
      quoted += fmt::format("\\x{:02x}", byte);
    } else {
      quoted += c;
    }
  }
  return quoted + (text.size() > longest ? "...'" : "'");
}

}  // namespace tacit
