#include "certify/class_comparator.hpp"

#include <fmt/format.h>

#include <string>
#include <utility>

#include "certify/class_newton.hpp"
#include "certify/row_space.hpp"
#include "tacit/data/data_error.hpp"
#include "tacit/losses/classes.hpp"

namespace tacit {

namespace comparing {

namespace {

constexpr double most_weights = 1e7;

struct Found {
  int iterations;
  std::string method;
  bool converged;
  Enclosure minimum;
  Vector best;
};

Found found_by(ClassNewton& solver) {
  const int iterations = solver.run();
  return {iterations, std::string("Newton, ") + solver.systems(), solver.converged(), solver.found(), solver.best()};
}

// Solves in the coordinates of the rows, and proves both ends with the rows themselves.
Found solve_among(const RowSpace& space, const ClassRows& rows, ClassFamily family, double radius,
                  const ComparatorOptions& options) {
  const ClassRows few(rows, space.rows(rows.rows()));
  ComparatorOptions narrower = options;
  narrower.gap *= 0.9;  // room for what is rounded between the two
  ClassNewton solver(few, family, radius, narrower);
  Found found = found_by(solver);
  found.method += " among rows";
  const ClassLooks looks(rows, family, radius, options.threads);
  const auto prove = [&](const Vector& v) {
    found.best = space.back(v, rows.classes());
    bring_into_ball(found.best, radius);
    return looks.look(found.best, solver.prover().temperature).minimum;
  };
  const double lower = prove(solver.prover().x).lower;
  found.minimum = prove(solver.best());
  found.minimum.lower = std::max(found.minimum.lower, lower);
  found.converged = ClassNewton::narrow(found.minimum, options.gap, solver.at_zero());
  return found;
}

Found solve(const ClassRows& rows, ClassFamily family, double radius, const ComparatorOptions& options) {
  if (rows.numbers() > ClassSystem::most_cheap) {
    if (const auto space = RowSpace::of(rows.rows())) return solve_among(*space, rows, family, radius, options);
  }
  ClassNewton solver(rows, family, radius, options);
  return found_by(solver);
}

}  // namespace

}  // namespace comparing

Comparator best_fixed_classes(const Dataset& rows, const Configuration& configuration, double radius,
                              const ComparatorOptions& options) {
  const comparing::ClassRows known(rows, configuration.classes);
  if (static_cast<double>(known.numbers()) > comparing::most_weights) {
    throw DataError(
        DataError::Kind::numbers,
        say(fmt::format("{} features and {} classes have {} weights; the best fixed model is found among at most {}: ",
                        known.rows().columns(), known.classes(), known.numbers(), comparing::most_weights),
            "leave out features with ", mention("ignore"), ", or give fewer bits to ", mention("hash")));
  }
  comparing::Found best = comparing::solve(known, {.margin = configuration.loss == MulticlassHinge::name}, radius, options);
  Comparator found;
  found.iterations = best.iterations;
  found.method = std::move(best.method);
  found.loss = best.minimum;
  found.converged = best.converged;
  auto weights = known.spread(best.best);
  found.weights = std::move(weights.front());
  found.further_weights.assign(std::make_move_iterator(weights.begin() + 1), std::make_move_iterator(weights.end()));
  return found;
}

}  // namespace tacit
