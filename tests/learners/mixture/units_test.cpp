// Units are the data's affair: labels in other units give predictions in those units, features in other units change nothing.
#include <catch2/catch.hpp>

#include <bit>
#include <cmath>

#include "learners/mixture/streams.hpp"
#include "tacit/losses/all.hpp"

namespace units_test {

using namespace tacit;

namespace {

std::vector<Round> rounds_of(const Configuration& configuration, const Dataset& rows) {
  return run_over(configuration, {rows}).rounds;
}

// Guesses are in the units of labels.
template <class Power>
Dataset in_other_units(const Dataset& rows, int labels, Power features) {
  Dataset other;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Example example = rows[i];
    other.begin_row(std::ldexp(example.label, labels), example.weight);
    for (std::size_t k = 0; k < example.features.size; ++k) {
      const Index j = example.features.index[k];
      other.push(j, j == 0 ? example.features.value[k] : std::ldexp(example.features.value[k], features(j)));
    }
  }
  const std::size_t guesses = rows.empty() ? 0 : rows.hints(0).size();
  const auto to = other.make_hints(guesses);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t k = 0; k < guesses; ++k) to[i * guesses + k] = std::ldexp(rows.hints(i)[k], labels);
  }
  return other;
}

bool same(double a, double b) { return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b); }

}  // namespace

TEST_CASE("features in other units change no prediction for any loss bit for bit", "[mixture]") {
  for (const auto loss : AllLosses::names()) {
    const Configuration configuration = auto_of(loss);
    const Dataset rows = varied_stream(configuration, 1, 500);
    const auto expected = rounds_of(configuration, rows);
    for (const int power : {-900, -40, -1, 1, 40, 900}) {
      const auto rounds = rounds_of(configuration, in_other_units(rows, 0, [&](Index) { return power; }));
      const auto mixed =
          rounds_of(configuration, in_other_units(rows, 0, [&](Index j) { return static_cast<int>(j % 7) * power / 7; }));
      for (std::size_t i = 0; i < rows.size(); ++i) {
        CAPTURE(loss, power, i);
        REQUIRE(same(rounds[i].prediction, expected[i].prediction));
        REQUIRE(same(mixed[i].prediction, expected[i].prediction));
        REQUIRE(same(rounds[i].loss_after, expected[i].loss_after));
      }
    }
  }
}

TEST_CASE("features in other units change no prediction of teams with guesses bit for bit", "[mixture]") {
  for (const auto loss : AllLosses::names()) {
    const Configuration configuration = auto_of(loss);
    const Dataset rows = guessed_stream(configuration, 1, 300);
    const auto expected = rounds_of(configuration, rows);
    const auto rounds =
        rounds_of(configuration, in_other_units(rows, 0, [&](Index j) { return static_cast<int>(j % 7) * 100 - 300; }));
    for (std::size_t i = 0; i < rows.size(); ++i) {
      CAPTURE(loss, i);
      REQUIRE(same(rounds[i].prediction, expected[i].prediction));
    }
  }
}

TEST_CASE("labels and guesses in other units give predictions in those units bit for bit", "[mixture]") {
  for (const char* loss : {"absolute", "pinball", "square", "quarter-square"}) {
    const Configuration configuration = auto_of(loss);
    const Dataset rows = guessed_stream(configuration, 2, 300);
    const auto expected = rounds_of(configuration, rows);
    for (const int power : {-200, -1, 30, 200}) {
      // Lags are labels too.
      const auto features = [&](Index j) { return j >= first_lag && j < first_calendar ? power : 0; };
      const auto rounds = rounds_of(configuration, in_other_units(rows, power, features));
      for (std::size_t i = 0; i < rows.size(); ++i) {
        CAPTURE(loss, power, i);
        REQUIRE(same(rounds[i].prediction, std::ldexp(expected[i].prediction, power)));
      }
    }
  }
}

TEST_CASE("labels in other units give predictions in those units bit for bit", "[mixture]") {
  for (const char* loss : {"absolute", "pinball", "square", "quarter-square"}) {
    const Configuration configuration = auto_of(loss);
    const Dataset rows = varied_stream(configuration, 2, 500);
    const auto expected = rounds_of(configuration, rows);
    for (const int power : {-200, -30, -1, 1, 30, 200}) {
      const auto rounds = rounds_of(configuration, in_other_units(rows, power, [](Index j) { return static_cast<int>(j) - 30; }));
      for (std::size_t i = 0; i < rows.size(); ++i) {
        CAPTURE(loss, power, i);
        REQUIRE(same(rounds[i].prediction, std::ldexp(expected[i].prediction, power)));
      }
    }
  }
}

TEST_CASE("zeros that are said teach what zeros left out do", "[mixture]") {
  for (const auto loss : AllLosses::names()) {
    const Configuration configuration = auto_of(loss);
    const Dataset rows = varied_stream(configuration, 3, 500);
    Dataset sparse;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      sparse.begin_row(rows.label(i), rows.weight(i));
      const Row row = rows.row(i);
      for (std::size_t k = 0; k < row.size; ++k) {
        if (row.value[k] != 0) sparse.push(row.index[k], row.value[k]);
      }
    }
    REQUIRE(sparse.nonzeros() < rows.nonzeros());
    const auto expected = rounds_of(configuration, rows);
    const auto rounds = rounds_of(configuration, sparse);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      CAPTURE(loss, i);
      REQUIRE(same(rounds[i].prediction, expected[i].prediction));
    }
  }
}

TEST_CASE("online scaling by powers of two changes no prediction of a mixture", "[mixture]") {
  for (const auto loss : AllLosses::names()) {
    const Configuration configuration = auto_of(loss);
    const Dataset rows = varied_stream(configuration, 4, 300);
    const auto expected = rounds_of(configuration, rows);
    // From row 100 on the values of feature 2, and from row 200 on those of feature 30, come divided.
    const auto learner = make_learner(configuration);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (i == 100) learner->divide(2, 1024);
      if (i == 200) learner->divide(30, 0.25);
      Dataset row;
      row.append(rows[i]);
      const auto values = row.values(0);
      for (std::size_t k = 0; k < values.size(); ++k) {
        if (row.row(0).index[k] == 2 && i >= 100) values[k] /= 1024;
        if (row.row(0).index[k] == 30 && i >= 200) values[k] /= 0.25;
      }
      Round round;
      learner->learn(row, {&round, 1});
      CAPTURE(loss, i);
      REQUIRE(same(round.prediction, expected[i].prediction));
    }
  }
}

}  // namespace units_test
