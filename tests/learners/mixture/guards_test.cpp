// What a single odd row can do: a wrong label, a row that weighs nothing, a value far beyond its range.
#include <catch2/catch.hpp>
#include <cmath>

#include "core/draws.hpp"
#include "label_for.hpp"
#include "learners/mixture/streams.hpp"

namespace guards_test {

using namespace tacit;

namespace {

Dataset line_with(std::size_t outlier, double label) {
  Draws draws(7);
  Dataset rows;
  for (std::size_t i = 0; i < 2000; ++i) {
    const double a = draws.between(-1, 1);
    const double b = draws.between(-1, 1);
    rows.begin_row(i == outlier ? label : 3 * a - 2 * b + draws.between(-0.1, 0.1));
    rows.push(0, 1);
    rows.push(1, a);
    rows.push(2, b);
  }
  return rows;
}

// What it has learned; a row of no weight adds nothing to the weights' total either, but for rounding.
std::vector<LearnerState::Part> without_total_weight(const AnyLearner& learner) {
  std::vector<LearnerState::Part> parts;
  const LearnerState state = learner.state();
  for (const auto& part : state.parts()) {
    if (part.name != "auto/total_weight") parts.push_back(part);
  }
  REQUIRE(parts.size() > 10);
  return parts;
}

double mean_loss(std::span<const Round> rounds, std::size_t first) {
  double sum = 0;
  for (std::size_t i = first; i < rounds.size(); ++i) sum += rounds[i].loss_before;
  return sum / static_cast<double>(rounds.size() - first);
}

}  // namespace

TEST_CASE("one wrong label does not spoil what follows") {
  for (const char* loss : {"absolute", "square", "huber"}) {
    const auto after = [&](double label) {
      const Dataset rows = line_with(50, label);
      const auto learner = make_learner(auto_of(loss));
      std::vector<Round> rounds(rows.size());
      learner->learn(rows, rounds);
      return mean_loss(rounds, 100);
    };
    const double usual = after(1);
    for (const double label : {1e3, 1e6, -1e9, 1e100}) {
      CAPTURE(loss, label, usual);
      CHECK(after(label) < 3 * usual);
    }
  }
}

TEST_CASE("labels that grow for good are followed") {
  Dataset rows = line_with(5000, 0);
  for (std::size_t i = 1000; i < rows.size(); ++i) rows.relabel(i, 1000 * rows.label(i));
  const auto learner = make_learner(auto_of("absolute"));
  std::vector<Round> rounds(rows.size());
  learner->learn(rows, rounds);
  CHECK(mean_loss(rounds, 1100) < 300);  // a label is 2,000 away from 0 in the mean
}

TEST_CASE("a row of no weight teaches nothing") {
  for (const auto loss : AllLosses::names()) {
    const Configuration configuration = auto_of(loss);
    Dataset with;
    Dataset without;
    Draws draws(3);
    for (int i = 0; i < 60; ++i) {
      const bool counts = i % 3 != 0;
      const double label = label_for(configuration, draws.between(-5, 5));
      const double x = draws.between(-2, 2);
      for (Dataset* rows : {&with, &without}) {
        if (rows == &without && !counts) continue;
        rows->begin_row(counts ? label : (is_two_class(configuration) ? label : 1e6), counts ? 1.5 : 0);
        rows->push(0, 1);
        rows->push(1, counts ? x : 1e9);
      }
    }
    const auto all = make_learner(configuration);
    const auto some = make_learner(configuration);
    std::vector<Round> rounds(with.size());
    all->learn(with, rounds);
    for (std::size_t i = 0; i < rounds.size(); i += 3) CHECK((rounds[i].loss_before == 0 && is_sound(rounds[i])));
    rounds.resize(without.size());
    some->learn(without, rounds);
    CAPTURE(loss);
    CHECK(all->weights() == some->weights());
    CHECK(without_total_weight(*all) == without_total_weight(*some));
  }
}

TEST_CASE("what one vector would have lost is what it loses") {
  // What leaves its range counts less for experts than for one vector.
  for (const auto& [loss, grows, tolerance] : {std::tuple("absolute", 0, 1e-6), std::tuple("hinge", 0, 1e-6),
                                               std::tuple("absolute", 1, 0.01), std::tuple("hinge", 1, 0.01)}) {
    const Configuration configuration = auto_of(loss);
    Draws draws(5);
    Dataset rows;
    for (int i = 0; i < 300; ++i) {
      rows.begin_row(label_for(configuration, draws.between(-5, 5)));
      rows.push(0, 1);
      rows.push(1, i < 2 ? 1 - 2 * i : draws.between(-1, 1) * (1 + i * grows));
    }
    const auto learner = make_learner(configuration);
    double lost = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      double product = 0;
      const Row row = rows.row(i);
      for (const auto& [index, weight] : learner->weights()) product += weight * (index < row.size ? row.value[index] : 0.0);
      learner->predictions_from(std::span(&product, 1));
      const double label = rows.label(i);
      lost += is_two_class(configuration) ? std::max(0.0, 1 - label * product) : std::abs(product - label);
      std::vector<Round> round(1);
      learner->learn(rows, i, round);
    }
    CAPTURE(loss, grows);
    CHECK(learner->report()->collapsed_loss.value() == Approx(lost / 300).epsilon(tolerance));
  }
}

TEST_CASE("an expert that begins anew forgets no weight that comes after, however large the index") {
  const Index far = 1U << 21U;
  Dataset rows;
  for (const auto& [label, value] : {std::pair(1.0, 1.0), std::pair(-1e300, 5.0), std::pair(4.0, 3.0), std::pair(2.0, 1.0)}) {
    rows.begin_row(label);
    rows.push(0, 1);
    rows.push(far, value);
  }
  const auto learner = make_learner(auto_of("absolute"));
  std::vector<Round> rounds(rows.size());
  learner->learn(rows, rounds);
  const auto again = make_learner(auto_of("absolute"));
  again->restore(learner->state());
  CHECK(again->weights() == learner->weights());
  REQUIRE(learner->weights().size() == 2);
  CHECK(learner->weights().front().first == 0);
}

}  // namespace guards_test
