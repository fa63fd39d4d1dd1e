// FirstLines finds the first line of an input that says something about its format.
#pragma once

#include <cstddef>
#include <string_view>

#include "data/stream/input_text.hpp"

namespace tacit {

class FirstLines {
 public:
  explicit FirstLines(InputText& text) : text_(text) {}

  // Whether such a line is there to its end, or as much of one as may be held. Lines before it stay for the parser as long as
  // there is room, as # may be no comment to it.
  bool tell();

  // The text held from that line on.
  std::string_view telling() const { return text_.held().substr(silent_); }
  // Lines with # were dropped, as there was no room for them.
  bool comments_dropped() const { return comments_dropped_; }

 private:
  InputText& text_;
  std::size_t seen_ = 0;    // bytes held that end no line which says something
  std::size_t silent_ = 0;  // bytes held that are lines which say nothing
  bool comments_ = false;   // among those
  bool comments_dropped_ = false;
};

}  // namespace tacit
