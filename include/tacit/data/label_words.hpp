// Labels that are words, such as ham and spam: the first of the two stands for -1, the second for +1.
//
// Words are compared as they are written, numbers too; blanks around them and the quotes of their format do not count.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "tacit/core/message.hpp"

namespace tacit {

struct LabelWords {
  std::string negative;
  std::string positive;

  bool operator==(const LabelWords&) const = default;

  // -1 or +1; nothing if the word is neither class.
  std::optional<double> find(std::string_view word) const {
    if (word == positive) return 1.0;
    if (word == negative) return -1.0;
    return std::nullopt;
  }

  // The word of label -1 or +1.
  const std::string& word_of(double label) const { return label > 0 ? positive : negative; }

  // Says what is wrong with a word that is neither class.
  std::string fault(std::string_view word) const;
};

// Says what to do about a label that is a word, where nobody has said which class it is; empty if it is no word.
Message advice_on_word(std::string_view word);

}  // namespace tacit
