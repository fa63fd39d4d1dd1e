// What is said of a text that a terminal would obey is legible.
#include <catch2/catch.hpp>

#include "scratch.hpp"
#include "tacit.h"
#include "tacit/core/legible.hpp"

namespace c_hostile_test {

using Catch::Matchers::Contains;

TEST_CASE("errors of C write out file names, settings and what a model says", "[hostile][c]") {
  const Scratch scratch;
  const std::string wild = "w\nx\x1b[2J\u202e\u009b\xff";
  const auto said = [] {
    const std::string text = tacit_error();
    CHECK(tacit::legible(text) == text);
    return text;
  };
  CHECK(tacit_load(scratch.path(wild).c_str()) == nullptr);
  CHECK_THAT(said(), Contains("w\\x0ax\\x1b[2J\\u202e\\u009b\\xff"));
  const std::string model = scratch.write("m.json", R"({"weights": {}, "a\u001b\n": 1})");
  CHECK(tacit_load(model.c_str()) == nullptr);
  CHECK_THAT(said(), Contains("a\\x1b\\x0a"));
  for (const char* setting : {"loss", "beta", "labels"}) {
    const char* const settings[] = {setting, wild.c_str(), nullptr};
    CHECK(tacit_create(settings) == nullptr);
    CHECK_THAT(said(), Contains("\\x0ax"));
  }
}

}  // namespace c_hostile_test
