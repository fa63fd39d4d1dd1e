#include <cmath>
#include <vector>

#include "data/generators/kinds.hpp"
#include "data/generators/round_by_round.hpp"
#include "tacit/core/random.hpp"

namespace tacit::generators {

namespace {

using Vector = std::vector<double>;

double dot(const Vector& a, const Vector& b) {
  double sum = 0;
  for (std::size_t k = 0; k < a.size(); ++k) sum += a[k] * b[k];
  return sum;
}

// Draws a direction among those orthogonal to the given unit vectors, all equally likely.
Vector random_direction(std::size_t features, Random& random, std::span<const Vector> orthogonal_to = {}) {
  Vector direction(features);
  for (;;) {
    for (double& each : direction) each = random.normal();
    for (const auto& other : orthogonal_to) {
      const double along = dot(direction, other);
      for (std::size_t k = 0; k < features; ++k) direction[k] -= along * other[k];
    }
    const double norm = std::sqrt(dot(direction, direction));
    if (norm < 1e-3) continue;  // too little is left to be orthogonal after rounding
    for (double& each : direction) each /= norm;
    return direction;
  }
}

// Motions of a hyperplane's target: it is begun once and moved before each row.
class Still {
 public:
  Still(const GeneratorParameters& parameters, Random& random) : target_(random_direction(parameters.features, random)) {}

  void move(std::uint64_t /*t*/, Random& /*random*/) {}
  const Vector& target() const { return target_; }

 private:
  Vector target_;
};

// cos(t speed) a + sin(t speed) b. The angle is kept as a 64-bit share of a turn, which wraps around without rounding.
class Rotation {
 public:
  Rotation(const GeneratorParameters& parameters, Random& random)
      : a_(random_direction(parameters.features, random)),
        b_(random_direction(parameters.features, random, {&a_, 1})),
        target_(a_) {
    constexpr double pi = two_pi / 2;
    require(parameters.speed >= 0 && parameters.speed <= pi, "the speed must be from 0 to pi radians per round");
    step_ = static_cast<std::uint64_t>(parameters.speed / two_pi * 0x1p64);
  }

  void move(std::uint64_t t, Random& /*random*/) {
    const auto [along_a, along_b] = circle_point(static_cast<double>((t * step_) >> 11U) * 0x1p-53);
    for (std::size_t k = 0; k < target_.size(); ++k) target_[k] = along_a * a_[k] + along_b * b_[k];
  }
  const Vector& target() const { return target_; }

 private:
  Vector a_;
  Vector b_;
  Vector target_;
  std::uint64_t step_ = 0;
};

class Switches {
 public:
  Switches(const GeneratorParameters& parameters, Random& random)
      : period_(parameters.period), target_(random_direction(parameters.features, random)) {
    require_period(period_);
  }

  void move(std::uint64_t t, Random& random) {
    if (t > 0 && t % period_ == 0) target_ = random_direction(target_.size(), random);
  }
  const Vector& target() const { return target_; }

 private:
  std::uint64_t period_;
  Vector target_;
};

// Normal features; the side of a hyperplane as label, flipped by chance. Targets have random numbers of their own, so that a seed
// gives the same features whatever the motion.
template <class Motion, std::size_t fewest_features>
class Hyperplane {
 public:
  explicit Hyperplane(const GeneratorParameters& parameters)
      : targets_(parameters.seed),
        random_(targets_.bits()),
        motion_(checked(parameters), targets_),
        z_(parameters.features),
        noise_(parameters.noise) {}

  std::size_t features() const { return z_.size(); }
  const Vector& target() const { return motion_.target(); }

  void row(std::uint64_t t, Dataset& rows) {
    motion_.move(t, targets_);
    for (double& each : z_) each = random_.normal();
    const double side = dot(motion_.target(), z_) > 0 ? 1 : -1;
    rows.begin_row(random_.uniform() < noise_ ? -side : side);
    for (std::size_t k = 0; k < z_.size(); ++k) rows.push(static_cast<Index>(k + 1), z_[k]);
  }

 private:
  static const GeneratorParameters& checked(const GeneratorParameters& parameters) {
    require_features(parameters, fewest_features,
                     fewest_features == 2 ? "a rotation needs 2 features" : "the number of features must be at least 1");
    require_flips(parameters.noise);
    return parameters;
  }

  Random targets_;
  Random random_;
  Motion motion_;
  Vector z_;
  double noise_;
};

}  // namespace

GeneratorKind stationary() {
  return {"stationary", "two classes, a hyperplane that stays", {"features", "seed", "noise"}, {}, make<Hyperplane<Still, 1>>};
}

GeneratorKind rotating() {
  return {"rotating",
          "two classes, a hyperplane that turns SPEED radians per round",
          {"features", "seed", "speed", "noise"},
          {},
          make<Hyperplane<Rotation, 2>>};
}

GeneratorKind switches() {
  return {"switches",
          "two classes, another hyperplane every PERIOD rounds",
          {"features", "seed", "noise", "period"},
          {},
          make<Hyperplane<Switches, 1>>};
}

}  // namespace tacit::generators
