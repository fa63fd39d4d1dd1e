// What is wrong with a setting: which one, its value, in what way, and a sentence that says what to do.
#pragma once

#include <stdexcept>
#include <utility>

#include "tacit/core/message.hpp"

namespace tacit {

class SettingError : public std::invalid_argument {
 public:
  enum class Kind {
    unknown,        // there is no such setting, or no such word among those it takes
    bad_value,      // not a number, out of range, empty
    missing,        // another setting needs it
    contradiction,  // it goes against another setting
    without_use,    // it means nothing here
    differs,        // the model says otherwise
  };

  SettingError(Kind kind, Mention about, Message message)
      : std::invalid_argument(message.plain()), kind_(kind), about_(std::move(about)), message_(std::move(message)) {}

  Kind kind() const { return kind_; }
  const std::string& setting() const { return about_.setting; }
  const std::string& value() const { return about_.value; }
  const Message& message() const { return message_; }

 private:
  Kind kind_;
  Mention about_;
  Message message_;
};

}  // namespace tacit
