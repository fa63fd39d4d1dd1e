// Convex functions for the tests of ConvexLearner.
#pragma once

#include <cmath>
#include <numeric>
#include <random>
#include <span>
#include <vector>

inline double dot(std::span<const double> a, std::span<const double> b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

// phi(<z, x>): the same losses as those of the linear-prediction learners, by value and subgradient only.
template <class L>
struct OfPrediction {
  L loss;
  std::vector<double> z;
  double y;

  double value(std::span<const double> x) const { return loss.value(dot(z, x), y); }
  void subgradient(std::span<const double> x, std::span<double> g) const {
    const double slope = loss.slope(dot(z, x), y);
    for (std::size_t i = 0; i < z.size(); ++i) g[i] = slope * z[i];
  }
};

// max_k <a_k, x> + b_k.
struct MaxOfAffine {
  std::vector<std::vector<double>> a;
  std::vector<double> b;

  std::size_t highest(std::span<const double> x) const {
    std::size_t best = 0;
    for (std::size_t k = 1; k < a.size(); ++k) {
      if (dot(a[k], x) + b[k] > dot(a[best], x) + b[best]) best = k;
    }
    return best;
  }
  double value(std::span<const double> x) const { return dot(a[highest(x)], x) + b[highest(x)]; }
  void subgradient(std::span<const double> x, std::span<double> g) const { std::ranges::copy(a[highest(x)], g.begin()); }
};

// ||x - c||_1, whose implicit step in the whole space moves each coordinate by at most 1/lambda.
struct Taxi {
  std::vector<double> c;

  double value(std::span<const double> x) const {
    double sum = 0;
    for (std::size_t i = 0; i < x.size(); ++i) sum += std::abs(x[i] - c[i]);
    return sum;
  }
  void subgradient(std::span<const double> x, std::span<double> g) const {
    for (std::size_t i = 0; i < x.size(); ++i) g[i] = x[i] > c[i] ? 1 : x[i] < c[i] ? -1 : 0;
  }
  std::vector<double> step(std::span<const double> start, double lambda) const {
    std::vector<double> x(start.begin(), start.end());
    for (std::size_t i = 0; i < x.size(); ++i) x[i] += std::clamp(c[i] - x[i], -1 / lambda, 1 / lambda);
    return x;
  }
};

// sum_i h_i (x_i - c_i)^2 / 2, h_i = 1 + i.
struct Bowl {
  std::vector<double> c;

  double value(std::span<const double> x) const {
    double sum = 0;
    for (std::size_t i = 0; i < x.size(); ++i) sum += 0.5 * (1 + static_cast<double>(i)) * (x[i] - c[i]) * (x[i] - c[i]);
    return sum;
  }
  void subgradient(std::span<const double> x, std::span<double> g) const {
    for (std::size_t i = 0; i < x.size(); ++i) g[i] = (1 + static_cast<double>(i)) * (x[i] - c[i]);
  }
  std::vector<double> step(std::span<const double> start, double lambda) const {
    std::vector<double> x(start.size());
    for (std::size_t i = 0; i < x.size(); ++i) {
      const double h = 1 + static_cast<double>(i);
      x[i] = (lambda * start[i] + h * c[i]) / (lambda + h);
    }
    return x;
  }
};

// The Taxi with its step as proximal map; lambda = 0 goes all the way.
struct TaxiByProx {
  Taxi taxi;

  double value(std::span<const double> x) const { return taxi.value(x); }
  void prox(std::span<const double> start, double lambda, std::span<double> x) const {
    std::ranges::copy(taxi.step(start, lambda), x.begin());
  }
};

class Draw {
 public:
  explicit Draw(std::uint64_t seed) : engine_(seed) {}
  double number() { return 2 * static_cast<double>(engine_() >> 11U) * 0x1p-53 - 1; }
  std::vector<double> vector(std::size_t size) {
    std::vector<double> numbers(size);
    for (double& x : numbers) x = number();
    return numbers;
  }
  MaxOfAffine max_of_affine(std::size_t pieces, std::size_t dimension) {
    MaxOfAffine f;
    for (std::size_t k = 0; k < pieces; ++k) f.a.push_back(vector(dimension));
    f.b = vector(pieces);
    return f;
  }

 private:
  std::mt19937_64 engine_;
};
