// Forty rounds of a mixture, with guesses and without, against 60 digits of decimal arithmetic (mixture.py).
#include <catch2/catch.hpp>

#include "golden/expected.hpp"
#include "learners/mixture/streams.hpp"

namespace mixture_test {

using namespace tacit;
using namespace tacit::golden;

namespace {

constexpr std::size_t guesses_per_row = 4;

// With two classes, labels are signs.
Dataset golden_rows(const Configuration& configuration, bool guessed) {
  Dataset rows;
  std::vector<double> guesses;
  for (const auto& fields : lines("mixture.txt", "row")) {
    const double label = number(fields[0]);
    rows.begin_row(is_two_class(configuration) ? (label > 0 ? 1 : -1) : label, number(fields[1]));
    for (std::size_t i = 2; i < 2 + guesses_per_row; ++i) guesses.push_back(number(fields[i]));
    for (std::size_t i = 2 + guesses_per_row; i < fields.size(); ++i) {
      const auto colon = fields[i].find(':');
      rows.push(static_cast<Index>(std::stoul(fields[i].substr(0, colon))), number(fields[i].substr(colon + 1)));
    }
  }
  if (guessed) std::ranges::copy(guesses, rows.make_hints(guesses_per_row).begin());
  return rows;
}

}  // namespace

TEST_CASE("forty rounds of a mixture are those of decimal arithmetic", "[mixture]") {
  std::size_t compared = 0;
  for (const char* loss : {"absolute", "square", "hinge", "logistic"}) {
    for (const char* guesses : {"alone", "guesses"}) {
      const Configuration configuration = auto_of(loss);
      const Dataset rows = golden_rows(configuration, std::string_view(guesses) == "guesses");
      REQUIRE(rows.size() == 40);
      const Run run = run_over(configuration, {rows});
      for (const auto& fields : lines("mixture.txt", "round")) {
        if (fields[0] != loss || fields[1] != guesses) continue;
        const auto n = std::stoul(fields[2]);
        CAPTURE(loss, guesses, n);
        CHECK(run.rounds.at(n - 1).prediction == Approx(number(fields[3])).epsilon(1e-10).margin(1e-10));
        CHECK(run.rounds.at(n - 1).loss_before == Approx(number(fields[4])).epsilon(1e-10).margin(1e-10));
        CHECK(run.rounds.at(n - 1).loss_after == Approx(number(fields[5])).epsilon(1e-10).margin(1e-10));
        ++compared;
      }
    }
  }
  CHECK(compared == 320);
}

}  // namespace mixture_test
