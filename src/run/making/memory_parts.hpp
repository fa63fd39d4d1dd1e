// How Making writes parts of a model's memory and reads them back: parts have names behind its group, and what no run leaves
// behind is refused with a sentence.
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <cstddef>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "tacit/learners/state.hpp"

namespace tacit::memory_parts {

inline constexpr std::string_view group = "making/";
inline constexpr Limits instants{-6.3e13, 2.6e14};

[[noreturn]] inline void refuse(std::string_view what) {
  throw std::invalid_argument(fmt::format("the memory's 'making' {}", what));
}

inline void require(bool good, std::string_view otherwise) {
  if (!good) refuse(otherwise);
}

// Names parts and keeps them in order; arrays that are empty are left out.
class Writer {
 public:
  explicit Writer(LearnerState& memory) : memory_(memory) {}

  void number(std::string_view name, double value) { memory_.add(named(name), value); }
  template <class Value>
  void array(std::string_view name, std::vector<Value> values) {
    if (!values.empty()) memory_.add(named(name), std::move(values));
  }

 private:
  static std::string named(std::string_view name) { return std::string(group) + std::string(name); }

  LearnerState& memory_;
};

// Reads arrays from their beginning.
template <class Value>
class Taker {
 public:
  Taker(const LearnerState& memory, std::string_view name) {
    const auto* const found = memory.find(std::string(group) + std::string(name));
    if (found == nullptr) return;
    const auto* const values = std::get_if<std::vector<Value>>(found);
    if (values == nullptr) refuse(fmt::format("has '{}', which is not a list of the right type", name));
    rest_ = *values;
  }

  std::size_t size() const { return rest_.size(); }
  Value next() { return take(1).front(); }
  std::span<const Value> take(std::size_t count) {
    if (count > rest_.size()) refuse("has lists of lengths that do not fit");
    const auto taken = rest_.first(count);
    rest_ = rest_.subspan(count);
    return taken;
  }
  void require_end() const {
    if (!rest_.empty()) refuse("has lists of lengths that do not fit");
  }

 private:
  std::span<const Value> rest_;
};

template <class Number>
Number whole(double number, Limits limits) {
  const bool minus_zero = number == 0 && std::signbit(number);
  if (!(number >= limits.low && number <= limits.high) || number != std::floor(number) || minus_zero)
    refuse("has a count or a time out of range");
  return static_cast<Number>(number);
}

}  // namespace tacit::memory_parts
