#include "tacit/certify/certificate_tree.hpp"

#include <catch2/catch.hpp>

#include <algorithm>

namespace certificate_tree_test {

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

Certificate certificate() {
  Certificate made;
  made.examples = 3;
  made.regret = {1, 2};
  made.bounds = {
      {.name = "a", .left = "R", .right = "4", .value = 4, .measured = 2, .at_least = 1, .holds = true, .smallest = "x"},
      {.name = "b", .left = "R", .right = "3", .value = 3, .measured = 2, .at_least = 0, .holds = true}};
  made.left_out = {{"c", say("give ", mention("radius", "R"))}};
  made.seconds = {.learning = 1, .variability = 2, .comparator = 3, .bounds = 4};
  return made;
}

}  // namespace

TEST_CASE("a certificate has these keys, in this order", "[certify]") {
  CHECK(names(certificate_tree({}, certificate(), 1e-6)) == std::vector<std::string>{"learner",
                                                                                     "loss",
                                                                                     "loss_parameter",
                                                                                     "beta",
                                                                                     "radius",
                                                                                     "domain",
                                                                                     "comparator_radius",
                                                                                     "examples",
                                                                                     "features",
                                                                                     "classes",
                                                                                     "cumulative_loss",
                                                                                     "comparator_loss",
                                                                                     "regret",
                                                                                     "temporal_variability",
                                                                                     "path_variability",
                                                                                     "gradient_norms_squared",
                                                                                     "lambda",
                                                                                     "first_loss",
                                                                                     "last_loss",
                                                                                     "bounds",
                                                                                     "left_out",
                                                                                     "tightest",
                                                                                     "gap",
                                                                                     "reached_gap",
                                                                                     "converged"});
  CHECK(names(seconds_tree({})) == std::vector<std::string>{"seconds", "seconds_of"});
}

TEST_CASE("values of a certificate keep their kinds, and what does not apply is nothing", "[certify]") {
  Configuration configuration;
  const auto tree = certificate_tree(configuration, certificate(), 1e-6);
  CHECK(std::get<std::string>(at(tree, "learner")) == "ada-implicit");
  CHECK(std::get<std::uint64_t>(at(tree, "examples")) == 3);
  CHECK(std::get<double>(at(tree, "beta")) == 1);
  CHECK(std::holds_alternative<std::monostate>(at(tree, "radius")));
  CHECK(std::holds_alternative<std::monostate>(at(tree, "temporal_variability")));
  CHECK(std::get<double>(at(std::get<Tree::Object>(at(tree, "regret")), "upper")) == 2);
  CHECK(std::get<std::string>(at(tree, "tightest")) == "b");
  CHECK_FALSE(std::get<bool>(at(tree, "converged")));
  configuration.domain = "ball";
  configuration.radius = 7;
  choose_learner("auto", configuration);
  const auto mixture = certificate_tree(configuration, certificate(), 1e-6);
  CHECK(std::get<double>(at(mixture, "radius")) == 7);
  CHECK(std::holds_alternative<std::monostate>(at(mixture, "beta")));
}

TEST_CASE("bounds of a certificate say what they are, and reasons are left for the face to word", "[certify]") {
  const auto tree = certificate_tree({}, certificate(), 1e-6);
  const auto& bounds = std::get<Tree::List>(at(tree, "bounds"));
  REQUIRE(bounds.size() == 2);
  const auto& first = std::get<Tree::Object>(bounds[0].value());
  CHECK(names(first) ==
        std::vector<std::string>{"name", "value", "holds", "of", "error", "measured", "ratio", "statement", "terms", "smallest"});
  CHECK(std::get<double>(at(first, "ratio")) == 2);
  const auto& second = std::get<Tree::Object>(bounds[1].value());
  CHECK(names(second).back() == "terms");
  CHECK(std::holds_alternative<std::monostate>(at(second, "ratio")));
  const auto& left = std::get<Tree::List>(at(tree, "left_out"));
  CHECK(std::get<Message>(at(std::get<Tree::Object>(left[0].value()), "reason")) == say("give ", mention("radius", "R")));
  CHECK(std::get<double>(at(seconds_tree(certificate().seconds), "seconds")) == 10);
}

}  // namespace certificate_tree_test
