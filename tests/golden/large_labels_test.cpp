// delta_t and lambda where losses are up to 1e17 times a step, so that no difference of losses could show them, against 90 digits
// of decimal arithmetic (large_labels.py).
#include <catch2/catch.hpp>

#include <string>
#include <vector>

#include "golden/expected.hpp"

namespace large_labels_test {

using namespace tacit;
using namespace tacit::golden;

namespace {

constexpr std::size_t dimension = 4;

template <class L>
L loss_of_test() {
  if constexpr (std::same_as<L, Pinball>) return L(0.75);
  if constexpr (std::same_as<L, Huber>) return L(2);
  if constexpr (std::same_as<L, EpsilonInsensitive>) return L(0.5);
  return L();
}

struct Features {
  std::vector<Index> index;
  std::vector<double> value;

  Features(const std::vector<std::string>& fields, std::size_t first) {
    for (std::size_t i = 0; i < dimension; ++i) {
      index.push_back(static_cast<Index>(i));
      value.push_back(number(fields[first + i]));
    }
  }
  Row row() const { return Row(index, value); }
};

// LOSS DOMAIN LAMBDA LABEL DELTA FEATURE... WEIGHT...
template <class L, class Domain>
double delta(const std::vector<std::string>& fields, const Domain& domain) {
  Learner<L, Domain, ImplicitUpdate, Constant> learner(loss_of_test<L>(), domain, Constant(1 / number(fields[2])));
  for (std::size_t i = 0; i < dimension; ++i) learner.weights().set(static_cast<Index>(i), number(fields[5 + dimension + i]));
  return learner.learn(Features(fields, 5).row(), number(fields[3])).delta;
}

double delta(const std::vector<std::string>& fields) {
  double found = 0;
  AllLosses::with(fields[0], [&]<class L>(std::type_identity<L>) {
    found = fields[1] == "whole-space" ? delta<L>(fields, WholeSpace())
            : fields[1] == "ball"      ? delta<L>(fields, Ball(1))
            : fields[1] == "box"       ? delta<L>(fields, Box(-1, 1))
                                       : delta<L>(fields, Simplex(dimension, 0));
  });
  return found;
}

}  // namespace

TEST_CASE("delta of a round keeps its digits, however large the loss", "[golden]") {
  const auto rounds = lines("large_labels.txt", "round");
  REQUIRE(rounds.size() > 600);
  for (const auto& round : rounds) {
    CAPTURE(round);
    // Multipliers on the sphere, on the simplex and of the logistic loss are found by iteration.
    const bool exact = round[0] != "logistic" && (round[1] == "whole-space" || round[1] == "box");
    const double digits = !exact ? 1e-12 : round[1] == "box" ? 1e-14 : 2e-15;
    CHECK(delta(round) == Approx(number(round[4])).epsilon(digits).margin(0));
  }
}

TEST_CASE("lambda of AdaImplicit grows by the progress of each round, however large the labels", "[golden]") {
  const auto rows = lines("large_labels.txt", "row");
  const auto lambdas = lines("large_labels.txt", "lambda");
  REQUIRE(rows.size() == 100);
  REQUIRE(lambdas.size() == 30);
  for (const auto& expected : lambdas) {
    AllLosses::with(expected[0], [&]<class L>(std::type_identity<L>) {
      AdaImplicitOmd<L, Ball> learner(loss_of_test<L>(), Ball(1), AdaImplicit(2));
      for (const auto& row : rows) learner.learn(Features(row, 1).row(), number(row[0]) * number(expected[1]));
      CAPTURE(expected);
      CHECK(learner.step_size().lambda(0) == Approx(number(expected[2])).epsilon(1e-12).margin(0));
    });
  }
}

}  // namespace large_labels_test
