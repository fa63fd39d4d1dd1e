// What is wrong with data or with a file, in a sentence that says where:
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
  // The place stands before the sentence, as `file:line` or `row 3`.
  DataError(std::string place, const Message& what) : DataError(say(place, ": ", what)) { place_ = std::move(place); }

  const Message& message() const { return message_; }
  const std::string& place() const { return place_; }

 private:
  Message message_;
  std::string place_;
};

}  // namespace tacit
