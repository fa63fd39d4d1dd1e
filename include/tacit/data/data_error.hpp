// A DataError says what is wrong with data or with a file, and where:
// `train.svm:17:8: index 4 after 9; indices must increase`.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

#include "tacit/core/message.hpp"

namespace tacit {

class DataError : public std::runtime_error {
 public:
  explicit DataError(Message message) : std::runtime_error(message.plain()), message_(std::move(message)) {}
  // The place, such as `file:line` or `row 3`, stands before the sentence.
  DataError(std::string place, const Message& what) : DataError(say(place, ": ", what)) { place_ = std::move(place); }

  // The same error with more behind its sentence.
  DataError with(const Message& more) const {
    DataError longer(message_ + more);
    longer.place_ = place_;
    return longer;
  }

  const Message& message() const { return message_; }
  const std::string& place() const { return place_; }

 private:
  Message message_;
  std::string place_;
};

}  // namespace tacit
