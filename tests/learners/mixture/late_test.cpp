// A mixture that is told what it said of a late row is judged by that, and by nothing that it would say now.
#include <catch2/catch.hpp>

#include <cmath>

#include "learners/mixture/streams.hpp"
#include "tacit/learners/kinds.hpp"
#include "tacit/losses/all.hpp"

namespace late_test {

using namespace tacit;

namespace {

Dataset one(const Dataset& rows, std::size_t i) {
  Dataset row;
  row.append(rows[i]);
  std::ranges::copy(rows.hints(i), row.make_hints(rows.hints(i).size()).begin());
  return row;
}

// Rows with guesses and lags from the first on.
Dataset lagged_stream(const Configuration& configuration, int count) {
  const Dataset plain = varied_stream(configuration, 5, count);
  Dataset rows;
  for (std::size_t i = 0; i < plain.size(); ++i) {
    rows.append(plain[i]);
    rows.push(first_lag + 1, i > 0 ? plain.label(i - 1) : 0.5);
    rows.push(first_hour + static_cast<Index>(i % 24), 1);
  }
  const auto hints = rows.make_hints(4);
  for (std::size_t i = 0; i < hints.size(); ++i)
    hints[i] = i % 4 == 1 || i < 4 ? std::numeric_limits<double>::quiet_NaN() : plain.label(i / 4 - 1);
  return rows;
}

// Rows of a wave that turns every `half` rows, with the last label known `late` rows before as their only guess.
Dataset wave(std::size_t count, std::size_t half, std::size_t late) {
  Dataset rows;
  const auto label = [&](std::size_t t) { return t / half % 2 == 0 ? 1.0 : -1.0; };
  for (std::size_t t = 0; t < count; ++t) {
    rows.begin_row(label(t));
    rows.push(0, 1);
  }
  const double none = std::numeric_limits<double>::quiet_NaN();
  const auto hints = rows.make_hints(4);
  for (std::size_t t = 0; t < count; ++t) {
    for (std::size_t k = 0; k < 4; ++k) hints[4 * t + k] = none;
    if (t > late) hints[4 * t] = label(t - late - 1);
  }
  return rows;
}

// The mean loss of what is served over the last half, each label being known after `late` further rows.
double late_loss(AnyLearner& learner, const Dataset& rows, std::size_t late, bool told) {
  std::vector<std::vector<double>> said(rows.size());
  double sum = 0;
  for (std::size_t t = 0; t < rows.size(); ++t) {
    const double prediction = learner.serve(one(rows, t), said[t]);
    if (2 * t >= rows.size()) sum += std::abs(prediction - rows.label(t));
    if (t < late) continue;
    const std::size_t known = t - late;
    learner.learn_late(one(rows, known), told ? std::span<const double>(said[known]) : std::span<const double>());
  }
  return sum / (static_cast<double>(rows.size()) / 2);
}

const std::vector<double>& numbers(const LearnerState& state, const char* name) { return state.doubles(name); }

}  // namespace

TEST_CASE("a label that is late by no row teaches what one that comes at once does, bit for bit", "[mixture]") {
  for (const char* loss : {"absolute", "square", "huber", "hinge", "squared-hinge"}) {
    const Configuration configuration = auto_of(loss);
    const Dataset rows = lagged_stream(configuration, 400);
    const auto at_once = make_learner(configuration);
    const auto late = make_learner(configuration);
    std::vector<double> said;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const Dataset row = one(rows, i);
      Round round;
      at_once->learn(row, {&round, 1});
      const double served = late->serve(row, said);
      const Round again = late->learn_late(row, said);
      INFO(loss << " " << i);
      REQUIRE(served == round.prediction);
      REQUIRE(again.prediction == round.prediction);
      REQUIRE(again.loss_before == round.loss_before);
      REQUIRE(late->lambda() == at_once->lambda());
    }
    CHECK(late->state() == at_once->state());
  }
}

TEST_CASE("serving says what predicting does", "[mixture]") {
  AllLosses::for_each([]<class L>(std::type_identity<L>) {
    Configuration configuration = auto_of(L::name);
    configuration.horizon = 1;  // late rows hear no team before it has learned
    const Dataset rows = guessed_stream(configuration, 9, 200);
    const auto learner = make_learner(configuration);
    std::vector<double> said;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const Dataset row = one(rows, i);
      double prediction = 0;
      learner->predict(row, {&prediction, 1});
      INFO(L::name << " " << i);
      REQUIRE(learner->serve(row, said) == prediction);
      REQUIRE(kind_of(configuration).can_have_said(configuration, said));
      learner->learn_late(row, said);
    }
  });
}

TEST_CASE("an expert that is right at once and wrong when served late is not followed", "[mixture]") {
  constexpr std::size_t late = 19;  // what is known last is then of the other sign, always
  const Dataset rows = wave(4000, late + 1, late);
  const Configuration configuration = auto_of("absolute");
  const double told = late_loss(*make_learner(configuration), rows, late, true);
  const double replayed = late_loss(*make_learner(configuration), rows, late, false);
  CHECK(replayed > 1.2);  // experts that follow the last label look right when rows are replayed
  CHECK(told < 1.05);     // saying 0 loses 1, saying the last label 2
}

TEST_CASE("mixers weigh what was served, and experts step from where they are", "[mixture]") {
  const Configuration configuration = auto_of("absolute");
  const Dataset rows = varied_stream(configuration, 3, 300);
  const auto learner = make_learner(configuration);
  std::vector<double> said;
  for (std::size_t i = 0; i + 1 < rows.size(); ++i) {
    const Dataset row = one(rows, i);
    learner->serve(row, said);
    learner->learn_late(row, said);
  }
  const Dataset last = one(rows, rows.size() - 1);
  learner->serve(last, said);
  std::vector<double> other = said;
  for (std::size_t k = other.size() - 8; k < other.size(); ++k) other[k] = (other[k] + said[1]) / 2;  // some experts said less
  const auto twin = make_learner(configuration);
  twin->restore(learner->state());
  learner->learn_late(last, said);
  twin->learn_late(last, other);
  constexpr std::size_t width = 30;
  CHECK(learner->state().by_feature("auto/all/features", width) == twin->state().by_feature("auto/all/features", width));
  CHECK(numbers(learner->state(), "auto/all/numbers") != numbers(twin->state(), "auto/all/numbers"));
}

TEST_CASE("the loss of a voice is that of what it said when the row was served", "[mixture]") {
  constexpr std::size_t late = 7;
  const Dataset rows = wave(500, 5, late);
  const auto learner = make_learner(auto_of("absolute"));
  std::vector<std::vector<double>> said(rows.size());
  double last_label = 0;
  double learned = 0;
  for (std::size_t t = 0; t < rows.size(); ++t) {
    learner->serve(one(rows, t), said[t]);
    if (t < late) continue;
    const std::size_t known = t - late;
    const Round round = learner->learn_late(one(rows, known), said[known]);
    last_label += known > late ? std::abs(rows.label(known - late - 1) - rows.label(known)) : round.loss_before;
    learned += 1;
  }
  const auto report = learner->report();
  const auto voice = std::ranges::find(report->experts, "last label", &ExpertReport::name);
  REQUIRE(voice != report->experts.end());
  CHECK(voice->average_loss == Approx(last_label / learned));
}

TEST_CASE("the one vector of weights says what was judged as its word, also where lags come after the calendar", "[mixture]") {
  constexpr std::size_t late = 7;
  constexpr std::size_t collapsed = 17;  // among the numbers of what was said
  const Configuration configuration = auto_of("absolute");
  Dataset rows;
  for (std::size_t t = 0; t < 600; ++t) {
    const auto hour = static_cast<Index>(t % 24);
    rows.begin_row(50.0 + 10.0 * hour + static_cast<double>(t % 5));
    rows.push(0, 1);
    rows.push(1, static_cast<double>(t % 3));
    if (t >= 100) rows.push(first_lag + 24, rows.label(t - 24));
    rows.push(first_hour + hour, 1);
    rows.push(clock_feature, 1 + 0.01 * static_cast<double>(t % 7));
  }
  rows.make_hints(0);
  const auto learner = make_learner(configuration);
  std::vector<std::vector<double>> said(rows.size());
  double sum = 0;
  for (std::size_t t = 0; t < rows.size(); ++t) {
    const Dataset row = one(rows, t);
    learner->serve(row, said[t]);
    if (t % 50 == 49) {
      const auto weights = learner->weights(0);
      double product = 0;
      for (std::size_t k = 0; k < row.row(0).size; ++k)
        for (const auto& [index, weight] : weights) product += index == row.row(0).index[k] ? weight * row.row(0).value[k] : 0;
      learner->predictions_from({&product, 1});
      INFO(t);
      CHECK(product == Approx(said[t][collapsed]).margin(1e-6));
    }
    if (t < late) continue;
    learner->learn_late(one(rows, t - late), said[t - late]);
    sum += std::abs(said[t - late][collapsed] - rows.label(t - late));
  }
  CHECK(learner->report()->collapsed_loss.value() == Approx(sum / static_cast<double>(rows.size() - late)));
}

TEST_CASE("numbers that no mixture said are known as such", "[mixture]") {
  for (const char* loss : {"absolute", "logistic"}) {
    const Configuration configuration = auto_of(loss);
    const Dataset rows = guessed_stream(configuration, 8, 150);
    const auto learner = make_learner(configuration);
    std::vector<double> said;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      learner->serve(one(rows, i), said);
      learner->learn_late(one(rows, i), said);
    }
    const auto sound = [&](auto change) {
      std::vector<double> changed = said;
      change(changed);
      return kind_of(configuration).can_have_said(configuration, changed);
    };
    CHECK(sound([](auto&) {}));
    CHECK_FALSE(sound([](auto& numbers) { numbers.clear(); }));
    CHECK_FALSE(sound([](auto& numbers) { numbers.pop_back(); }));
    CHECK_FALSE(sound([](auto& numbers) { numbers.push_back(0); }));
    for (const double teams : {0.0, 3.0, 4.5, 8.0, -1.0, 1e300}) CHECK_FALSE(sound([&](auto& numbers) { numbers[0] = teams; }));
    CHECK_FALSE(sound([](auto& numbers) { std::swap(numbers[1], numbers[2]); }));
    CHECK_FALSE(sound([](auto& numbers) { numbers[3] = 0; }));
    // Misses, numbers 4 to 7, may be any of numbers, and at most 1 of two classes, which have the first two.
    CHECK(sound([](auto& numbers) { numbers[4] = -0.9; }));
    for (const std::size_t k : {4U, 5U}) CHECK(sound([&](auto& numbers) { numbers[k] = 1e9; }) == !is_two_class(configuration));
    for (std::size_t k = 8; k < said.size(); ++k) CHECK_FALSE(sound([&](auto& numbers) { numbers[k] = 1e9; }));
    const double none = std::numeric_limits<double>::quiet_NaN();
    for (std::size_t k = 0; k < said.size(); ++k) CHECK_FALSE(sound([&](auto& numbers) { numbers[k] = none; }));
  }
}

}  // namespace late_test
