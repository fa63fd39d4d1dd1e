#include "tacit/run/plain_words.hpp"

#include <catch2/catch.hpp>

#include "tacit/run/session.hpp"

namespace plain_words_test {

using namespace tacit;

TEST_CASE("a loss is compared with a baseline in words, honestly") {
  CHECK(compared("auto", 0.75, 1) == "auto is 25 % better");
  CHECK(compared("ogd", 1.04, 1) == "ogd is 4 % worse");
  CHECK(compared("auto", 1.004, 1) == "auto is as good");
  CHECK(compared("ogd", 25, 1) == "ogd is 25 times worse");
  CHECK(compared("ogd", 1.27e52, 1) == "ogd is 1.3e+52 times worse");
  CHECK(compared("auto", 0.1, 0) == "auto is worse");
  CHECK(compared("auto", 0, 0) == "auto is as good");
}

TEST_CASE("sentences say which kind of expert carries the prediction and what a bad rate would have cost") {
  const MixtureReport report{.experts = {{"scaled adaptive 8", "scaled adaptive", {}, 4, 0.3, 1},
                                         {"centred adaptive 8", "centred adaptive", {}, 4, 0.25, 1},
                                         {"last label", "last label", {}, 0, 0.4, 9},
                                         {"scaled mean 1", "scaled mean", {}, 1, 0.05, 3}}};
  CHECK(plain_words(report, 2) ==
        std::vector<std::string>{"55 % of the prediction comes from learners whose steps adapt to their progress; 40 % from the "
                                 "last label, said again.",
                                 "A learning rate chosen badly would have cost 1.5 times as much."});
  CHECK(plain_words(report, 2.95)[1] == "No learning rate that was tried would have cost noticeably more.");
  CHECK(plain_words(report, 0).size() == 1);
  CHECK(plain_words({}, 1).empty());
}

TEST_CASE("sentences say whether lags and calendar help, by the teams that see them") {
  const MixtureReport report{.experts = {{"a", "scaled adaptive", {}, 1, 0.03, 1.1},
                                         {"b", "scaled mean of columns and lags", {}, 1, 0.25, 1},
                                         {"c", "last label of columns and lags", {}, 0, 0.17, 3},
                                         {"d", "scaled adaptive of the columns alone", {}, 1, 0.05, 2}}};
  const auto words = plain_words(report, 1, {.lags = true, .calendar = true});
  REQUIRE(words.size() == 4);
  CHECK(words[0] ==
        "50 % of the prediction comes from means over all rounds, which suits a stream that does not change; 34 % from "
        "the last label, said again.");
  CHECK(words[2] ==
        "The lags help: the best expert that sees them lost 50 % less than the best one that does not; teams that see "
        "them carry 90 % of the prediction.");
  CHECK(words[3] ==
        "The calendar features do not help: the best expert that sees them lost 10 % more than the best one that does "
        "not; teams that see them carry 6 % of the prediction.");
}

TEST_CASE("what only one of two teams sees makes little difference where both lose as much") {
  const MixtureReport report{
      .experts = {{"a", "centred steady", {}, 0, 0.55, 1}, {"b", "centred steady of the columns alone", {}, 0, 0.45, 1.001}}};
  const auto group = [&](const MadeGroups& made) { return plain_words(report, 1, made).back(); };
  CHECK(group({.lags = true}) ==
        "The lags make little difference: the best expert that sees them lost as much as the best one "
        "that does not; teams that see them carry 55 % of the prediction.");
  CHECK(group({.calendar = true}).starts_with("The calendar features make little difference"));
  CHECK(group({.lags = true, .calendar = true}).starts_with("The lags and calendar features make little difference"));
}

TEST_CASE("a run that makes no features has no sentence about them") {
  const MixtureReport report{.experts = {{"a", "centred steady", {}, 0, 1, 1}}};
  CHECK(plain_words(report, 1).size() == 1);
}

TEST_CASE("every family that auto has is known in plain words") {
  for (const auto loss : {"hinge", "square"}) {
    Session session({{"loss", loss}});
    session.learn_one({{"1", 1.0}}, 1.0);
    const auto report = session.learner().report();
    for (const ExpertReport& expert : report.value().experts) CHECK(plain_kind(expert.family) != expert.family);
  }
  CHECK(plain_kind("per-feature steady of columns and lags") == "learners with a rate per feature");
  CHECK(plain_kind("something new") == "something new");
}

}  // namespace plain_words_test
