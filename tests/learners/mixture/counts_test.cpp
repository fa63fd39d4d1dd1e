// Labels that are counts: predictions are logarithms of means.
#include <catch2/catch.hpp>

#include <cmath>

#include "core/draws.hpp"
#include "learners/mixture/label_scale.hpp"
#include "learners/mixture/streams.hpp"
#include "tacit/losses/all.hpp"

namespace mixture_counts_test {

using namespace tacit;

namespace {

constexpr double most_losses = 1e300;

// Rounded up by chance, so that the mean is that of the exponential.
double count_of(double logarithm, Draws& draws) { return std::floor(std::exp(logarithm) + draws.between(0, 1)); }

}  // namespace

TEST_CASE("the mixture finds a mean that features multiply, in whatever units, large or small") {
  for (const double base : {-2.0, 1.0, 8.0}) {
    Draws draws(3);
    Dataset rows;
    std::vector<double> truth;
    for (int i = 0; i < 6000; ++i) {
      const double x = draws.between(-1, 1);
      const double z = draws.between(-1, 1);
      truth.push_back(base + x - 0.5 * z);
      rows.begin_row(count_of(truth.back(), draws));
      rows.push(0, 1);
      rows.push(1, 1e3 * x);
      rows.push(2, z);
    }
    const auto run = run_over(auto_of("poisson"), {rows});
    double lost = 0;
    double least = 0;
    for (std::size_t i = 3000; i < rows.size(); ++i) {
      lost += run.rounds[i].loss_before;
      least += Poisson{}.value(truth[i], rows.label(i));
    }
    CAPTURE(base, lost, least);
    CHECK(lost <= 1.1 * least + 30);
  }
}

TEST_CASE("counts of every size leave all numbers sound") {
  Draws draws(5);
  for (const double largest : {0.0, 1e-300, 1.0, 1e6, 1e150}) {
    Dataset rows;
    for (int i = 0; i < 300; ++i) {
      const double y = draws.one_in(3) ? 0 : largest * draws.between(0, 1);
      rows.begin_row(y, draws.one_in(5) ? 3 : 1);
      rows.push(0, 1);
      rows.push(1, draws.one_in(20) ? 1e6 : draws.between(-1, 1));
    }
    const auto run = run_over(auto_of("poisson"), {rows});
    CAPTURE(largest);
    for (const Round& round : run.rounds)
      REQUIRE((is_sound(round) && round.loss_before <= most_losses && round.prediction < 700));
  }
}

TEST_CASE("a row that sends an exponential astray does not end what is learned") {
  Draws draws(7);
  const auto loss_with = [&](bool outlier) {
    Dataset rows;
    for (int i = 0; i < 4000; ++i) {
      const double x = draws.between(-1, 1);
      rows.begin_row(count_of(1 + x, draws));
      rows.push(0, 1);
      rows.push(1, outlier && i == 200 ? 30 : x);
    }
    const auto run = run_over(auto_of("poisson"), {rows});
    double lost = 0;
    for (std::size_t i = 2000; i < rows.size(); ++i) lost += run.rounds[i].loss_before;
    return lost;
  };
  const double plain = loss_with(false);
  CHECK(loss_with(true) <= 1.5 * plain);
}

TEST_CASE("predictions of counts lie between the logarithms of the least and the largest, zeros as far below as rows can tell") {
  LabelScale<Poisson> labels;
  CHECK(labels.agrees());
  labels.observe(4, 1);
  labels.observe(9, 2);
  CHECK(labels.range(3).low == std::log(4.0));
  CHECK(labels.range(3).high == Approx(std::log(9.0)).epsilon(1e-15));
  labels.observe(0, 3);
  CHECK(labels.range(4).low == Approx(std::log(4.0) - std::log(10.0)).epsilon(1e-14));
  CHECK(labels.trusted(1e9, 11) == 18);
  CHECK(labels.bend() == Approx(13.0 / 3));
  CHECK(labels.agrees());
}

}  // namespace mixture_counts_test
