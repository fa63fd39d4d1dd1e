// The implicit step of the softmax loss (losses/softmax_step.hpp) for many experts at once: the same label, other scores and
// rates.
#pragma once

#include <cstddef>

#include "tacit/core/lanes.hpp"
#include "tacit/losses/softmax_step.hpp"

namespace tacit {

// R has a lane per expert; numbers per class lie `R::count` apart.
template <class R>
struct SoftmaxSteps {
  const double* scores;
  std::size_t classes;
  std::size_t y;

  // Writes how far each score falls, and uses twice as much room. `fall` is that of the loss, `squares` the sum of squares of all
  // changes. c is above 0.
  void take(const R& c, double* changes, double* room, R& fall, R& squares) const {
    const Others others{*this, room, changes, room + classes * R::count};
    const SoftmaxSight<R> seen = see_softmax(others);
    fall = seen.loss - SoftmaxStep(others).take(seen, c).loss;
    R risen = 0.0;
    squares = 0.0;
    others.for_each([&](const R&, std::size_t at) TACIT_INLINE_LAMBDA {
      const R w = R::loaded(changes + at);
      risen += w;
      squares += w * w;
    });
    squares += risen * risen;
    (-risen).store(changes + y * R::count);
  }

 private:
  struct Others {
    using One = R;
    using Each = R;

    template <class Function>
    TACIT_LANE void for_each(Function f) const {
      const R own = R::loaded(steps.scores + steps.y * R::count);
      for (std::size_t k = 0; k < steps.classes; ++k) {
        if (k != steps.y) f(R::loaded(steps.scores + k * R::count) - own, k * R::count);
      }
    }
    TACIT_LANE static R sum(const R& all) { return all; }
    TACIT_LANE static R largest(const R& all) { return all; }

    const SoftmaxSteps& steps;
    double* exps;
    double* changes;
    double* logs;
  };
};

}  // namespace tacit
