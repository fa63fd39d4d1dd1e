// The quadratic model of Newton's method,  <g, d> + <d, H d> / 2  with  H = lambda I + sum_i c_i z_i z_i^T  and c_i > 0, and its
// minimiser d with x + d in the ball of radius R.
//
// Where the ball binds, (H + nu I) d = -(g + nu x) with the nu > 0 that makes ||x + d|| = R: Newton's method for 1 / ||x + d||, a
// nearly linear function of nu. With k rows in n dimensions the n x n system is solved as it stands or, when k < n, by
//   d = (r - sum_i e_i z_i) / (lambda + nu),   (Z Z^T + (lambda + nu) C^-1) e = Z r,
// which is smaller, and which large c_i do no harm. But where features differ in size by many orders of magnitude, Z Z^T forgets
// the small ones; the n x n system does not, as Cholesky's factors are the same in any units.
#pragma once

#include <cmath>
#include <cstddef>
#include <span>
#include <stdexcept>
#include <vector>

#include "tacit/core/sparse.hpp"
#include "tacit/learners/dense.hpp"

namespace tacit {

class QuadraticModel {
 public:
  // The most equations that are solved at a time; a system of this size takes about a second.
  static constexpr std::size_t largest_system = 2000;

  struct Curved {
    Row z;
    double curvature;
  };

  enum class System { smaller, by_features };

  // `rows` has to stay as it is until minimise() returns.
  void set(double lambda, std::span<const Curved> rows, std::size_t dimension, System system = System::smaller) {
    lambda_ = lambda;
    rows_ = rows;
    by_rows_ = system == System::smaller && rows.size() < dimension;
    const std::size_t size = by_rows_ ? rows.size() : dimension;
    if (size > largest_system) {
      throw std::length_error(
          "FTRL solves one equation for each feature in each round, and this stream has more than 2,000; "
          "use ada-implicit, which needs no batch problem");
    }
    gram_.reset(size);
    by_rows_ ? set_inner_products(dimension) : set_outer_products();
  }

  void minimise(std::span<const double> g, std::span<const double> x, double radius, std::span<double> d) {
    const double r2 = radius * radius;
    const double x2 = product(x, x);
    after_.resize(x.size());
    solved_.resize(x.size());
    double nu = 0;
    for (int count = 0; count < 30; ++count) {
      factor(lambda_ + nu);
      for (std::size_t j = 0; j < x.size(); ++j) d[j] = -(g[j] + nu * x[j]);
      solve(d, lambda_ + nu);
      const double excess = (x2 - r2) + 2 * product(x, d) + product(d, d);  // ||x + d||^2 - R^2
      if (nu == 0 ? !(excess > 0) : magnitude(excess) <= 4e-16 * r2) break;
      for (std::size_t j = 0; j < x.size(); ++j) solved_[j] = after_[j] = x[j] + d[j];
      solve(solved_, lambda_ + nu);
      const double norm = std::sqrt(excess + r2);
      nu = larger(0.0, nu + (norm / product(solved_, after_)) * norm * excess / ((norm + radius) * radius));
    }
  }

 private:
  void set_inner_products(std::size_t dimension) {
    dense_.assign(dimension, 0.0);
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      add(dense_.data(), 1.0, rows_[i].z);
      for (std::size_t k = i; k < rows_.size(); ++k) gram_.at(i, k) = inner(rows_[k].z, dense_.data()).product;
      for (std::size_t a = 0; a < rows_[i].z.size; ++a) dense_[rows_[i].z.index[a]] = 0;
    }
  }

  void set_outer_products() {
    for (const auto& [z, curvature] : rows_) {
      for (std::size_t a = 0; a < z.size; ++a) {
        const double factor = curvature * z.value[a];
        for (std::size_t b = a; b < z.size; ++b) gram_.at(z.index[a], z.index[b]) += factor * z.value[b];
      }
    }
  }

  void factor(double shift) {
    factored_ = gram_;
    for (std::size_t i = 0; i < factored_.size(); ++i) factored_.at(i, i) += by_rows_ ? shift / rows_[i].curvature : shift;
    factored_.factor();
  }

  void solve(std::span<double> r, double shift) {
    if (!by_rows_) {
      factored_.solve(r);
      return;
    }
    e_.resize(rows_.size());
    for (std::size_t i = 0; i < rows_.size(); ++i) e_[i] = inner(rows_[i].z, r.data()).product;
    factored_.solve(e_);
    for (std::size_t i = 0; i < rows_.size(); ++i) add(r.data(), -e_[i], rows_[i].z);
    for (double& d : r) d /= shift;
  }

  double lambda_ = 0;
  std::span<const Curved> rows_;
  bool by_rows_ = false;
  PositiveDefinite gram_;
  PositiveDefinite factored_;
  std::vector<double> dense_;
  std::vector<double> e_;
  std::vector<double> after_;
  std::vector<double> solved_;
};

}  // namespace tacit
