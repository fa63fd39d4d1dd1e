// What a learner of several classes did on a stream, in full: every point it stood on. A point has the weights of one class after
// those of another; all statements are about all weights together.
#pragma once

#include <cmath>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "paper/run.hpp"
#include "tacit/learners/class_learner.hpp"
#include "tacit/losses/classes.hpp"

namespace tacit::paper {

// How many streams a test draws: points have a number per feature and class.
inline constexpr int class_stream_count = 5 + random_cases / 3000;

inline constexpr double whole_space = std::numeric_limits<double>::infinity();
// Small enough that its edge matters, and the whole space.
inline constexpr double class_radii[] = {0.75, whole_space};

struct ClassStream {
  std::size_t classes;
  Stream rows;  // labels are numbers of classes

  std::size_t dimension() const { return rows.dimension; }
  std::size_t weights() const { return classes * rows.dimension; }
};

// Examples that change little from one round to the next mostly keep their class.
inline ClassStream random_class_stream(Random& random, std::size_t rounds) {
  ClassStream stream{2 + random.below(4), random_stream(random, 1 + random.below(3), rounds, Task::two_classes)};
  const StreamExample* before = nullptr;
  for (StreamExample& example : stream.rows.examples) {
    const bool drifts = before != nullptr && before->index == example.index && random.chance(0.8);
    example.label = drifts ? before->label : static_cast<double>(random.below(stream.classes));
    before = &example;
  }
  return stream;
}

inline std::vector<double> scores_of(const ClassStream& stream, const StreamExample& example, const Point& u) {
  std::vector<double> scores(stream.classes);
  for (std::size_t k = 0; k < stream.classes; ++k) {
    for (std::size_t i = 0; i < example.index.size(); ++i)
      scores[k] += example.value[i] * u[k * stream.dimension() + example.index[i]];
  }
  return scores;
}

template <class L>
double class_loss(const L& loss, const ClassStream& stream, const StreamExample& example, const Point& u) {
  return example.weight * loss.value(scores_of(stream, example, u), static_cast<std::size_t>(example.label));
}

// The least-norm subgradient by all weights.
template <class L>
Point class_gradient(const L& loss, const ClassStream& stream, const StreamExample& example, const Point& u) {
  std::vector<double> slopes(stream.classes);
  loss.slope(scores_of(stream, example, u), static_cast<std::size_t>(example.label), slopes);
  Point gradient(stream.weights());
  for (std::size_t k = 0; k < stream.classes; ++k) {
    for (std::size_t i = 0; i < example.index.size(); ++i)
      gradient[k * stream.dimension() + example.index[i]] += example.weight * slopes[k] * example.value[i];
  }
  return gradient;
}

template <class L>
double total_class_loss(const L& loss, const ClassStream& stream, const Point& u) {
  double sum = 0;
  for (const auto& example : stream.rows.examples) sum += class_loss(loss, stream, example, u);
  return sum;
}

inline Point dense(const ClassWeights& weights, const ClassStream& stream) {
  Point x(stream.weights());
  for (std::size_t place = 0; place < weights.features(); ++place) {
    for (std::size_t k = 0; k < stream.classes; ++k)
      x[k * stream.dimension() + weights.feature(place)] = weights.weight(place, k);
  }
  return x;
}

template <class L, class Update = ImplicitUpdate, StepSize S>
ClassLearner<L, Update, S> class_learner(const ClassStream& stream, double radius, S rule) {
  return {L(), radius, std::move(rule), stream.classes};
}

// Where a rule restarts, `next` is where it goes back to.
template <class Learner>
std::vector<Moment> follow(Learner& learner, const ClassStream& stream) {
  std::vector<Moment> moments;
  for (const auto& example : stream.rows.examples) {
    Moment moment{};
    moment.x = dense(learner.weights(), stream);
    moment.round = learner.learn(example.features(), static_cast<std::size_t>(example.label), example.weight);
    moment.next = dense(learner.weights(), stream);
    moments.push_back(std::move(moment));
  }
  return moments;
}

// A point of the ball, or of the whole space; half of them far out.
inline Point random_class_point(std::size_t weights, double radius, Random& random) {
  Point x(weights);
  double squares = 0;
  for (double& each : x) {
    for (int k = 0; k < 4; ++k) each += random.uniform(-1, 1);
    squares += each * each;
  }
  const bool far = random.chance(0.5);
  const double length =
      std::isinf(radius) ? (far ? random.scale(1, 1000) : random.uniform(0, 2)) : (far ? radius : random.uniform(0, radius));
  for (double& each : x) each *= length / (std::sqrt(squares) + 1e-12);
  return x;
}

// Projected subgradient descent on the sum of the losses and <linear, u>.
template <class L>
Point seek_class_comparator(const L& loss, const ClassStream& stream, double radius, const Point& linear) {
  Point u(stream.weights());
  Point mean = u;
  constexpr int steps = 60;
  for (int step = 1; step <= steps; ++step) {
    Point gradient = linear;
    for (const auto& example : stream.rows.examples) {
      const Point each = class_gradient(loss, stream, example, u);
      for (std::size_t j = 0; j < u.size(); ++j) gradient[j] += each[j];
    }
    const double size = std::sqrt(2 * Euclidean::divergence(gradient, Point(gradient.size()))) + 1e-12;
    const double length = std::isinf(radius) ? 3 : radius;
    for (std::size_t j = 0; j < u.size(); ++j) u[j] -= length / (size * std::sqrt(step)) * gradient[j];
    const double norm = std::sqrt(2 * Euclidean::divergence(u, Point(u.size())));
    for (double& each : u) each *= norm > radius ? radius / norm : 1;
    for (std::size_t j = 0; j < u.size(); ++j) mean[j] += u[j] / steps;
  }
  return mean;
}

// Random points, extreme points, every place the learner stood, and two that are sought.
template <class L>
std::vector<Point> class_comparators(const L& loss, const ClassStream& stream, double radius, const std::vector<Moment>& moments,
                                     Random& random) {
  std::vector<Point> found{moments.front().x};
  for (int k = 0; k < 20; ++k) found.push_back(random_class_point(stream.weights(), radius, random));
  for (const auto& m : moments) found.push_back(m.next);
  Point linear(stream.weights());
  found.push_back(seek_class_comparator(loss, stream, radius, linear));
  for (const auto& m : moments) {
    for (std::size_t j = 0; j < linear.size(); ++j) linear[j] += m.round.lambda * (m.next[j] - m.x[j]);
  }
  found.push_back(seek_class_comparator(loss, stream, radius, linear));
  return found;
}

}  // namespace tacit::paper
