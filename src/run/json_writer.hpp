// Writes JSON piece by piece: numbers read back to the same bits, and nothing is kept but what was not yet handed on.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>

#include "tacit/core/row.hpp"

namespace tacit {

class JsonWriter {
 public:
  using Sink = std::function<void(std::string_view)>;
  enum class Look {
    lines,   // a value per line, indented by two per level; lists of numbers per feature on a line
    compact  // no blanks
  };

  JsonWriter(Sink sink, Look look) : sink_(std::move(sink)), look_(look) {}

  void begin_object() { begin('{'); }
  void end_object() { end('}'); }
  void begin_list() { begin('['); }
  void end_list() { end(']'); }
  // Stands before each value of an object.
  void key(std::string_view key);
  void key(Index index);

  // What is not finite becomes null.
  void number(double number);
  void count(std::uint64_t count);
  void text(std::string_view text);
  void flag(bool flag);
  void null();
  // A list on a line of its own.
  void row(std::span<const double> numbers) { row({}, numbers); }
  void row(std::span<const Index> first, std::span<const double> numbers);

  // Hands on what is left.
  void finish();

 private:
  void begin(char open);
  void end(char close);
  void before_value();
  void next_line();
  void put(double number);
  void put(std::uint64_t number);
  void put_text(std::string_view text);

  Sink sink_;
  Look look_;
  fmt::memory_buffer text_;
  std::size_t depth_ = 0;
  bool first_ = true;  // nothing stands before in this object or list
  bool behind_key_ = false;
};

}  // namespace tacit
