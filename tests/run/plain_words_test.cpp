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
  CHECK(compared("auto", 0.1, 0) == "auto is worse");
  CHECK(compared("auto", 0, 0) == "auto is as good");
}

TEST_CASE("sentences say which kind of expert carries the prediction and what a bad rate would have cost") {
  const MixtureReport report{.experts = {{"scaled adaptive 8", "scaled adaptive", 4, 0.3, 1},
                                         {"centred adaptive 8", "centred adaptive", 4, 0.25, 1},
                                         {"last label", "last label", 0, 0.4, 9},
                                         {"scaled mean 1", "scaled mean", 1, 0.05, 3}}};
  CHECK(plain_words(report, 2) ==
        std::vector<std::string>{"55 % of the prediction comes from learners whose steps adapt to their progress; 40 % from the "
                                 "last label, said again.",
                                 "A learning rate chosen badly would have cost 1.5 times as much."});
  CHECK(plain_words(report, 2.95)[1] == "No learning rate that was tried would have cost noticeably more.");
  CHECK(plain_words(report, 0).size() == 1);
  CHECK(plain_words({}, 1).empty());
}

TEST_CASE("sentences say whether a group of features helps") {
  const MixtureReport report{.experts = {{"a", "scaled adaptive with lags", 1, 0.4, 1},
                                         {"b", "scaled mean with lags", 1, 0.3, 1},
                                         {"c", "scaled adaptive with calendar features", 1, 0.02, 1},
                                         {"d", "scaled adaptive", 1, 0.28, 1}}};
  const auto words = plain_words(report, 1);
  REQUIRE(words.size() == 4);
  CHECK(words[2] == "The lags help: experts that see them carry 70 % of the prediction.");
  CHECK(words[3] == "The calendar features do not help: experts that see them carry 2 % of the prediction.");
}

TEST_CASE("every family that auto has is known in plain words") {
  for (const auto loss : {"hinge", "square"}) {
    Session session({{"loss", loss}});
    session.learn_one({{"1", 1.0}}, 1.0);
    const auto report = session.learner().report();
    for (const ExpertReport& expert : report.value().experts) CHECK(plain_kind(expert.family) != expert.family);
  }
  CHECK(plain_kind("something new") == "something new");
}

}  // namespace plain_words_test
