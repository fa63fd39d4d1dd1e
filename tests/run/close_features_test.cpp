// A model whose features are far apart is shown as any other, in memory by their number.
#include "run/close_features.hpp"

#include <fmt/format.h>

#include <catch2/catch.hpp>

#include "cli/program.hpp"
#include "run/streams.hpp"
#include "scratch.hpp"
#include "tacit/data/data_error.hpp"

namespace close_features_test {

using namespace tacit;

namespace {

constexpr Index stride = 40'000;

// The stream with its features so many numbers apart.
Dataset spread(const Dataset& rows) {
  Dataset spread;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Example example = rows[i];
    std::vector<Index> indices(example.features.index, example.features.index + example.features.size);
    for (Index& index : indices) index *= stride * 100;
    spread.append({Row(indices, {example.features.value, example.features.size}), example.label, example.weight});
  }
  return spread;
}

}  // namespace

TEST_CASE("a shown model is the loaded one, however far apart its features are") {
  const Scratch scratch;
  std::size_t apart = 0;
  for (const Configuration& configuration : every_configuration()) {
    if (configuration.domain == "simplex") continue;
    CAPTURE(learner_name(configuration), configuration.loss, configuration.domain);
    const Run run = run_over(configuration, {spread(random_stream(configuration, 1, 40))});
    const Model model = snapshot(configuration, run.tally, *run.learner);
    apart += CloseFeatures::suit(model) ? 1U : 0U;
    for (const char* name : {"m.tacit", "m.json"}) {
      save_model(model, scratch.path(name));
      const ShownModel shown = load_to_show(scratch.path(name));
      CHECK(to_binary(shown.model) == to_binary(model));
      CHECK(shown.model.all_weights() == model.all_weights());
      CHECK(shown.mixture.has_value() == run.learner->report().has_value());
      if (shown.mixture) CHECK(shown.mixture->collapsed_loss == run.learner->report()->collapsed_loss);
    }
  }
  CHECK(apart > 10);
}

TEST_CASE("inspecting takes memory by the size of the file") {
  const Scratch scratch;
  std::string model = "{\"weights\":{";
  for (Index i = 1; i <= 100'000; ++i) model += fmt::format("{}\"{}\":1.5", i == 1 ? "" : ",", i * stride);
  scratch.write("m.json", model + "}}");
  for (const auto& arguments : {std::vector<std::string>{"inspect", scratch.path("m.json")},
                                std::vector<std::string>{"inspect", "--json", scratch.path("m.json")}}) {
    const Outcome outcome = tacit_program(arguments);
    CHECK(outcome.status == 0);
    CHECK(outcome.out.find("40000") != std::string::npos);
    CHECK(outcome.peak_kilobytes < 400'000);  // with pages of their own, 1.6 GB
  }
}

#if !defined(TACIT_SANITIZED)  // sanitizers need many addresses themselves
TEST_CASE("a feature that cannot be reached is named with its file") {
  const Scratch scratch;
  scratch.write("m.json", R"({"weights":{"4000000000":1}})");
  scratch.write("x.svm", "1 1:1\n");
  const std::string command =
      fmt::format("ulimit -v 8000000; {} predict --model {} {} 2>{}; echo $? >{}", TACIT_PROGRAM, scratch.path("m.json"),
                  scratch.path("x.svm"), scratch.path("err"), scratch.path("status"));
  REQUIRE(std::system(command.c_str()) == 0);
  CHECK(scratch.read("status") == "1\n");
  CHECK(scratch.read("err") == fmt::format("tacit: {}: features up to 4000000000 need more memory, or more room for addresses "
                                           "(ulimit -v), than there is\n",
                                           scratch.path("m.json")));
}
#endif

}  // namespace close_features_test
