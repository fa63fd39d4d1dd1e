// Random streams of sparse examples in few dimensions, for statements that hold of every stream.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <random>
#include <vector>

#include "cases.hpp"
#include "tacit/core/row.hpp"
#include "tacit/core/task.hpp"

namespace tacit::paper {

// How many streams a test draws for each loss and domain.
inline constexpr int stream_count = 5 + random_cases / 500;

// The same numbers on every machine.
class Random {
 public:
  explicit Random(std::uint64_t seed) : bits_(seed) {}

  double uniform(double low, double high) { return low + (high - low) * (static_cast<double>(bits_() >> 11U) * 0x1p-53); }
  bool chance(double p) { return uniform(0, 1) < p; }
  std::size_t below(std::size_t n) { return bits_() % n; }
  double pick(std::initializer_list<double> choices) { return choices.begin()[below(choices.size())]; }
  // Between low and high, evenly in the logarithm.
  double scale(double low, double high) { return low * std::pow(high / low, uniform(0, 1)); }

 private:
  std::mt19937_64 bits_;
};

struct StreamExample {
  std::vector<Index> index;
  std::vector<double> value;
  double label = 0;
  double weight = 1;

  Row features() const { return {index, value}; }
};

struct Stream {
  std::size_t dimension = 0;
  std::vector<StreamExample> examples;
};

using Point = std::vector<double>;

inline double product(const StreamExample& example, const Point& x) {
  double sum = 0;
  for (std::size_t i = 0; i < example.index.size(); ++i) sum += example.value[i] * x[example.index[i]];
  return sum;
}

// Half the examples of a lattice stream have whole-number features and labels, so that predictions meet kinks exactly.
inline StreamExample random_example(Random& random, std::size_t dimension, Task task, bool lattice) {
  StreamExample example;
  const double density = random.pick({0.2, 0.7, 1.0});
  for (std::size_t i = 0; i < dimension; ++i) {
    if (!random.chance(density)) continue;
    example.index.push_back(static_cast<Index>(i));
    example.value.push_back(lattice ? random.pick({-2, -1, 0, 1, 2}) : random.uniform(-1.5, 1.5));
  }
  if (task == Task::two_classes) {
    example.label = random.pick({-1, 1});
  } else {
    example.label = lattice ? random.pick({-1, 0, 1, 2}) : random.uniform(-2, 2);
    if (task == Task::counts) example.label = std::fabs(example.label);
  }
  return example;
}

// Of three kinds: independent examples, examples that change little from one round to the next, and lattice examples; a third
// of the streams have importance weights, 0 among them.
inline Stream random_stream(Random& random, std::size_t dimension, std::size_t rounds, Task task) {
  enum class Kind { independent, drifting, lattice };
  const auto kind = static_cast<Kind>(random.below(3));
  const bool weighted = random.chance(1.0 / 3);
  Stream stream{dimension, {}};
  for (std::size_t t = 0; t < rounds; ++t) {
    if (kind == Kind::drifting && t > 0 && !random.chance(0.05)) {
      stream.examples.push_back(stream.examples.back());
      for (double& value : stream.examples.back().value) value += random.uniform(-0.02, 0.02);
    } else {
      stream.examples.push_back(random_example(random, dimension, task, kind == Kind::lattice && random.chance(0.8)));
    }
    if (weighted) stream.examples.back().weight = random.pick({0, 0.5, 1, 2, 3});
  }
  return stream;
}

inline Stream random_stream(Random& random, Task task) {
  return random_stream(random, 1 + random.below(4), 1 + random.below(40), task);
}

}  // namespace tacit::paper
