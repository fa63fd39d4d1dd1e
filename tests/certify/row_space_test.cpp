// Rows in coordinates of their own span keep lengths and predictions, and so the best fixed weights and their loss.
#include "certify/row_space.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <string>

#include "certify/class_newton.hpp"
#include "tacit/certify/comparator.hpp"

namespace row_space_test {

using namespace tacit;
using comparing::CompactRows;
using comparing::RowSpace;
using comparing::Vector;

namespace {

double wave(std::size_t i, std::size_t j) { return std::sin(static_cast<double>(1 + i * 37 + j * 11 + i * j)); }

// The last row is twice the first one.
Dataset wide_rows(std::size_t count, std::size_t features, std::size_t classes) {
  Dataset rows;
  for (std::size_t i = 0; i < count; ++i) {
    const bool last = i + 1 == count;
    rows.begin_row(static_cast<double>(i % classes), i % 3 == 2 ? 0.5 : 1);
    for (std::size_t j = 0; j < features; ++j) rows.push(static_cast<Index>(3 * j), last ? 2 * wave(0, j) : wave(i, j));
  }
  return rows;
}

Configuration with_loss(const std::string& loss) {
  Configuration configuration;
  configuration.loss = loss;
  for (const char* name : {"a", "b", "c", "d"}) configuration.classes.names.emplace_back(name);
  configuration.classes.fixed = true;
  return configuration;
}

}  // namespace

TEST_CASE("coordinates in the space of rows keep lengths and predictions", "[certify]") {
  const CompactRows known(wide_rows(9, 40, 2));
  const auto space = RowSpace::of(known);
  REQUIRE(space);
  const CompactRows few = space->rows(known);
  CHECK(few.columns() == 9);
  CHECK(few.label == known.label);
  CHECK(few.weight == known.weight);
  // Two vectors side by side.
  Vector v(2 * few.columns());
  for (std::size_t j = 0; j < v.size(); ++j) v[j] = wave(5, j);
  const Vector x = space->back(v, 2);
  CHECK(x.size() == 2 * known.columns());
  CHECK(comparing::norm(x) == Approx(comparing::norm(v)).epsilon(1e-13));
  for (std::size_t side : {0U, 1U}) {
    Vector of_known;
    Vector of_few;
    for (std::size_t j = side; j < x.size(); j += 2) of_known.push_back(x[j]);
    for (std::size_t j = side; j < v.size(); j += 2) of_few.push_back(v[j]);
    for (std::size_t i = 0; i < known.size(); ++i)
      CHECK(known.dot(i, of_known) == Approx(few.dot(i, of_few)).epsilon(1e-12).margin(1e-13));
  }
}

TEST_CASE("rows that are many, or too large in numbers, keep their own coordinates", "[certify]") {
  CHECK_FALSE(RowSpace::of(CompactRows(wide_rows(30, 40, 2))));
  CHECK_FALSE(RowSpace::of(CompactRows()));
  Dataset huge;
  for (const double label : {-1.0, 1.0}) {
    huge.begin_row(label);
    for (Index j = 0; j < 8; ++j) huge.push(j, 1e200 * label + 1e190 * j);
  }
  CHECK_FALSE(RowSpace::of(CompactRows(huge)));
}

TEST_CASE("few rows with many weights have the same best among rows as among weights", "[certify]") {
  const Dataset rows = wide_rows(24, 120, 4);
  for (const char* loss : {"softmax", "multiclass-hinge"}) {
    const Configuration configuration = with_loss(loss);
    for (const double radius : {0.05, 0.5, 3.0}) {
      const Comparator found = best_fixed(rows, configuration, radius);
      CHECK(found.method == "Newton, Cholesky among rows");

      const comparing::ClassRows known(rows, configuration.classes);
      const ComparatorOptions options;
      comparing::ClassNewton solver(known, {.margin = loss == std::string("multiclass-hinge")}, radius, options);
      solver.run();
      CHECK(solver.systems() == std::string("Cholesky"));
      const Enclosure direct = solver.found();

      CAPTURE(loss, radius, found.loss.lower, found.loss.upper, direct.lower, direct.upper);
      CHECK(found.loss.lower <= direct.upper);
      CHECK(direct.lower <= found.loss.upper);
      CHECK(found.converged == solver.converged());
      CHECK(found.norm() <= radius * (1 + 1e-12));
      const Comparator threads = best_fixed(rows, configuration, radius, {.threads = 3});
      CHECK(threads.all_weights() == found.all_weights());
      CHECK(threads.loss.lower == found.loss.lower);
    }
  }
}

}  // namespace row_space_test
