// What `tacit inspect` shows of a model.
#include <catch2/catch.hpp>

#include "cli/program.hpp"

namespace inspect_test {

using Catch::Matchers::Contains;

namespace {

// The lines about a model of these settings.
std::string inspected(std::vector<std::string> settings, const std::string& rows = "1 1:1\n-1 2:1\n") {
  const Scratch scratch;
  settings.insert(settings.begin(), {"train", "--quiet", "-o", scratch.path("m")});
  const Outcome trained = tacit_program(settings, rows);
  CAPTURE(trained.err);
  REQUIRE(trained.status == 0);
  return tacit_program({"inspect", scratch.path("m")}).out;
}

}  // namespace

TEST_CASE("inspect shows what a domain was given") {
  CHECK_THAT(inspected({"--radius", "2.5"}), Contains("domain           ball\nradius           2.5\n"));
  CHECK_THAT(inspected({"--box", "-0.5,2"}), Contains("domain           box\nbox              -0.5 and 2\n"));
  CHECK_THAT(inspected({"--features", "3"}), Contains("domain           simplex\nsimplex          of 3 features\n"));
  CHECK_THAT(inspected({}), !Contains("radius") && !Contains("box") && !Contains("simplex"));
}

TEST_CASE("inspect shows the numbers of a learner and a loss where they have any") {
  CHECK_THAT(inspected({"--learner", "doubling", "--lipschitz", "3", "--beta", "2"}),
             Contains("beta             2\nlipschitz        3\n"));
  CHECK_THAT(inspected({"--learner", "ogd"}), Contains("learner          ogd (update linear, step size inverse-sqrt)\n") &&
                                                  Contains("beta             1\n") && !Contains("lipschitz"));
  CHECK_THAT(inspected({}), Contains("learner          auto, 16 experts\n") && !Contains("\nbeta  "));
  CHECK_THAT(inspected({"--loss", "huber", "--loss-parameter", "0.25"}),
             Contains("loss             huber\nloss parameter   0.25\n"));
}

TEST_CASE("inspect shows labels and features as the model takes them") {
  CHECK_THAT(inspected({"--loss", "hinge"}), Contains("labels           -1 and 1\n"));
  CHECK_THAT(inspected({"--labels", "ham,spam"}, "spam | a\nham | b\n"), Contains("labels           ham and spam\n"));
  CHECK_THAT(inspected({"--no-bias"}), Contains("bias             no\n") && !Contains("\nscale "));
  CHECK_THAT(inspected({"--scale", "online"}), Contains("scale            online, 2 features\n"));
}

TEST_CASE("going on with another number of features names the one that was given") {
  const Scratch scratch;
  REQUIRE(tacit_program({"train", "--quiet", "--features", "3", "-o", scratch.path("m")}, "1 1:1\n").status == 0);
  const Outcome other = tacit_program({"train", "--quiet", "--features", "5", "--start", scratch.path("m")}, "1 1:1\n");
  CHECK(other.status == 2);
  CHECK_THAT(other.err, Contains("was made with --features 3;"));
  CHECK(tacit_program({"train", "--quiet", "--features", "3", "--start", scratch.path("m")}, "1 1:1\n").status == 0);
}

}  // namespace inspect_test
