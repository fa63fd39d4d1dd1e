// What columns that say nothing cost, and what a stream's beginning decides: little.
#include <catch2/catch.hpp>
#include <cmath>
#include <functional>

#include "core/draws.hpp"
#include "label_for.hpp"
#include "learners/mixture/streams.hpp"
#include "tacit/data/made_features.hpp"

namespace costs_test {

using namespace tacit;

namespace {

constexpr int count = 5000;

using Column = std::function<double(int)>;

// A line in two features with noise, and perhaps a further column.
Dataset line(const Configuration& configuration, const Column& column, std::uint64_t seed = 1) {
  Draws draws(seed);
  Dataset rows;
  for (int i = 0; i < count; ++i) {
    const double a = draws.between(-1, 1);
    const double b = draws.between(-1, 1);
    const double y = 3 * a - 2 * b + 1 + draws.between(-2, 2);
    rows.begin_row(label_for(configuration, y));
    rows.push(0, 1);
    rows.push(1, a);
    rows.push(2, b);
    if (column) rows.push(3, column(i));
  }
  return rows;
}

double loss_of(const Configuration& configuration, const Dataset& rows) {
  return run_over(configuration, {rows}).tally.average_loss();
}

}  // namespace

TEST_CASE("a column that only grows or stays costs at most three parts of a hundred", "[mixture]") {
  const std::vector<std::pair<const char*, Column>> columns{
      {"counter", [](int i) { return i + 1.0; }},
      {"square of the counter", [](int i) { return (i + 1.0) * (i + 1.0); }},
      {"seconds since 1970", [](int i) { return 1.7e9 + 60.0 * i; }},
      {"constant", [](int) { return 1e6; }},
  };
  for (const char* loss : {"absolute", "square", "hinge", "logistic"}) {
    const Configuration configuration = auto_of(loss);
    const double alone = loss_of(configuration, line(configuration, {}));
    for (const auto& [name, column] : columns) {
      const double with = loss_of(configuration, line(configuration, column));
      CAPTURE(loss, name, alone, with);
      CHECK(with <= 1.03 * alone);
    }
  }
}

TEST_CASE("lags that are noise cost a few parts of a hundred", "[mixture]") {
  for (const char* loss : {"absolute", "square", "hinge", "logistic"}) {
    const Configuration configuration = auto_of(loss);
    const Dataset without = line(configuration, {});
    Draws draws(2);
    Dataset with;
    Dataset as_columns;
    for (std::size_t i = 0; i < without.size(); ++i) {
      for (Dataset* rows : {&with, &as_columns}) rows->append(without[i]);
      for (Index k = 0; k < 16; ++k) {
        const double noise = draws.between(-5, 5);
        with.push(first_lag + k, noise);
        if (k < 4) with.push(first_calendar + k, 0.0);
        as_columns.push(10 + k, noise);
      }
    }
    const double alone = loss_of(configuration, without);
    const double lagged = loss_of(configuration, with);
    CAPTURE(loss, alone, lagged, loss_of(configuration, as_columns));
    CHECK(lagged <= 1.03 * alone);
    CHECK(lagged <= loss_of(configuration, as_columns) * 1.02);  // columns that do harm are hidden, teams learn to be left out
  }
}

TEST_CASE("the first five rows decide little", "[mixture]") {
  for (const char* loss : {"absolute", "square", "hinge", "logistic"}) {
    const Configuration configuration = auto_of(loss);
    for (const std::uint64_t seed : {1U, 2U, 3U}) {
      const Dataset rows = line(configuration, {}, seed);
      Dataset later;
      for (std::size_t i = 5; i < rows.size(); ++i) later.append(rows[i]);
      const double all = loss_of(configuration, rows) * count;
      const double rest = loss_of(configuration, later) * (count - 5);
      CAPTURE(loss, seed, all, rest);
      CHECK(std::abs(all - rest) <= 0.01 * all + 5 * all / count);
    }
  }
}

}  // namespace costs_test
