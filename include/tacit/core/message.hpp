// A sentence for people that may name settings.
//
// The library knows a setting by its name in the table (run/settings.hpp). Each face words it in its own terms: `--loss hinge` on
// the command line, `loss='hinge'` in Python, `loss hinge` in C.
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace tacit {

// A setting, and the value to give it; without a value, the setting alone.
struct Mention {
  std::string setting{};
  std::string value{};

  bool operator==(const Mention&) const = default;
};

inline Mention mention(std::string_view setting, std::string_view value = {}) {
  return {std::string(setting), std::string(value)};
}

using Wording = std::string (*)(const Mention&);

// `loss hinge`: the words of C and C++.
std::string in_plain_words(const Mention& mention);

class Message {
 public:
  Message() = default;
  Message(std::string text) { add(std::move(text)); }                    // NOLINT: a text is a message
  Message(std::string_view text) : Message(std::string(text)) {}         // NOLINT
  Message(const char* text) : Message(std::string(text)) {}              // NOLINT
  Message(Mention mention) { parts_.emplace_back(std::move(mention)); }  // NOLINT

  Message& operator+=(const Message& more);
  friend Message operator+(Message first, const Message& more) {
    first += more;
    return first;
  }

  std::string in(Wording wording) const;
  std::string plain() const { return in(in_plain_words); }
  bool empty() const { return parts_.empty(); }

  bool operator==(const Message&) const = default;

 private:
  void add(std::string text) {
    if (!text.empty()) parts_.emplace_back(std::move(text));
  }

  std::vector<std::variant<std::string, Mention>> parts_;
};

// The parts, one behind the other: say("auto sets its own rates: leave out ", mention("beta")).
template <class... Parts>
Message say(const Parts&... parts) {
  Message message;
  ((message += Message(parts)), ...);
  return message;
}

}  // namespace tacit
