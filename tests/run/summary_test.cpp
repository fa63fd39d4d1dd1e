#include "tacit/run/summary.hpp"

#include <catch2/catch.hpp>

#include <algorithm>

#include "learners/three_perceptrons.hpp"

namespace summary_test {

using namespace tacit;

namespace {

std::vector<std::string> names(const Tree::Object& object) {
  std::vector<std::string> found;
  for (const auto& [name, tree] : object) found.push_back(name);
  return found;
}

const Tree::Value& at(const Tree::Object& object, std::string_view name) {
  return std::ranges::find(object, name, &NamedTree::name)->tree.value();
}

bool is_nothing(const Tree::Object& object, std::string_view name) {
  return std::holds_alternative<std::monostate>(at(object, name));
}

// Two kinds that a program adds: one that learns classes, one without a beta that mixes nothing.
void add_kinds() {
  static const bool added = [] {
    add_three_perceptrons();
    add_learner_kind({.name = "unrated", .has_beta = false, .make = [](const Configuration& configuration) {
                        Configuration other = configuration;
                        choose_learner("ada-implicit", other);
                        return make_learner(other);
                      }});
    return true;
  }();
  REQUIRE(added);
}

}  // namespace

TEST_CASE("a summary has these keys, in this order") {
  const Session session({{"learner", "ogd"}});
  std::vector<std::string> keys{"learner",         "loss",         "beta",     "radius", "examples", "features", "nonzeros",
                                "cumulative_loss", "average_loss", "mistakes", "rmse",   "lambda",   "domain",   "loss_parameter",
                                "baselines"};
  CHECK(names(summary_tree(session)) == keys);
  keys.insert(std::ranges::find(keys, "domain"), "seconds");
  CHECK(names(summary_tree(session, 1.5)) == keys);
  CHECK(std::get<double>(at(summary_tree(session, 1.5), "seconds")) == 1.5);
}

TEST_CASE("a summary says what applies, and nothing for the rest") {
  Session session({{"learner", "implicit"}, {"loss", "hinge"}, {"beta", "2"}, {"radius", "3"}});
  session.learn_one({{"1", 1.0}}, 1.0);
  const auto tree = summary_tree(session);
  CHECK(std::get<std::string>(at(tree, "learner")) == "implicit");
  CHECK(std::get<double>(at(tree, "beta")) == 2);
  CHECK(std::get<double>(at(tree, "radius")) == 3);
  CHECK(std::get<std::uint64_t>(at(tree, "examples")) == 1);
  CHECK(std::get<std::uint64_t>(at(tree, "mistakes")) == 1);
  CHECK(is_nothing(tree, "loss_parameter"));
  const auto numbers = summary_tree(Session({{"loss", "huber"}}));
  CHECK(std::get<std::string>(at(numbers, "learner")) == "auto");
  CHECK(is_nothing(numbers, "beta"));
  CHECK(is_nothing(numbers, "radius"));
  CHECK(is_nothing(numbers, "mistakes"));
  CHECK(std::get<double>(at(numbers, "loss_parameter")) == 1);
}

TEST_CASE("a summary asks the kind of learner for its beta and its task") {
  add_kinds();
  CHECK(is_nothing(summary_tree(Session({{"learner", "unrated"}})), "beta"));
  const auto classes = summary_tree(Session({{"learner", "three-perceptrons"}}));
  CHECK(std::get<std::uint64_t>(at(classes, "mistakes")) == 0);
  CHECK(std::get<double>(at(classes, "beta")) == 1);
}

TEST_CASE("a mixture reports these keys, and the mean of its betas by share") {
  const MixtureReport report{.experts = {{"a", "f", {}, 4, 0.5, 1}, {"b", "f", {}, 1, 0.25, 2}, {"c", "g", {}, 0, 0.25, 3}},
                             .share_of_recent = 0.5,
                             .share_of_certain = 0.25,
                             .collapsed_loss = 7};
  CHECK(report.effective_beta() == std::exp2(1.0 / 0.75));
  CHECK(MixtureReport{.experts = {{"c", "g", {}, 0, 1, 3}}}.effective_beta() == 0);
  const auto tree = report_tree(report, 0);
  CHECK(names(tree) == std::vector<std::string>{"effective_beta", "collapsed_loss", "share_of_recent", "share_of_certain",
                                                "share_of_corrected", "experts"});
  CHECK(std::get<double>(at(tree, "effective_beta")) == report.effective_beta());
  CHECK(std::get<double>(at(tree, "collapsed_loss")) == 7);
  const auto& experts = std::get<Tree::List>(at(tree, "experts"));
  REQUIRE(experts.size() == 3);
  const auto& last = std::get<Tree::Object>(experts[2].value());
  CHECK(names(last) == std::vector<std::string>{"name", "beta", "share", "average_loss"});
  CHECK(is_nothing(last, "beta"));
}

}  // namespace summary_test
