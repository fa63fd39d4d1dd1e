// What `tacit inspect` shows of a model.
#include <fmt/format.h>

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
  CHECK_THAT(inspected({}), Contains("learner          auto, 24 experts\n") && !Contains("\nbeta  "));
  CHECK_THAT(inspected({"--loss", "huber", "--loss-parameter", "0.25"}),
             Contains("loss             huber\nloss parameter   0.25\n"));
}

TEST_CASE("inspect shows labels and features as the model takes them") {
  CHECK_THAT(inspected({"--loss", "hinge"}), Contains("labels           -1 and 1\n"));
  CHECK_THAT(inspected({"--labels", "ham,spam"}, "spam | a\nham | b\n"), Contains("labels           ham and spam\n"));
  CHECK_THAT(inspected({"--no-bias"}), Contains("bias             no\n") && !Contains("\nscale "));
  CHECK_THAT(inspected({"--scale", "online"}), Contains("scale            online, 2 features\n"));
}

TEST_CASE("inspect calls columns of numbers by their names though names are hashed") {
  const std::string table = "y,area,floor,kind\n1,2,1,flat\n2,3,4,house\n4,5,,flat\n8,9,2,flat\n";
  const std::string hashed = inspected({"--learner", "ada-implicit", "--label-column", "y"}, table);
  CHECK_THAT(hashed,
             Contains("  area +") && Contains(" floor ") && Contains("floor is missing ") && Contains("hashed to 22 bits"));
  CHECK_THAT(hashed, !Contains("kind="));  // what a column of categories held is not remembered
  // Of two names on one index nobody knows which it is.
  const std::string shared =
      inspected({"--learner", "ada-implicit", "--label-column", "y", "--hash", "1"}, "y,a,b,c\n1,2,3,4\n5,6,8,7\n");
  CHECK_THAT(shared, Contains(" or "));
}

TEST_CASE("a feature called bias is not the model's bias, in a table, in JSON, in both forms of a model and going on") {
  const Scratch scratch;
  const auto file = scratch.write("a.vw", "1 | bias:2 a\n-1 | bias:1 b\n1 | a 0 7:3\n");
  for (const std::vector<std::string>& how : {std::vector<std::string>{"--dictionary"}, {"--hash", "18"}}) {
    std::vector<std::string> train{"train", file, "--loss", "logistic", "--learner", "ogd", "--quiet", "-o", scratch.path("m")};
    train.insert(train.end(), how.begin(), how.end());
    REQUIRE(tacit_program(train).status == 0);
    const bool named = how[0] == "--dictionary";
    const auto json = tacit_program({"inspect", scratch.path("m"), "--json"}).json();
    const std::string feature = named ? "bias" : "156286";
    REQUIRE(json["weights"].contains(feature));
    const double weight = json["weights"][feature].get<double>();
    const double bias = json["bias"].get<double>();
    CHECK(weight != bias);
    const std::string table = tacit_program({"inspect", scratch.path("m")}).out;
    CHECK_THAT(table, Contains(fmt::format("\nbias             yes, of weight {:+.6g}\n", bias)));
    CHECK_THAT(table, Contains(fmt::format("  {:>12} {:+.6g}\n", feature, weight)));
    CHECK((table.find("bias", table.find("\nweights ")) != std::string::npos) == named);
    scratch.write("m.json", json.dump());
    const auto gone_on = [&](const std::string& start) {
      REQUIRE(tacit_program({"train", file, "--quiet", "--start", start, "-o", scratch.path("n")}).status == 0);
      return scratch.read("n");
    };
    CHECK(gone_on(scratch.path("m")) == gone_on(scratch.path("m.json")));
    CHECK(tacit_program({"predict", "-m", scratch.path("m"), file}).out ==
          tacit_program({"predict", "-m", scratch.path("m.json"), file}).out);
  }
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
