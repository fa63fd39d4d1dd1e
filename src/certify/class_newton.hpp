// Newton's method with the ball for its trust region. Multiclass hinge has no curvature; there the temperature falls whenever the
// family's loss is as close to its minimum as it is to the hinge's.
#pragma once

#include <algorithm>

#include "certify/ball_step.hpp"
#include "certify/ball_walk.hpp"
#include "certify/class_look.hpp"
#include "certify/class_system.hpp"
#include "certify/dual_bound.hpp"
#include "tacit/certify/comparator.hpp"

namespace tacit::comparing {

// The weights and the temperature whose chances prove a lower end.
struct Prover {
  Vector x;
  double temperature;
};

class ClassNewton {
 public:
  ClassNewton(const ClassRows& rows, ClassFamily family, double radius, const ComparatorOptions& options)
      : rows_(rows),
        family_(family),
        radius_(radius),
        options_(options),
        looks_(rows, family, radius, options.threads),
        effort_(ClassSystem::multiplications(rows), options.most_multiplications),
        system_(rows, family, looks_.chunks(), options.threads, effort_),
        walk_(radius),
        x_(rows.numbers(), 0.0),
        best_(x_),
        prover_{x_, 1} {
    at_zero_ = looks_.look(x_, temperature_).minimum.upper;
    found_ = {0, at_zero_};
  }

  // Returns the number of iterations made.
  int run() {
    int idle = 0;
    for (int iteration = 0; iteration < options_.most_iterations; ++iteration) {
      const ClassLook look = looks_.look(x_, temperature_);
      const double before = found_.width();
      offer(look.minimum);
      idle = found_.width() <= 0.99 * before ? 0 : idle + 1;
      const bool is_all = found_.width() <= 1.1 * look.room;  // that rounding leaves to find
      if (converged() || is_all || idle >= 40 || rows_.numbers() == 0 || effort_.spent()) return iteration;
      if (family_.margin && look.gap <= 0.5 * look.softness && temperature_ > coldest) {
        temperature_ *= 0.25;
        continue;
      }
      system_.weigh(x_, temperature_);
      if (!(system_.dear() ? walk(look) : step(look))) return iteration;
      bring_into_ball(x_, radius_);
    }
    return options_.most_iterations;
  }

  bool converged() const { return narrow(found_, options_.gap, at_zero_); }
  static bool narrow(const Enclosure& minimum, double gap, double at_zero) {
    return minimum.width() <= std::max(gap * minimum.upper, 1e-12 * at_zero);
  }
  double at_zero() const { return at_zero_; }  // the loss of zero weights
  Enclosure found() const { return found_; }
  const Vector& best() const { return best_; }
  // Where the lower end was found.
  const Prover& prover() const { return prover_; }
  const char* systems() const { return system_.name(); }

 private:
  static constexpr double coldest = 1e-13;

  double steepness(const Vector& dx, double part) {
    Vector there = x_;
    add(there, part, dx);
    return looks_.steepness(there, dx, temperature_);
  }
  bool step(const ClassLook& look) {
    const Vector dx = ball_step(system_, look.gradient, x_, radius_, lambda_);
    add(x_, search_way([&](double part) { return steepness(dx, part); }, 0.1), dx);
    return true;
  }
  bool walk(const ClassLook& look) {
    effort_.spend();
    return walk_.step(system_, look.gradient, look.gap, x_, [&](const Vector& dx, double part) {
      effort_.spend();
      return steepness(dx, part);
    });
  }

  void offer(const Enclosure& minimum) {
    if (minimum.lower > found_.lower) {
      found_.lower = minimum.lower;
      prover_ = {x_, temperature_};
    }
    if (!(minimum.upper < found_.upper)) return;
    found_.upper = minimum.upper;
    best_ = x_;
  }

  const ClassRows& rows_;
  ClassFamily family_;
  double radius_;
  const ComparatorOptions& options_;
  ClassLooks looks_;
  Effort effort_;
  ClassSystem system_;
  BallWalk walk_;
  Vector x_;
  Vector best_;
  Prover prover_;
  double temperature_ = 1;
  double lambda_ = -1;  // none yet
  double at_zero_ = 0;
  Enclosure found_{0, 0};
};

}  // namespace tacit::comparing
