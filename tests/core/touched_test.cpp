#include "tacit/core/touched.hpp"

#include <catch2/catch.hpp>

#include <vector>

namespace touched_test {

using namespace tacit;

namespace {

std::vector<std::size_t> marked(const Touched& touched) {
  std::vector<std::size_t> first;
  touched.for_each([&](std::size_t weight) { first.push_back(weight); });
  return first;
}

}  // namespace

TEST_CASE("touched weights are found by the chunk and in order") {
  Touched touched;
  touched.grow(8192);
  CHECK(marked(touched).empty());
  for (const std::size_t weight : {8191U, 0U, 7U, 4096U, 4095U, 17U}) touched.mark(weight);
  CHECK(marked(touched) == std::vector<std::size_t>{0, 16, 4088, 4096, 8184});
}

TEST_CASE("what is marked stays so when there is more room") {
  Touched touched;
  touched.grow(4096);
  touched.mark(4000);
  touched.grow(1U << 20U);
  touched.mark(1'000'000);
  CHECK(marked(touched) == std::vector<std::size_t>{4000, 1'000'000});
}

TEST_CASE("chunks that are not kept are no longer marked until they are touched again") {
  Touched touched;
  touched.grow(8192);
  for (const std::size_t weight : {0U, 100U, 5000U}) touched.mark(weight);
  touched.sweep([](std::size_t first) { return first == 96; });
  CHECK(marked(touched) == std::vector<std::size_t>{96});
  touched.mark(5001);
  CHECK(marked(touched) == std::vector<std::size_t>{96, 5000});
}

}  // namespace touched_test
