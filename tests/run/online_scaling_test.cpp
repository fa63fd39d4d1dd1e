// A feature that grows for ever, under online scaling: it costs what a constant costs, and its weight stays small.
#include <catch2/catch.hpp>

#include <cmath>
#include <vector>

#include "run/streams.hpp"
#include "tacit/run/session.hpp"

namespace online_scaling_test {

using namespace tacit;

namespace {

constexpr std::size_t rounds = 6000;

using Column = double (*)(double t);
constexpr Column columns[] = {[](double t) { return t; }, [](double t) { return t * t; }, [](double t) { return 1.7e9 + 60 * t; },
                              [](double t) { return -std::sqrt(t); }};

struct Rows {
  std::vector<std::size_t> starts{0};
  std::vector<Index> indices;
  std::vector<double> values;
  std::vector<double> labels;

  SparseRows view(std::size_t from, std::size_t to) const {
    return {to - from, starts.data() + from, indices.data(), values.data(), labels.data() + from, nullptr};
  }
};

// Three features of sizes 1, 100 and 10,000 and a noisy label of them; perhaps a fourth column.
Rows stream(bool classes, Column column) {
  std::mt19937_64 engine(5);
  Rows rows;
  for (std::size_t t = 1; t <= rounds; ++t) {
    double label = 0.3;
    for (Index j = 1; j <= 3; ++j) {
      const double x = 2 * unit(engine) - 1;
      label += (j == 2 ? -2.0 : 1.0) * x;
      rows.indices.push_back(j);
      rows.values.push_back(std::pow(100.0, j - 1.0) * x);
    }
    label += unit(engine) - 0.5;
    if (column != nullptr) {
      rows.indices.push_back(4);
      rows.values.push_back(column(static_cast<double>(t)));
    }
    rows.starts.push_back(rows.indices.size());
    rows.labels.push_back(!classes ? label : label > 0 ? 1 : -1);
  }
  return rows;
}

Settings settings_of(std::string_view loss, std::string_view learner) {
  return {{"loss", loss}, {"learner", learner}, {"scale", "online"}};
}

struct Outcome {
  double loss;
  double largest_weight;  // of all rounds
};

Outcome outcome_of(const Settings& settings, const Rows& rows) {
  Session session(settings);
  double largest = 0;
  for (std::size_t i = 0; i < rounds; i += 100) {
    session.learn(rows.view(i, i + 100));
    for (const auto& [index, weight] : session.weights(0)) largest = std::max(largest, std::abs(weight));
  }
  return {session.tally().cumulative_loss(), largest};
}

}  // namespace

TEST_CASE("a column that grows for ever costs what a constant costs with online scaling, and its weight stays small",
          "[session]") {
  for (const std::string_view loss : {"hinge", "logistic", "absolute"}) {
    for (const std::string_view learner : {"ada-ogd", "ada-implicit"}) {
      const Settings settings = settings_of(loss, learner);
      const bool classes = loss != "absolute";
      const Outcome plain = outcome_of(settings, stream(classes, nullptr));
      const Outcome constant = outcome_of(settings, stream(classes, [](double) { return 1.0; }));
      for (const Column column : columns) {
        const Outcome grown = outcome_of(settings, stream(classes, column));
        CAPTURE(loss, learner, column(1), plain.loss, grown.loss, plain.largest_weight, grown.largest_weight);
        CHECK(grown.loss == constant.loss);
        CHECK(grown.loss < (classes ? 1.05 : 1.01) * plain.loss);  // what a second bias costs beside three features
        CHECK(grown.largest_weight < 1.5 * plain.largest_weight);
      }
    }
  }
}

TEST_CASE("a learner whose features grow for ever goes on from a model bit for bit", "[session]") {
  const Rows rows = stream(true, columns[0]);
  for (const std::string_view learner : {"ogd", "ada-ogd", "implicit", "ada-implicit", "doubling", "auto"}) {
    const Settings settings = settings_of("hinge", learner);
    Session whole(settings);
    whole.learn(rows.view(0, 300));
    Session first(settings);
    first.learn(rows.view(0, 137));
    Session second(load_bytes(to_binary(first.model()), "a model"));
    second.learn(rows.view(137, 300));
    CAPTURE(learner);
    CHECK(to_binary(second.model()) == to_binary(whole.model()));
  }
}

}  // namespace online_scaling_test
