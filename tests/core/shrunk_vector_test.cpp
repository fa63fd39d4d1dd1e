#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "tacit/core/random.hpp"
#include "tacit/core/shrunk_vector.hpp"

namespace shrunk_vector_test {

using namespace tacit;

TEST_CASE("soft takes as much off a number, to 0 at most") {
  CHECK(soft(3, 1) == 2);
  CHECK(soft(-3, 1) == -2);
  CHECK(soft(0.5, 1) == 0);
  CHECK(soft(-1, 1) == 0);
}

TEST_CASE("a weight that is shrunk later has the number of one that is shrunk at once", "[core]") {
  struct Case {
    double threshold;
    double factor;
  };
  for (const Case& one : {Case{0.01, 1}, Case{0, 0.99}, Case{0.001, 0.5}, Case{1e-5, 1e-30}, Case{0.02, 0.9}}) {
    Random random(7);
    ShrunkVector lazy;
    std::vector<double> eager(40);
    double worst = 0;
    for (int round = 0; round < 2000; ++round) {
      const auto i = static_cast<Index>(random.below(eager.size()));
      const double value = 1;
      lazy.reach(Row({&i, 1}, {&value, 1}));
      lazy.shrink(one.threshold, one.factor);
      for (std::size_t j = 1; j < eager.size(); ++j) eager[j] = one.factor * soft(eager[j], one.threshold);
      const double x = random.normal();
      lazy.put(i, x);
      eager[i] = x;
      for (std::size_t j = 0; j < eager.size(); ++j)
        worst = std::max(worst, std::abs(lazy[static_cast<Index>(j)] - eager[j]));  // of weights of about 1
    }
    CHECK(worst <= 1e-12);
  }
}

TEST_CASE("weights that are 0 are not visited, and the bias never shrinks") {
  ShrunkVector x;
  x.set(0, 2);
  x.set(3, 0.5);
  x.set(5, -4);
  x.shrink(1, 0.5);
  std::map<Index, double> seen;
  x.for_each_nonzero([&](Index i, double weight) { seen[i] = weight; });
  CHECK(seen == std::map<Index, double>{{0, 2}, {5, -1.5}});
  x.shrink(1e300, 1);
  CHECK(x[0] == 2);
  CHECK(x[5] == 0);
}

}  // namespace shrunk_vector_test
