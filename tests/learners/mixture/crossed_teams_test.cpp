// Teams of a mixture where features are crossed: who sees what, and what crosses that do not help cost.
#include <catch2/catch.hpp>

#include "learners/mixture/streams.hpp"
#include "learners/mixture/views.hpp"
#include "tacit/learners/any_learner.hpp"

namespace crossed_teams_test {

using namespace tacit;

namespace {

double loss_of(const Configuration& configuration, const Dataset& rows) {
  const auto learner = make_learner(configuration);
  std::vector<Round> rounds(rows.size());
  learner->learn(rows, 0, rounds);
  double sum = 0;
  for (const Round& round : rounds) sum += round.loss_before;
  return sum;
}

// Crosses of noise behind the features of a stream.
Dataset with_noise(const Dataset& plain) {
  std::mt19937_64 engine(9);
  Dataset rows;
  for (std::size_t i = 0; i < plain.size(); ++i) {
    rows.append(plain[i]);
    for (Index k = 0; k < 30; ++k) {
      if (unit(engine) < 0.5) rows.push(first_cross + k, unit(engine) - 0.5);
    }
  }
  return rows;
}

}  // namespace

TEST_CASE("teams see the features that their names say, also where lags stand behind crosses") {
  const std::vector<Index> all{0, 3, first_cross, first_cross + 9, first_lag + 1, first_calendar};
  const std::vector<double> values{1, 2, 3, 4, 5, 6};
  const Row row(all, values);
  const auto seen = [](const Row& view) { return std::vector<Index>(view.index, view.index + view.size); };
  const Views views = views_of(row, true);
  CHECK(seen(views[team_place::all]) == all);
  CHECK(seen(views[team_place::given_only]) == std::vector<Index>{0, 3});
  CHECK(seen(views[team_place::with_lags]) == std::vector<Index>{0, 3, first_cross, first_cross + 9, first_lag + 1});
  CHECK(seen(views[team_place::uncrossed]) == std::vector<Index>{0, 3, first_lag + 1, first_calendar});
  CHECK(views[team_place::uncrossed].value[2] == 5);
  for (std::size_t team = 0; team < most_teams; ++team) {
    for (const Index index : all) {
      const bool is_there = std::ranges::count(seen(views[team]), index) > 0;
      CHECK(sees(team, index, true) == is_there);
    }
  }
  const std::vector<Index> no_cross{0, 3, first_lag + 1, first_calendar};
  CHECK(seen(views_of(Row(no_cross, std::span(values).first(4)), true)[team_place::uncrossed]) == no_cross);
  CHECK(seen(views_of(row, false)[team_place::given_only]) == std::vector<Index>{0, 3, first_cross, first_cross + 9});
}

TEST_CASE("crosses of noise cost little") {
  for (const char* const loss : {"absolute", "logistic"}) {
    Configuration configuration = auto_of(loss);
    const Dataset plain = varied_stream(configuration, 5, 3000);
    const double without = loss_of(configuration, plain);
    const Dataset noisy = with_noise(plain);
    configuration.cross = {"2"};
    INFO(loss);
    CHECK(loss_of(configuration, noisy) < 1.03 * without);
  }
}

}  // namespace crossed_teams_test
