// The experts of a mixture over several classes: 16 learners in lanes, four in each of four geometries (features.hpp). Each has a
// vector of weights per class and takes the exact implicit step of its loss.
//
// With m the mean squared norm of an example in the geometry, lambda is
//   adaptive   (1/c + progress/c^2) m: AdaImplicit with beta = c / sqrt(m), which sets its own rate from progress
//   steady     m / c; per feature, whose steps are of unit size, 1 / c: it never grows old
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace tacit {

enum class ClassGeometry : std::size_t { scaled, centred, per_feature, full_matrix };
inline constexpr std::array<std::string_view, 4> class_geometry_names{"scaled", "centred", "per-feature", "full-matrix"};
inline constexpr std::size_t class_geometries = class_geometry_names.size();

enum class ClassRule { adaptive, steady };
inline constexpr std::array<std::string_view, 2> class_rule_names{"adaptive", "steady"};

struct ClassExpert {
  ClassGeometry geometry;
  ClassRule rule;
  double c;
};

inline constexpr auto class_experts = [] {
  using enum ClassGeometry;
  using enum ClassRule;
  return std::array<ClassExpert, 16>{{
      {scaled, adaptive, 8},
      {scaled, adaptive, 64},
      {scaled, steady, 1},
      {scaled, steady, 16},
      {centred, adaptive, 16},
      {centred, adaptive, 64},
      {centred, steady, 0.25},
      {centred, steady, 1},
      {per_feature, steady, 1},
      {per_feature, steady, 4},
      {per_feature, steady, 16},
      {per_feature, steady, 64},
      {full_matrix, adaptive, 16},
      {full_matrix, adaptive, 64},
      {full_matrix, steady, 0.25},
      {full_matrix, steady, 1},
  }};
}();
inline constexpr std::size_t class_expert_count = class_experts.size();

// A number per expert.
using PerExpert = std::array<double, class_expert_count>;
// Numbers of a geometry, for its four experts.
using PerClassGeometry = std::array<double, class_geometries>;

constexpr std::size_t geometry_of(std::size_t expert) { return static_cast<std::size_t>(class_experts[expert].geometry); }

static_assert([] {
  for (std::size_t e = 0; e < class_expert_count; ++e) {
    if (geometry_of(e) != e / 4) return false;
  }
  return true;
}());

}  // namespace tacit
