// A loss of several classes is a convex function of their scores u_1, ..., u_K and the class y. It knows nothing of weights or
// features; `classes.size()` may differ from call to call, as new classes come.
#pragma once

#include <concepts>
#include <cstddef>
#include <span>
#include <string_view>

namespace tacit {

using Scores = std::span<const double>;

// What a round asks of the loss before it moves.
struct ClassLook {
  double value = 0;
  double squared_slope = 0;
};

// What a proximal step on the scores did, beside the change of each.
struct ClassStep {
  double loss_after = 0;
  double fall = 0;            // of the loss, from before to after
  double squared_change = 0;  // the sum of squares
};

// value at scores; slope writes the subgradient of least norm and returns its squared norm; look does both.
// prox(u, y, lambda, m, change) writes u - argmin_p value(p, y) + lambda/(2 m) |p - u|^2: the implicit update of the scores of an
// example with squared norm m, every class having weights of its own. lambda = 0 asks for the minimiser nearest to u.
template <class L>
concept ClassLoss = requires(L loss, Scores u, std::size_t y, std::span<double> change, double number) {
  { L::name } -> std::convertible_to<std::string_view>;
  { L::formula } -> std::convertible_to<std::string_view>;
  { L::has_minimum } -> std::convertible_to<bool>;  // false: the infimum lies at infinity
  { loss.value(u, y) } -> std::same_as<double>;
  { loss.slope(u, y, change) } -> std::same_as<double>;
  { loss.look(u, y, change) } -> std::same_as<ClassLook>;
  { loss.prox(u, y, number, number, change) } -> std::same_as<ClassStep>;
};

// How far each other score exceeds that of the class.
inline double lead(Scores u, std::size_t y, std::size_t k) { return u[k] - u[y]; }

}  // namespace tacit
