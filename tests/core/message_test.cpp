#include "tacit/core/message.hpp"

#include <catch2/catch.hpp>

#include "tacit/core/setting_error.hpp"

namespace message_test {

using namespace tacit;

namespace {

std::string in_capitals(const Mention& mention) { return "<" + mention.setting + "=" + mention.value + ">"; }

}  // namespace

TEST_CASE("a message is worded by whoever shows it", "[message]") {
  const Message message = say("leave out ", mention("beta"), ", or choose ", mention("learner", "ada-implicit"));
  CHECK(message.plain() == "leave out beta, or choose learner ada-implicit");
  CHECK(message.in(in_capitals) == "leave out <beta=>, or choose <learner=ada-implicit>");
}

TEST_CASE("messages add up part by part, and a text in them is never taken for a setting", "[message]") {
  Message message = "see --beta and beta";
  message += say(": ", mention("beta"));
  CHECK(message.in(in_capitals) == "see --beta and beta: <beta=>");
  CHECK(message == say("see --beta and beta", ": ", mention("beta")));
}

TEST_CASE("an error about a setting says which, its value and in what way it is wrong", "[message]") {
  const SettingError error(SettingError::Kind::bad_value, mention("limit", "0"), say(mention("limit", "0"), " leaves nothing"));
  CHECK(error.kind() == SettingError::Kind::bad_value);
  CHECK(error.setting() == "limit");
  CHECK(error.value() == "0");
  CHECK(std::string(error.what()) == "limit 0 leaves nothing");
}

}  // namespace message_test
