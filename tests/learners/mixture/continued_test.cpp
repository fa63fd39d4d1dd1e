// A mixture that is cut, saved, loaded and gone on with does as one that is not, bit for bit.
#include <catch2/catch.hpp>

#include <cstring>

#include "learners/mixture/streams.hpp"
#include "scratch.hpp"
#include "tacit/data/scaling.hpp"
#include "tacit/losses/all.hpp"
#include "tacit/run/model.hpp"

namespace continued_test {

using namespace tacit;

namespace {

Dataset part(const Dataset& rows, std::size_t first, std::size_t last) {
  Dataset some;
  for (std::size_t i = first; i < last; ++i) some.append(rows[i]);
  const std::size_t guesses = rows.empty() ? 0 : rows.hints(0).size();
  auto to = some.make_hints(guesses).begin();
  for (std::size_t i = first; i < last; ++i) to = std::ranges::copy(rows.hints(i), to).out;
  return some;
}

bool same(std::span<const Round> a, std::span<const Round> b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size_bytes()) == 0);
}

// Learns rows first..last, which come divided where online scaling says so.
void learn(Run& run, const Configuration& configuration, const Dataset& rows, std::size_t first, std::size_t last,
           const std::vector<Growth>& growths) {
  for (std::size_t i = first; i < last; ++i) {
    for (const Growth& growth : growths) {
      if (growth.row == i) run.learner->divide(growth.index, growth.factor);
    }
    continue_run(run, configuration, part(rows, i, i + 1));
  }
}

}  // namespace

TEST_CASE("a mixture cut anywhere goes on bit for bit from either form of its model for every loss", "[mixture]") {
  const Scratch scratch;
  for (const auto loss : AllLosses::names()) {
    for (const bool bias : {true, false}) {
      Configuration configuration = auto_of(loss);
      configuration.bias = bias;
      const Dataset rows = varied_stream(configuration, 3, 200);
      const Run whole = run_over(configuration, {rows});
      const std::string expected = to_json(snapshot(configuration, whole.tally, *whole.learner));
      for (const std::size_t cut : {0U, 1U, 2U, 3U, 7U, 63U, 64U, 65U, 100U, 127U, 128U, 199U, 200U}) {
        const Run start = run_over(configuration, {part(rows, 0, cut)});
        for (const char* name : {"cut.tacit", "cut.json"}) {
          CAPTURE(loss, bias, cut, name);
          save_model(snapshot(configuration, start.tally, *start.learner), scratch.path(name));
          const Model model = load_model(scratch.path(name));
          Run rest{revive(model), model.tally, {}};
          continue_run(rest, configuration, part(rows, cut, rows.size()));
          REQUIRE(same(rest.rounds, std::span(whole.rounds).subspan(cut)));
          REQUIRE(to_json(snapshot(configuration, rest.tally, *rest.learner)) == expected);
        }
      }
    }
  }
}

TEST_CASE("a mixture cut after every row goes on bit for bit", "[mixture]") {
  for (const char* loss : {"hinge", "square"}) {
    const Configuration configuration = auto_of(loss);
    const Dataset rows = varied_stream(configuration, 4, 150);
    const Run whole = run_over(configuration, {rows});
    Model model = snapshot(configuration, {}, *make_learner(configuration));
    for (std::size_t i = 0; i < rows.size(); ++i) {
      CAPTURE(loss, i);
      Run run{revive(model), model.tally, {}};
      continue_run(run, configuration, part(rows, i, i + 1));
      REQUIRE(same(run.rounds, std::span(whole.rounds).subspan(i, 1)));
      model = parse_model(to_json(snapshot(configuration, run.tally, *run.learner)), "model");
    }
  }
}

TEST_CASE("teams with guesses cut anywhere go on bit for bit", "[mixture]") {
  const Scratch scratch;
  for (const char* loss : {"hinge", "logistic", "absolute", "square"}) {
    const Configuration configuration = auto_of(loss);
    const Dataset rows = guessed_stream(configuration, 4, 150);
    const Run whole = run_over(configuration, {rows});
    const std::string expected = to_json(snapshot(configuration, whole.tally, *whole.learner));
    for (const std::size_t cut : {1U, 19U, 20U, 21U, 30U, 40U, 41U, 64U, 100U, 149U}) {
      const Run start = run_over(configuration, {part(rows, 0, cut)});
      for (const char* name : {"cut.tacit", "cut.json"}) {
        CAPTURE(loss, cut, name);
        save_model(snapshot(configuration, start.tally, *start.learner), scratch.path(name));
        const Model model = load_model(scratch.path(name));
        Run rest{revive(model), model.tally, {}};
        continue_run(rest, configuration, part(rows, cut, rows.size()));
        REQUIRE(same(rest.rounds, std::span(whole.rounds).subspan(cut)));
        REQUIRE(to_json(snapshot(configuration, rest.tally, *rest.learner)) == expected);
      }
    }
  }
}

TEST_CASE("a mixture with online scaling cut anywhere goes on bit for bit", "[mixture]") {
  for (const auto loss : AllLosses::names()) {
    const Configuration configuration = auto_of(loss);
    Dataset rows = varied_stream(configuration, 5, 160);
    LargestValues largest;
    std::vector<Growth> growths;
    std::vector<NewLargest> found;
    largest.divide_online(rows, growths, found);
    REQUIRE(growths.size() > 100);
    Run whole{make_learner(configuration), {}, {}};
    learn(whole, configuration, rows, 0, rows.size(), growths);
    for (const std::size_t cut : {1U, 20U, 64U, 65U, 100U, 159U}) {
      CAPTURE(loss, cut);
      Run start{make_learner(configuration), {}, {}};
      learn(start, configuration, rows, 0, cut, growths);
      const Model model = parse_model(to_json(snapshot(configuration, start.tally, *start.learner)), "model");
      Run rest{revive(model), model.tally, {}};
      learn(rest, configuration, rows, cut, rows.size(), growths);
      REQUIRE(same(rest.rounds, std::span(whole.rounds).subspan(cut)));
      REQUIRE(to_json(snapshot(configuration, rest.tally, *rest.learner)) ==
              to_json(snapshot(configuration, whole.tally, *whole.learner)));
    }
  }
}

TEST_CASE("blocks of any length teach a mixture the same", "[mixture]") {
  for (const auto loss : AllLosses::names()) {
    const Configuration configuration = auto_of(loss);
    const Dataset rows = varied_stream(configuration, 6, 300);
    const Run whole = run_over(configuration, {rows});
    const Run parts = run_over(configuration, {part(rows, 0, 1), part(rows, 1, 17), part(rows, 17, 17), part(rows, 17, 300)});
    CHECK(same(whole.rounds, parts.rounds));
  }
}

TEST_CASE("a prediction changes nothing and is the one that learning makes next", "[mixture]") {
  for (const auto loss : AllLosses::names()) {
    const Configuration configuration = auto_of(loss);
    const Dataset rows = varied_stream(configuration, 7, 300);
    const auto learner = make_learner(configuration);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const Dataset row = part(rows, i, i + 1);
      double prediction = 0;
      learner->predict(row, {&prediction, 1});
      Round round;
      learner->learn(row, {&round, 1});
      CAPTURE(loss, i);
      if (loss != Logistic::name) {
        REQUIRE(prediction == round.prediction);
      } else {  // as sure as one more example makes it
        REQUIRE(prediction == Approx(round.prediction).margin(0.7).epsilon(1e-12));
      }
    }
  }
}

TEST_CASE("a prediction of teams with guesses is the one that learning makes next", "[mixture]") {
  for (const auto loss : AllLosses::names()) {
    const Configuration configuration = auto_of(loss);
    const Dataset rows = guessed_stream(configuration, 7, 300);
    const auto learner = make_learner(configuration);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const Dataset row = part(rows, i, i + 1);
      double prediction = 0;
      learner->predict(row, {&prediction, 1});
      Round round;
      learner->learn(row, {&round, 1});
      CAPTURE(loss, i);
      if (i == 20) continue;  // teams form when the first lags come, and their mixers weigh all of them alike
      const double margin = loss == Logistic::name ? 0.7 : 1e-12;  // as sure as one more example makes it
      REQUIRE(prediction == Approx(round.prediction).margin(margin).epsilon(1e-12));
    }
  }
}

TEST_CASE("a mixture begun from weights predicts with them", "[mixture]") {
  for (const auto loss : AllLosses::names()) {
    Model model;
    model.configuration = auto_of(loss);
    model.weights = {{0, 0.25}, {1, 0.5}, {7, -0.125}};
    Dataset rows;
    rows.begin_row(1);
    rows.push(0, 1.0);
    rows.push(1, 0.5);
    rows.push(7, 3.0);
    CAPTURE(loss);
    const auto learner = revive(model);
    REQUIRE(learner->weights().size() == 3);
    for (std::size_t i = 0; i < 3; ++i) {
      CHECK(learner->weights()[i].first == model.weights[i].first);
      CHECK(learner->weights()[i].second == Approx(model.weights[i].second).epsilon(1e-15));
    }
    double prediction = 0;
    learner->predict(rows, {&prediction, 1});
    Round round;
    learner->learn(rows, {&round, 1});
    if (loss != Hinge::name && loss != Logistic::name) CHECK(prediction == Approx(0.125).epsilon(1e-15));
    CHECK(prediction == Approx(round.prediction).epsilon(1e-15));
    CHECK(prediction > 0);
    CHECK(learner->weights().size() == 3);
  }
}

}  // namespace continued_test
