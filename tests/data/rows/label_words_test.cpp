#include "tacit/data/label_words.hpp"

#include <catch2/catch.hpp>

namespace label_words_test {

using namespace tacit;
using Catch::Matchers::Contains;

TEST_CASE("the first word is -1 and the second +1 and others are neither") {
  const LabelWords words{"ham", "spam"};
  CHECK(words.find("ham") == -1.0);
  CHECK(words.find("spam") == 1.0);
  CHECK_FALSE(words.find("Spam"));
  CHECK_FALSE(words.find(""));
  CHECK(words.fault("eggs") == "label 'eggs'; expected 'ham' or 'spam'");
}

TEST_CASE("advice on labels is given for words and for nothing else") {
  CHECK_THAT(advice_on_word("spam").plain(),
             Contains("labels NEG,spam (NEG becomes -1); for more name all with classes, or learn with the softmax loss"));
  CHECK_THAT(advice_on_word("e-mail_2").plain(), Contains("NEG,e-mail_2"));
  CHECK_THAT(advice_on_word("NEG").plain(), Contains("labels NEG,POS "));
  for (const char* none : {"", "1.2.3", "label,1,2", "1:2", "{", "'tag", "a\xff", "nan", "Inf", "infinity"})
    CHECK(advice_on_word(none).empty());
}

}  // namespace label_words_test
