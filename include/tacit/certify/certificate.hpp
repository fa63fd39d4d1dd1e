// The certificate of a run: what it paid, what the best fixed model would have paid, how much the losses changed, and what the
// paper's bounds say of the difference.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tacit/certify/bounds.hpp"
#include "tacit/certify/comparator.hpp"
#include "tacit/certify/enclosure.hpp"
#include "tacit/data/dataset.hpp"
#include "tacit/learners/configuration.hpp"

namespace tacit {

struct CertificateOptions {
  double gap = ComparatorOptions{}.gap;       // of the comparator's loss, relative
  std::optional<double> comparator_radius{};  // ||u|| at most this; the radius of the domain unless given
  std::optional<std::uint64_t> threads{};     // one per core
};

struct Certificate {
  std::uint64_t examples = 0;
  std::uint64_t features = 0;  // the largest index
  double cumulative_loss = 0;  // sum of l_t(x_t), as the run paid it
  double comparator_radius = 0;
  Comparator comparator;                          // its loss leaves out least values (HasLeast)
  Enclosure comparator_loss{0, 0};                // of the best ||u|| <= comparator_radius
  Enclosure regret{0, 0};                         // against that
  std::optional<Enclosure> temporal_variability;  // V_T; none in the whole space, where it is infinite
  std::optional<double> path_variability;         // none for auto, which has no single x_t
  double gradient_norms_squared = 0;              // sum of ||g_t||^2
  double lambda = 0;                              // of the coming round
  double first_loss = 0;                          // l_1(x_1)
  double last_loss = 0;                           // l_T(x_{T+1})
  std::vector<Bound> bounds;
  std::vector<LeftOut> left_out;
  struct Seconds {
    double learning = 0;
    double variability = 0;
    double comparator = 0;
    double bounds = 0;  // mostly the run that follows the divergences
  } seconds;

  bool holds() const {
    for (const Bound& bound : bounds) {
      if (!bound.holds) return false;
    }
    return true;
  }
};

// Throws SettingError if there is no certificate of such a run.
void require_certifiable(const Configuration& configuration, const CertificateOptions& options);

// Runs a fresh learner, from x_1 = 0, over the rows in their order. The domain is the ball, or the whole space with a radius for
// comparators. Throws std::invalid_argument for another domain or an invalid configuration, and DataError if the numbers
// leave what a double can hold.
Certificate certify(const Dataset& rows, const Configuration& configuration, const CertificateOptions& options);

}  // namespace tacit
