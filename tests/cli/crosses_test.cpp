// Crosses as people type them.
#include <catch2/catch.hpp>

#include "cli/program.hpp"

namespace crosses_test {

using Catch::Matchers::Contains;

namespace {

const std::string table = "label,temp,hum,colour\n1,2,3,red\n2,1,4,blue\n0.5,2,2,red\n1.5,3,1,blue\n";
const std::string vw = "1 |sky temp:2 hum:3 |hue red\n2 |sky temp:1 hum:4 |hue blue\n0.5 |sky temp:2 hum:2 |hue red\n";

std::string model_of(const std::string& file, std::vector<std::string> options) {
  const Scratch scratch;
  options.insert(options.begin(), {"train", "--quiet", "--learner", "ada-implicit", "-o", scratch.path("model")});
  options.push_back(file);
  const Outcome outcome = tacit_program(options);
  INFO(outcome.err);
  REQUIRE(outcome.status == 0);
  return scratch.read("model");
}

}  // namespace

TEST_CASE("the options -q and --interactions are spellings of --cross") {
  const Scratch scratch;
  const std::string file = scratch.write("a.vw", vw);
  CHECK(model_of(file, {"-q", "sh"}) == model_of(file, {"--cross", "s..*h.."}));
  CHECK(model_of(file, {"-q", "sh"}) == model_of(file, {"--interactions", "hs"}));
  CHECK(model_of(file, {"-q", "sh", "-q", "ss"}) == model_of(file, {"--cross", "s..*s..,h..*s.."}));
  CHECK(model_of(file, {"-q", "::"}) == model_of(file, {"--cross", "2"}));
  CHECK(model_of(file, {"--interactions", ":::", "-q", "sh"}) == model_of(file, {"--cross", "3,s..*h.."}));
  CHECK(model_of(file, {"-q", "sh"}) != model_of(file, {}));
}

TEST_CASE("a list of crosses may come apart, before and behind -q") {
  const Scratch scratch;
  const std::string file = scratch.write("a.vw", vw);
  const std::string together = model_of(file, {"--cross", "s..*h..,sky*sky,hue*hue"});
  CHECK(model_of(file, {"--cross", "sky*sky", "--cross", "hue*hue", "-q", "sh"}) == together);
  CHECK(model_of(file, {"-q", "sh", "--cross", "sky*sky", "--cross", "hue*hue"}) == together);
}

TEST_CASE("a model knows its crosses: predict, inspect and a further run need not be told") {
  const Scratch scratch;
  const std::string file = scratch.write("a.csv", table);
  const std::string model = scratch.write("model", model_of(file, {"--cross", "temp*colour,temp*temp", "--dictionary"}));
  const Outcome shown = tacit_program({"inspect", model});
  CHECK_THAT(shown.out, Contains("temp*colour=red") && Contains("temp*temp"));
  const Outcome weights = tacit_program({"inspect", "--json", model});
  CHECK(weights.json()["cross"] == nlohmann::json{"colour*temp", "temp*temp"});
  CHECK(weights.json()["features"] == 4);
  const Outcome predicted = tacit_program({"predict", "-m", model, file});
  CHECK(predicted.status == 0);
  // The first row: features of a dictionary are numbered, and so are exact crosses of features 1, 1 and 1, 3.
  const auto model_json = weights.json();
  const auto weight = [&](const std::string& name) { return model_json["weights"][name].get<double>(); };
  const double expected = model_json["bias"].get<double>() + 2 * weight("temp") + 3 * weight("hum") + weight("colour=red") +
                          4 * weight("3221225472") + 2 * weight("3221225475");
  CHECK(std::stod(predicted.out) == Approx(expected));
  CHECK(tacit_program({"train", "--start", model, file, "--quiet"}).status == 0);
  const Outcome other = tacit_program({"train", "--start", model, file, "--cross", "2"});
  CHECK(other.status == 2);
  CHECK_THAT(other.err, Contains("was made with --cross 'colour*temp,temp*temp'"));
  // A table to predict may lack what is crossed.
  CHECK(tacit_program({"predict", "-m", model, scratch.write("b.csv", "hum,colour\n3,red\n")}).status == 0);
}

TEST_CASE("crosses that cannot be are refused in a sentence") {
  const Scratch scratch;
  const std::string file = scratch.write("a.csv", table);
  const auto refused = [&](std::vector<std::string> options, const std::string& what) {
    options.insert(options.begin(), {"train", file});
    const Outcome outcome = tacit_program(options);
    CHECK(outcome.status != 0);
    CHECK_THAT(outcome.err, Contains(what));
  };
  refused({"--cross", "a*"}, "--cross 'a*': a name is missing; expected names with * between");
  refused({"--cross", "tempp*hum"}, "did you mean 'temp'?");
  refused({"-q", "abc"}, "-q 'abc': expected 2 letters");
  refused({"--interactions", "a"}, "--interactions 'a': expected 2 to 4 letters");
  refused({"-q", "::", "--cross", "temp*hum"}, "'temp*hum' is one of all that '::' makes");
  refused({"-q", "::", "-q", "ab"}, "'ab' is one of all that '::' makes; leave out one of them");
}

TEST_CASE("the summary says whether crosses help") {
  const Scratch scratch;
  std::string text = "label,a,b\n";
  for (int t = 0; t < 800; ++t) {
    const double a = (t * 37 % 101) / 50.0 - 1;
    const double b = (t * 53 % 97) / 48.0 - 1;
    text += std::to_string(a * b) + "," + std::to_string(a) + "," + std::to_string(b) + "\n";
  }
  const Outcome outcome =
      tacit_program({"train", scratch.write("a.csv", text), "--loss", "absolute", "--cross", "a*b", "--quiet"});
  CHECK_THAT(outcome.out, Contains("The crosses help: the best expert that sees them lost"));
}

}  // namespace crosses_test
