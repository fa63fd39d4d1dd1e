// The first rounds of a mixture on a tiny stream, against 60 digits of decimal arithmetic (mixture.py).
#include <catch2/catch.hpp>

#include "golden/expected.hpp"
#include "learners/mixture/streams.hpp"

namespace mixture_test {

using namespace tacit;
using namespace tacit::golden;

TEST_CASE("the first rounds of a mixture are those of decimal arithmetic", "[mixture]") {
  Dataset rows;
  for (const auto& fields : lines("mixture.txt", "row")) {
    rows.begin_row(number(fields[0]), number(fields[1]));
    for (std::size_t i = 2; i < fields.size(); ++i) {
      const auto colon = fields[i].find(':');
      rows.push(static_cast<Index>(std::stoul(fields[i].substr(0, colon))), number(fields[i].substr(colon + 1)));
    }
  }
  REQUIRE(rows.size() == 6);
  std::size_t compared = 0;
  for (const char* loss : {"absolute", "square"}) {
    const Run run = run_over(auto_of(loss), {rows});
    for (const auto& fields : lines("mixture.txt", "round")) {
      if (fields[0] != loss) continue;
      const auto n = std::stoul(fields[1]);
      CAPTURE(loss, n);
      CHECK(run.rounds.at(n - 1).prediction == Approx(number(fields[2])).epsilon(1e-12).margin(1e-12));
      CHECK(run.rounds.at(n - 1).loss_before == Approx(number(fields[3])).epsilon(1e-12).margin(1e-12));
      ++compared;
    }
  }
  CHECK(compared == 12);
}

}  // namespace mixture_test
