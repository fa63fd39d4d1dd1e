#include "run/baselines.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <limits>
#include <vector>

#include "run/streams.hpp"
#include "tacit/run/session.hpp"

namespace baselines_test {

using namespace tacit;

namespace {

Configuration configuration_of(std::string_view loss, std::string_view learner = "auto") {
  Configuration configuration;
  choose_learner(learner, configuration);
  configuration.loss = loss;
  return configuration;
}

Dataset labelled(std::initializer_list<double> labels) {
  Dataset rows;
  for (const double label : labels) rows.begin_row(label);
  return rows;
}

std::vector<double> column(const Dataset& rows, Hint hint) {
  std::vector<double> found;
  for (std::size_t i = 0; i < rows.size(); ++i) found.push_back(rows.hints(i)[hint]);
  return found;
}

// NaN is a guess that cannot be made.
bool same(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }
void check(const std::vector<double>& found, const std::vector<double>& expected) {
  REQUIRE(found.size() == expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    INFO(i);
    CHECK((same(found[i], expected[i]) || std::abs(found[i] - expected[i]) < 1e-14));
  }
}

constexpr double none = std::numeric_limits<double>::quiet_NaN();

}  // namespace

TEST_CASE("numbers are guessed from the rows before: last label, last season, mean and median") {
  Baselines baselines(configuration_of("absolute"));
  baselines.set_period(2);
  Dataset rows = labelled({4, 1, 7, 0, 3});
  baselines.play(rows, 0, rows.size());
  check(column(rows, last_label), {none, 4, 1, 7, 0});
  check(column(rows, last_season), {none, none, 4, 1, 7});
  check(column(rows, running_mean), {none, 4, 2.5, 4, 3});
  check(column(rows, running_median), {none, 4, 4, 4, 4});  // of an even number, any between the two in the middle will do
  const BaselineLosses losses = baselines.losses();
  CHECK(losses.best_constant == Approx((4 + 3 + 3 + 4 + 1) / 5.0));
  CHECK(losses.last_label == Approx((4 + 3 + 6 + 7 + 3) / 5.0));
  CHECK(losses.last_season == Approx((4 + 3 + 3 + 1 + 4) / 5.0));  // the last label before the first season is over
}

TEST_CASE("the best constant of the square loss is the mean, and a pinball loss has its quantile") {
  Baselines square(configuration_of("square", "ada-implicit"));
  Dataset rows = labelled({4, 1, 7});
  square.play(rows, 0, 3);
  CHECK(square.losses().best_constant == Approx((16 + 9 + 4.5 * 4.5) / 2 / 3));
  CHECK(rows.hints(0).empty());  // nobody asks for them
  Configuration tail = configuration_of("pinball");
  tail.loss_parameter = 0.9;
  Baselines pinball(tail);
  pinball.play(rows, 0, 3);
  check(column(rows, running_median), {none, 4, 4});
}

TEST_CASE("counts are guessed as logarithms, smoothed so that none is minus infinity") {
  Baselines baselines(configuration_of("poisson"));
  baselines.set_period(2);
  Dataset rows = labelled({0, 3, 0, 5});
  baselines.play(rows, 0, rows.size());
  const auto again = [](double label, double mean) { return std::log((1 + label) * mean / (1 + mean)); };
  check(column(rows, last_label), {none, again(0, 0.5), again(3, 1.5), again(0, 1)});
  check(column(rows, last_season), {none, none, again(0, 1.5), again(3, 1)});
  check(column(rows, running_mean), {none, std::log(0.5), std::log(1.5), 0});
  const Poisson loss;
  CHECK(baselines.losses().best_constant ==
        Approx((loss.value(0.0, 0.0) + loss.value(std::log(0.5), 3.0) + loss.value(std::log(1.5), 0.0) + loss.value(0.0, 5.0)) /
               4));
}

TEST_CASE("the best constant of the expectile loss weighs labels by their side, and is the mean at 1/2") {
  Dataset rows = labelled({4, 1, 7, 2});
  Baselines mean(configuration_of("expectile"));
  mean.play(rows, 0, rows.size());
  check(column(rows, running_mean), {none, 4, 2.5, 4});
  Configuration high = configuration_of("expectile");
  high.loss_parameter = 0.9;
  Baselines expectile(high);
  Dataset many;
  for (int i = 0; i < 20000; ++i) many.begin_row((i * 7919) % 101);
  expectile.play(many, 0, many.size());
  const double found = many.hints(many.size() - 1)[running_mean];
  double pull = 0;  // 0 at the expectile
  for (int y = 0; y <= 100; ++y) pull += Expectile(0.9).slope(found, static_cast<double>(y)) / 101;
  CHECK(std::abs(pull) < 0.5);
}

TEST_CASE("two classes are guessed by smoothed probabilities under the logistic loss") {
  Baselines baselines(configuration_of("logistic"));
  Dataset rows = labelled({1, 1, -1, -1, -1});
  baselines.play(rows, 0, rows.size());
  // Repeats before each row, of so many comparisons: 0 of 0, 1 of 1, 1 of 2, 2 of 3.
  check(column(rows, last_label), {none, 0, std::log(2.0), 0, -std::log(1.5)});
  check(column(rows, last_season), {none, none, none, none, none});
  check(column(rows, running_mean), {none, std::log(2.0), std::log(3.0), std::log(1.5), 0});
  check(column(rows, running_median), {none, none, none, none, none});
  const BaselineLosses losses = baselines.losses();
  // The probabilities that the labels were given.
  CHECK(losses.last_label == Approx(-std::log(0.5 * (1.0 / 2) * (1.0 / 3) * (2.0 / 4) * (3.0 / 5)) / 5));
  CHECK(losses.best_constant == Approx(-std::log(0.5 * (2.0 / 3) * (1.0 / 4) * (2.0 / 5) * (3.0 / 6)) / 5));
  CHECK_FALSE(losses.last_season);
}

TEST_CASE("two classes are guessed by sign under the hinge loss and by the mean under its square") {
  Baselines hinge(configuration_of("hinge"));
  Dataset rows = labelled({-1, 1, -1, 1});
  hinge.play(rows, 0, rows.size());
  check(column(rows, last_label), {none, -1, -1, 1});  // once labels alternate, the other one
  check(column(rows, running_mean), {none, -1, 1, -1});
  Baselines squared(configuration_of("squared-hinge"));
  squared.play(rows, 0, rows.size());
  check(column(rows, last_label), {none, 0, -1.0 / 3, 2.0 / 4});
  check(column(rows, running_mean), {none, -1.0 / 3, 0, -1.0 / 5});
}

TEST_CASE("the loss of each guess is the loss of its hints, with their importance weights") {
  for (const auto loss : {"absolute", "square", "huber", "epsilon-insensitive", "pinball", "logistic", "hinge", "squared-hinge",
                          "poisson", "expectile"}) {
    const Configuration configuration = configuration_of(loss);
    Baselines baselines(configuration);
    baselines.set_period(3);
    Dataset rows = random_stream(configuration, 3, 3000);
    baselines.play(rows, 0, 1000);
    baselines.play(rows, 1000, rows.size());
    double weight = 0;
    double last = 0;
    double season = 0;
    AllLosses::with(loss, [&]<class L>(std::type_identity<L>) {
      for (std::size_t i = 0; i < rows.size(); ++i) {
        const auto hints = rows.hints(i);
        const double z = i == 0 ? 0 : hints[last_label];
        weight += rows.weight(i);
        last += rows.weight(i) * L{}.value(z, rows.label(i));
        season += rows.weight(i) * L{}.value(std::isnan(hints[last_season]) ? z : hints[last_season], rows.label(i));
      }
    });
    INFO(loss);
    CHECK(baselines.losses().last_label == Approx(last / weight).epsilon(1e-6));
    CHECK(baselines.losses().last_season == Approx(season / weight).epsilon(1e-6));
  }
}

TEST_CASE("many rounds of the logistic loss add up without a product that vanishes") {
  Baselines baselines(configuration_of("logistic", "ogd"));
  Dataset rows;
  for (int i = 0; i < 20000; ++i) rows.begin_row(i % 3 == 0 ? 1 : -1);
  baselines.play(rows, 0, rows.size());
  // The sum of logarithms of (k + 1) / (n + 2) is that of k! m! / (n + 1)!.
  const double positives = 6667;
  const double negatives = 13333;
  const double sum = std::lgamma(20002) - std::lgamma(positives + 1) - std::lgamma(negatives + 1);
  CHECK(baselines.losses().best_constant == Approx(sum / 20000).epsilon(1e-12));
}

TEST_CASE("a coming row is guessed without anything being learned from it") {
  Baselines baselines(configuration_of("absolute"));
  Dataset rows = labelled({4, 1, 7});
  baselines.play(rows, 0, 3);
  LearnerState before;
  baselines.save(before);
  Dataset coming = labelled({0, 0});
  const double unknown = std::numeric_limits<double>::quiet_NaN();
  baselines.hint(coming);
  check(column(coming, last_label), {unknown, unknown});
  baselines.hint(coming, true);
  check(column(coming, last_label), {7, 7});
  check(column(coming, running_mean), {4, 4});
  LearnerState after;
  baselines.save(after);
  CHECK(before == after);
  baselines.observe(2, 1);
  std::array<double, hints_per_row> next{};
  baselines.guess(next);
  CHECK(next[last_label] == 2);
}

TEST_CASE("labels and weights of any size leave baselines that can be saved") {
  for (const auto loss : {"absolute", "square", "logistic", "hinge"}) {
    const bool classes = configuration_of(loss).loss == "logistic" || configuration_of(loss).loss == "hinge";
    Baselines baselines(configuration_of(loss));
    Dataset rows;
    for (const double weight : {1e308, 0.0, 1e308, 1e-320}) {
      for (const double label : {1.7e308, -1.7e308, 1e-320}) rows.begin_row(classes ? std::copysign(1, label) : label, weight);
    }
    baselines.play(rows, 0, rows.size());
    for (std::size_t i = 1; i < rows.size(); ++i) CHECK(std::isfinite(rows.hints(i)[last_label]));
    LearnerState state;
    CHECK_NOTHROW(baselines.save(state));
    Baselines again(configuration_of(loss));
    again.restore(state);
    LearnerState twice;
    again.save(twice);
    CHECK(twice == state);
  }
}

TEST_CASE("a session that is saved and loaded guesses as one that was never stopped") {
  for (const auto loss : {"absolute", "square", "logistic", "squared-hinge"}) {
    for (const auto learner : {"auto", "ogd"}) {
      const Configuration configuration = configuration_of(loss);
      const Dataset rows = random_stream(configuration, 11, 5000);
      Session whole({{"loss", loss}, {"learner", learner}});
      Session parts({{"loss", loss}, {"learner", learner}});
      for (std::size_t i = 0; i < rows.size(); ++i) {
        for (Session* session : {&whole, &parts}) {
          Dataset one;
          one.append(rows[i]);
          session->learn_rows(one, [](std::size_t, const Round&) {});
        }
        if (i % 501 == 0)
          parts = Session(i % 2 == 0 ? load_bytes(to_binary(parts.model()), "m") : load_bytes(to_json(parts.model()), "m"));
      }
      CHECK(to_json(parts.model()) == to_json(whole.model()));
      CHECK(parts.baselines() == whole.baselines());
      CHECK(parts.baselines().last_label.has_value());
      CHECK(whole.root_mean_square_error().has_value() == !is_two_class(configuration));
    }
  }
}

TEST_CASE("rows learned one by one and all at once leave the same baselines") {
  const Configuration configuration = configuration_of("logistic");
  Dataset rows = random_stream(configuration, 12, 700);
  Session whole({{"loss", "logistic"}});
  Session single({{"loss", "logistic"}});
  for (std::size_t i = 0; i < rows.size(); ++i) {
    Dataset one;
    one.append(rows[i]);
    single.learn_rows(one, [](std::size_t, const Round&) {});
  }
  whole.learn_rows(rows, [](std::size_t, const Round&) {});
  CHECK(to_json(single.model()) == to_json(whole.model()));
}

TEST_CASE("a model that knows no baselines leaves them out of what its run goes on to tell") {
  Session session({{"loss", "absolute"}});
  session.learn_one({{"1", 1.0}}, 3.0);
  Model old = session.model();
  CHECK(session.baselines().last_label == 3.0);
  CHECK(session.root_mean_square_error() == 3.0);
  old.memory = {};
  Session goes_on(old);
  CHECK(goes_on.baselines() == BaselineLosses{});
  CHECK(to_json(goes_on.model()) == to_json(old));
  goes_on.learn_one({{"1", 1.0}}, 5.0);
  CHECK(goes_on.baselines() == BaselineLosses{});
  CHECK_FALSE(goes_on.root_mean_square_error());
}

TEST_CASE("a model whose baselines are damaged is refused with its name") {
  Session session({{"loss", "absolute"}});
  for (int i = 0; i < 40; ++i) session.learn_one({{"1", 1.0}}, static_cast<double>(i % 7));
  const std::string good = to_json(session.model());
  CHECK_NOTHROW(load_bytes(good, "m"));
  const auto refuses = [&](const std::string& from, const std::string& to) {
    std::string bad = good;
    REQUIRE(bad.find(from) != std::string::npos);
    bad.replace(bad.find(from), from.size(), to);
    CHECK_THROWS_AS(load_bytes(bad, "m"), DataError);
  };
  refuses("\"baselines/rounds\": 40", "\"baselines/rounds\": -1");
  refuses("\"baselines/rounds\": 40", "\"baselines/other\": 40");
  refuses("\"baselines/rounds\": 40", "\"baselines/rounds\": 40, \"baselines/more\": 1");
  refuses("\"baselines/last_label\": ", "\"baselines/last_label\": -");
  refuses("\"baselines/mean\": ", "\"baselines/mean\": 9e307, \"baselines/more\": ");
}

}  // namespace baselines_test
