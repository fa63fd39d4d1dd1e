// Other programs may keep the pipes to tacit open and wait for the answer to each row before they send the next.
#include "cli/coprocess.hpp"

namespace coprocess_test {

TEST_CASE("each prediction comes before the next row is asked for and so does the gap of a bad one") {
  const Scratch scratch;
  const auto model = scratch.write("m.json", R"({"loss": "square", "domain": "whole-space", "weights": {"1": 2}})");
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"predict", "-m", model, "--quiet", "--on-error", "skip"},
        {"train", "--start", model, "--quiet", "--on-error", "skip", "--predictions", "-"}}) {
    Coprocess program(arguments);
    program.send("2 1:1\n");
    CHECK(program.line() == "2");
    program.send("x\n");
    CHECK(program.line().empty());
    program.send("6 1:3\n");
    CHECK(program.line() == "6");
    CHECK(program.finish() == 0);
  }
}

TEST_CASE("rounds and converted rows come as their rows do") {
  Coprocess trace({"train", "--quiet", "--loss", "square", "--trace", "-"});
  trace.send("1 1:1\n");
  CHECK(trace.line().starts_with("round,"));
  CHECK(trace.line().starts_with("1,"));
  trace.send("1 1:1\n");
  CHECK(trace.line().starts_with("2,"));
  CHECK(trace.finish() == 0);
  for (const auto& [format, first, second] : {std::array{"libsvm", "1 1:2", "3 4:5"},
                                              {"vw", "1 | 1:2", "3 | 4:5"},
                                              {"jsonl", R"({"label":1,"1":2})", R"({"label":3,"4":5})"}}) {
    Coprocess converted({"convert", "--quiet", "--to", format});
    converted.send("1 1:2\n");
    CHECK(converted.line() == first);
    converted.send("3 4:5\n");
    CHECK(converted.line() == second);
    CHECK(converted.finish() == 0);
  }
}

}  // namespace coprocess_test
