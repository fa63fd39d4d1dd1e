#include "data/stream/first_lines.hpp"

#include "data/formats/format.hpp"

namespace tacit {

bool FirstLines::tell() {
  for (;;) {
    const std::size_t stop = text_.held().find('\n', seen_);
    if (stop == std::string_view::npos) break;
    const std::string_view line = text_.held().substr(silent_, stop - silent_);
    if (says_something(line)) return true;
    comments_ = comments_ || line.find('#') != std::string_view::npos;
    silent_ = seen_ = stop + 1;
  }
  seen_ = text_.held().size();
  if (seen_ <= longest_record) return false;
  if (silent_ == 0) return true;
  comments_dropped_ = comments_;
  const std::size_t rest = seen_ - silent_;
  text_.pass(silent_);
  silent_ = 0;
  seen_ = rest;
  return false;
}

}  // namespace tacit
