// The implicit step of the multiclass hinge loss (losses/multiclass_hinge.hpp) for many experts at once: the same label, other
// scores and rates.
//
// With v_k = 1 + u_k - u_y and most the largest of them, all v_k above a level come down to it: those whose gap, most - v_k, is
// less than the depth of the level. Were all classes that lose to move, the level would be at most as low as it is in truth; the
// classes that such a level leaves alone go, until all that are left move (Michelot's projection onto the simplex).
#pragma once

#include <cstddef>

#include "tacit/core/lanes.hpp"
#include "tacit/core/number.hpp"

namespace tacit {

// R has a lane per expert; numbers per class lie `R::count` apart.
template <class R>
struct HingeSteps {
  const double* scores;
  std::size_t classes;
  std::size_t y;

  // Writes how far each score falls. `fall` is that of the loss, `squares` the sum of squares of all changes. Lanes whose c is 0
  // do not move.
  TACIT_LANE void take(const R& c, double* changes, R& fall, R& squares) const {
    R most = 0.0;
    for_others([&](const R& v, std::size_t) TACIT_INLINE_LAMBDA { most = larger(most, v); });
    fall = squares = 0.0;
    const auto moves = most > R(0.0) && c > R(0.0);
    if (!somewhere(moves)) {
      for (std::size_t k = 0; k < classes; ++k) fall.store(changes + k * R::count);
      return;
    }
    // The depth at which nothing is lost any more, or, if the class cannot rise so far, that which c allows.
    const R lossless = depth(most, most, 1.0);
    const auto reached = most - lossless <= c;
    const R down = choose(moves, everywhere(reached) ? lossless : choose(reached, lossless, depth(most, c, 0.0)), R(0.0));
    R risen = 0.0;
    for_others([&](const R& v, std::size_t at) TACIT_INLINE_LAMBDA {
      const R change = larger(R(0.0), down - (most - v));
      risen += change;
      squares += change * change;
      change.store(changes + at);
    });
    (-risen).store(changes + y * R::count);
    squares += risen * risen;
    fall = choose(moves, choose(reached, most, down + risen), R(0.0));
  }

 private:
  template <class Function>
  TACIT_LANE void for_others(Function f) const {
    const R own = R::loaded(scores + y * R::count);
    for (std::size_t k = 0; k < classes; ++k) {
      if (k != y) f(1.0 + (R::loaded(scores + k * R::count) - own), k * R::count);
    }
  }

  // The depth d with  sum over the gaps below d of (d - gap) = room - more d.
  TACIT_LANE R depth(const R& most, const R& room, double more) const {
    R found = most;  // a class that loses nothing does not move
    for (std::size_t round = 0; round <= classes; ++round) {
      R gaps = 0.0;
      R count = more;
      for_others([&](const R& v, std::size_t) TACIT_INLINE_LAMBDA {
        const R gap = most - v;
        const auto counts = gap < found || gap == R(0.0);
        gaps += choose(counts, gap, R(0.0));
        count += choose(counts, R(1.0), R(0.0));
      });
      const R next = smaller(found, (room + gaps) / count);
      if (everywhere(next == found)) break;
      found = next;
    }
    return found;
  }
};

}  // namespace tacit
