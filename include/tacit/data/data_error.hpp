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
  enum class Kind {
    file,      // a file cannot be read, written or understood
    row,       // an example is not as it should be; the place says which
    examples,  // there is no example at all, or more than the learner takes
    numbers,   // a number has grown beyond what a double or a model can hold
    model      // a file or bytes are no model, or a damaged one
  };

  DataError(Kind kind, Message message) : std::runtime_error(message.plain()), kind_(kind), message_(std::move(message)) {}
  // The place, such as `file:line` or `row 3`, stands before the sentence.
  DataError(Kind kind, std::string place, const Message& what) : DataError(kind, say(place, ": ", what)) {
    place_ = std::move(place);
  }
  // These are about a file.
  explicit DataError(Message message) : DataError(Kind::file, std::move(message)) {}
  DataError(std::string place, const Message& what) : DataError(Kind::file, std::move(place), what) {}

  // The same error with more behind its sentence.
  DataError with(const Message& more) const {
    DataError longer(kind_, message_ + more);
    longer.place_ = place_;
    return longer;
  }

  Kind kind() const { return kind_; }
  const std::string& place() const { return place_; }
  const Message& message() const { return message_; }

 private:
  Kind kind_;
  Message message_;
  std::string place_;
};

}  // namespace tacit
