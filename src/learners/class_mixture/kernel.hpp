// What a mixture over several classes spends its time on, compiled once per instruction set. sweep/kernel.hpp has the rules.
#pragma once

#include <cstddef>

#include "kernels/flatten.hpp"
#include "learners/class_mixture/experts.hpp"
#include "learners/class_mixture/hinge_steps.hpp"
#include "learners/class_mixture/regression_step.hpp"
#include "learners/class_mixture/softmax_steps.hpp"
#include "tacit/core/elementary.hpp"
#include "tacit/core/instruction_set.hpp"
#include "tacit/core/lanes.hpp"

namespace tacit {

// A feature of a row: its weights, a number per class and expert, its two coordinates, and the directions that are not these.
struct ClassEntry {
  double* weights;
  double t;
  double phi;
  double by_feature;
  double full;
};

// What a regression weighs.
inline constexpr std::size_t class_sources = 12;

struct ClassKernel {
  // Writes a score per class and expert.
  void (*products)(const ClassEntry* entries, std::size_t count, std::size_t classes, double* scores);
  // Weights of so many classes, which `moves` lists, become w - step u.
  void (*move)(const ClassEntry* entries, std::size_t count, const std::size_t* moves, std::size_t moving, const double* steps);
  // Writes the probabilities of scores, `stride` numbers apart per class, each at least a part of 1 / classes of them.
  void (*chances)(const double* scores, std::size_t classes, double part, double* chances, std::size_t stride);
  // Softmax steps: SoftmaxSteps::take, with a number per expert in c, fall and squares.
  void (*steps)(const double* scores, std::size_t classes, std::size_t y, const double* c, double* changes, double* room,
                double* fall, double* squares);
  // Multiclass hinge steps: HingeSteps::take, likewise. Experts whose c is 0 do not move.
  void (*hinge_steps)(const double* scores, std::size_t classes, std::size_t y, const double* c, double* changes, double* fall,
                      double* squares);
  // Of the sources of a regression, `class_sources` numbers per class, those above 0 become their logarithms and others 0, from
  // the source of that number on.
  void (*take_logarithms)(double* sources, std::size_t classes, std::size_t from);
  // RegressionStep::take.
  void (*regress)(const RegressionRow& row, double kept, double ridge, double* matrix, double* step);
};

template <class R>
TACIT_FLATTEN_KERNEL void class_products(const ClassEntry* entries, std::size_t count, std::size_t classes, double* scores) {
  for (std::size_t k = 0; k < classes; ++k) {
    R sum = 0.0;
    for (std::size_t i = 0; i < count; ++i) {
      const ClassEntry& entry = entries[i];
      const R values = R::by_four([&](auto four) TACIT_INLINE_LAMBDA { return four == 0 ? entry.t : entry.phi; });
      sum += values * R::loaded(entry.weights + k * R::count);
    }
    sum.store(scores + k * R::count);
  }
}

template <class R>
TACIT_FLATTEN_KERNEL void move_classes(const ClassEntry* entries, std::size_t count, const std::size_t* moves, std::size_t moving,
                                       const double* steps) {
  for (std::size_t i = 0; i < count; ++i) {
    const ClassEntry& entry = entries[i];
    const double directions[] = {entry.t, entry.phi, entry.by_feature, entry.full};
    const R u = R::by_four([&](auto four) TACIT_INLINE_LAMBDA { return directions[four]; });
    for (std::size_t j = 0; j < moving; ++j) {
      const std::size_t at = moves[j] * R::count;
      const R moved = R::loaded(entry.weights + at) - u * R::loaded(steps + at);
      moved.store(entry.weights + at);
    }
  }
}

template <class R>
TACIT_FLATTEN_KERNEL void class_chances(const double* scores, std::size_t classes, double part, double* chances,
                                        std::size_t stride) {
  R most = R::loaded(scores);
  for (std::size_t k = 1; k < classes; ++k) most = larger(most, R::loaded(scores + k * R::count));
  R sum = 0.0;
  for (std::size_t k = 0; k < classes; ++k) {
    const R chance = exponential(R::loaded(scores + k * R::count) - most);
    sum += chance;
    chance.store(chances + k * stride);
  }
  const R by = (1 - part) / sum;
  const R least = part / static_cast<double>(classes);
  for (std::size_t k = 0; k < classes; ++k) {
    const R chance = R::loaded(chances + k * stride) * by + least;
    chance.store(chances + k * stride);
  }
}

template <class R>
TACIT_FLATTEN_KERNEL void class_steps(const double* scores, std::size_t classes, std::size_t y, const double* c, double* changes,
                                      double* room, double* fall, double* squares) {
  R fallen;
  R squared;
  SoftmaxSteps<R>{scores, classes, y}.take(R::loaded(c), changes, room, fallen, squared);
  fallen.store(fall);
  squared.store(squares);
}

template <class R>
TACIT_FLATTEN_KERNEL void class_hinge_steps(const double* scores, std::size_t classes, std::size_t y, const double* c,
                                            double* changes, double* fall, double* squares) {
  R fallen;
  R squared;
  HingeSteps<R>{scores, classes, y}.take(R::loaded(c), changes, fallen, squared);
  fallen.store(fall);
  squared.store(squares);
}

template <class R>
TACIT_FLATTEN_KERNEL void take_class_logarithms(double* sources, std::size_t classes, std::size_t from) {
  using Sources = typename R::template Resized<class_sources>;
  Sources kept = 0.0;
  for (std::size_t i = 0; i < from; ++i) kept.set(i, 1);
  const auto is_kept = kept > Sources(0.0);
  for (std::size_t at = 0; at < classes * class_sources; at += class_sources) {
    const Sources source = Sources::loaded(sources + at);
    const Sources chance = choose(source > Sources(0.0), source, Sources(1.0));
    choose(is_kept, source, logarithm_of_normal(chance)).store(sources + at);
  }
}

template <class R>
TACIT_FLATTEN_KERNEL void class_regress(const RegressionRow& row, double kept, double ridge, double* matrix, double* step) {
  RegressionStep<typename R::template Resized<4>, class_sources>::take(row, kept, ridge, matrix, step);
}

template <class R>
constexpr ClassKernel class_kernel() {
  return {&class_products<R>,    &move_classes<R>,          &class_chances<R>, &class_steps<R>,
          &class_hinge_steps<R>, &take_class_logarithms<R>, &class_regress<R>};
}

extern const ClassKernel class_baseline_kernel;
extern const ClassKernel class_avx2_kernel;

// That of an instruction set.
const ClassKernel& class_kernel_of(InstructionSet set);

}  // namespace tacit
