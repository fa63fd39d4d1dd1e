// Every learner on the ball, on a tiny sparse stream with importance weights, against 60 digits of decimal arithmetic
// (sparse.py).
#include <catch2/catch.hpp>

#include <string>
#include <vector>

#include "golden/expected.hpp"

namespace sparse_test {

using namespace tacit;
using namespace tacit::golden;

namespace {

constexpr double lipschitz = 2;

struct StoredRow {
  double label;
  double target;
  double weight;
  std::vector<Index> index;
  std::vector<double> value;
};

std::vector<StoredRow> stored_rows() {
  std::vector<StoredRow> rows;
  for (const auto& fields : lines("sparse.txt", "row")) {
    StoredRow row{number(fields[0]), number(fields[1]), number(fields[2]), {}, {}};
    for (std::size_t i = 3; i < fields.size(); ++i) {
      const auto colon = fields[i].find(':');
      row.index.push_back(static_cast<Index>(std::stoul(fields[i].substr(0, colon))));
      row.value.push_back(number(fields[i].substr(colon + 1)));
    }
    rows.push_back(row);
  }
  return rows;
}

template <class L>
void compare_runs() {
  const auto rows = stored_rows();
  REQUIRE(rows.size() == 200);
  for (const auto& run : lines("sparse.txt", "run")) {
    if (run[0] != L::name) continue;
    INFO(run[0] << ", " << run[1] << ", beta " << run[2] << ", radius " << run[3]);
    with_learner(run[1], L{}, Ball(number(run[3])), number(run[2]), lipschitz, [&](auto learner) {
      CompensatedSum loss;
      for (const auto& row : rows) {
        const double y = L::two_class ? row.label : row.target;
        loss.add(learner.learn(Row(row.index, row.value), y, row.weight).loss_before);
      }
      CHECK(loss.value() == Approx(number(run[4])).epsilon(1e-12).margin(0));
      CHECK(learner.step_size().lambda(0) == Approx(number(run[5])).epsilon(1e-12).margin(0));
      for (std::size_t i = 6; i < run.size(); ++i) {
        CHECK(learner.weights()[static_cast<Index>(i - 6)] == Approx(number(run[i])).epsilon(0).margin(1e-12));
      }
    });
  }
}

}  // namespace

TEST_CASE("hinge learners on the ball agree with decimal arithmetic", "[golden]") { compare_runs<Hinge>(); }
TEST_CASE("absolute-loss learners on the ball agree with decimal arithmetic", "[golden]") { compare_runs<Absolute>(); }
TEST_CASE("square-loss learners on the ball agree with decimal arithmetic", "[golden]") { compare_runs<Square>(); }

}  // namespace sparse_test
