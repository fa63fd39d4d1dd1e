// The paper's bounds on the regret of a run, in the form in which they hold (docs/theory.md says what was corrected), evaluated.
//
// D^2 is the largest divergence between two points of the domain, 2 R^2 for the ball of radius R. Where a bound has B(u, x_1) it
// is that of the comparator u that was found. A bound whose assumptions the run does not meet is left out, with the reason.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tacit/certify/enclosure.hpp"
#include "tacit/certify/run_sums.hpp"
#include "tacit/core/message.hpp"
#include "tacit/learners/configuration.hpp"

namespace tacit {

struct Bound {
  std::string name;
  std::string left = "R_T(u)";  // the sides of the inequality  left <= right,  as the paper has it or as corrected
  std::string right{};
  std::string of = "regret";                            // or restarts, or progress (the worst round's)
  double value = 0;                                     // rounded upward, with the error in it
  double error = 0;                                     // what was added: rounding, and the width of the regret's enclosure
  double measured = 0;                                  // what it bounds: of the regret, the upper end
  double at_least = 0;                                  // of the regret, the lower end
  bool holds = false;                                   // measured <= value; false would be a bug here, not in the theorem
  std::vector<std::pair<std::string, double>> terms{};  // that add up to the value without its error, or whose least it is
  std::string smallest{};                               // the name of the least term, where the value is that

  std::string statement() const { return left + " <= " + right; }
  // Returns how many times too large the bound is; nothing unless the regret is known to be above 0.
  std::optional<double> ratio() const { return at_least > 0 ? std::optional(value / measured) : std::nullopt; }
};

struct LeftOut {
  std::string name;
  Message reason;  // says too what to give for the bound to apply
};

// What the bounds are computed from.
struct Evidence {
  const Configuration& configuration;
  const RunSums& sums;
  Enclosure regret;                        // against the best comparator
  double size = 0;                         // of the summed losses; rounding is measured against it
  double first_excess = 0;                 // of the first loss above its least value, where that is put in
  std::optional<double> radius;            // of the domain, where it is a ball
  std::optional<Enclosure> variability{};  // V_T, where it exists
  double first_divergence = 0;             // B(u, x_1)
  double last_divergence = 0;              // B(u, x_{T+1})
  double norm = 0;                         // ||u||
  // sum lambda_t (B(u, x_t) - B(u, x_{t+1})), where it was worth another run.
  std::optional<double> divergence_sum{};
  bool fixed_loss = false;  // all losses are the same
};

struct BoundList {
  std::vector<Bound> bounds;
  std::vector<LeftOut> left_out;
};

BoundList evaluate_bounds(const Evidence& evidence);

// The least of the bounds on the regret; null if there is none.
const Bound* tightest(const std::vector<Bound>& bounds);

}  // namespace tacit
