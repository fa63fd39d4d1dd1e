#include "tacit/core/message.hpp"

#include "tacit/core/legible.hpp"

namespace tacit {

std::string in_plain_words(const Mention& mention) {
  return mention.value.empty() ? mention.setting : mention.setting + ' ' + mention.value;
}

Message& Message::operator+=(const Message& more) {
  parts_.insert(parts_.end(), more.parts_.begin(), more.parts_.end());
  return *this;
}

std::string Message::in(Wording wording) const {
  std::string text;
  for (const auto& part : parts_) {
    if (const auto* words = std::get_if<std::string>(&part)) {
      text += *words;
    } else {
      text += wording(std::get<Mention>(part));
    }
  }
  return legible_message(text);
}

}  // namespace tacit
