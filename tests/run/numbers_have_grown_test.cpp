#include "run/numbers_have_grown.hpp"

#include <catch2/catch.hpp>

#include "tacit/run/configure.hpp"

namespace numbers_have_grown_test {

using Catch::Matchers::Contains;
using namespace tacit;

TEST_CASE("an implicit learner is advised where there is none yet") {
  const auto said = [](const char* learner) {
    const Message message = numbers_have_grown(configure(Settings({{"loss", "square"}, {"learner", learner}, {"beta", "2"}})));
    return message.plain();
  };
  CHECK_THAT(said("ogd"), Contains("use an implicit learner, or give a smaller beta"));
  CHECK_THAT(said("ada-ogd"), Contains("use an implicit learner"));
  for (const char* learner : {"implicit", "ada-implicit", "doubling", "implicit-ftrl", "ftrl"}) {
    INFO(learner);
    CHECK_THAT(said(learner), !Contains("use an implicit learner") && Contains("give a smaller beta"));
  }
}

}  // namespace numbers_have_grown_test
