#include "tacit/data/generate.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "tacit/core/names.hpp"
#include "tacit/core/random.hpp"
#include "tacit/core/require.hpp"
#include "tacit/data/synthetic_label.hpp"

namespace tacit {

namespace {

using Parameters = GeneratorParameters;

constexpr std::size_t most_features = 1'000'000;

void require_features(const Parameters& parameters, std::size_t least, const char* otherwise) {
  require(parameters.features >= least, otherwise);
  require(parameters.features <= most_features, "a generator has at most 1000000 features");
}

void require_flips(double noise) { require(noise >= 0 && noise <= 1, "the noise flips a share of the labels: from 0 to 1"); }

void require_period(std::uint64_t period) { require(period > 0, "the period must be at least 1 round"); }

// What turns round numbers into rows: `Rows` has features(), and row(t, rows) for t = 0, 1, ..., in this order.
template <class Rows>
class RoundByRound final : public Generator {
 public:
  explicit RoundByRound(const Parameters& parameters) : rounds_(parameters.rounds), rows_(parameters) {}

  std::size_t features() const override { return rows_.features(); }

  bool next(Dataset& rows, std::size_t most) override {
    const std::uint64_t stop = done_ + std::min<std::uint64_t>(most, rounds_ - done_);
    const bool more = done_ < stop;
    for (; done_ < stop; ++done_) rows_.row(done_, rows);
    return more;
  }

  std::span<const double> target() const override {
    if constexpr (requires { rows_.target(); }) {
      return rows_.target();
    } else {
      return {};
    }
  }

 private:
  std::uint64_t rounds_;
  std::uint64_t done_ = 0;
  Rows rows_;
};

template <class Rows>
std::unique_ptr<Generator> make(const Parameters& parameters) {
  return std::make_unique<RoundByRound<Rows>>(parameters);
}

// The paper's: y = 100 sin(pi t / (10 T)).
class Sine {
 public:
  explicit Sine(const Parameters& parameters) : rounds_(static_cast<int>(parameters.rounds)) {
    require(parameters.rounds <= std::numeric_limits<int>::max(), "sine has at most 2147483647 rounds");
  }

  std::size_t features() const { return 1; }
  void row(std::uint64_t t, Dataset& rows) const {
    rows.begin_row(synthetic_label(static_cast<int>(t) + 1, rounds_));
    rows.push(1, 1);
  }

 private:
  int rounds_;
};

// +1 for a period, then -1 for a period, and so on.
class Steps {
 public:
  explicit Steps(const Parameters& parameters) : period_(parameters.period) { require_period(period_); }

  std::size_t features() const { return 1; }
  void row(std::uint64_t t, Dataset& rows) const {
    rows.begin_row(t / period_ % 2 == 0 ? 1 : -1);
    rows.push(1, 1);
  }

 private:
  std::uint64_t period_;
};

// 1 + h or 1 - h by the fall of a coin, h such that the changes add up to the wanted variability.
class Coin {
 public:
  explicit Coin(const Parameters& parameters) : random_(parameters.seed) {
    require(parameters.variability >= 0 && is_finite(parameters.variability), "the variability must be a number from 0");
    Random ahead = random_;
    bool last = heads(ahead);
    double changes = 0;
    for (std::uint64_t t = 1; t < parameters.rounds; ++t) {
      const bool now = heads(ahead);
      if (now != last) ++changes;
      last = now;
    }
    if (parameters.variability > 0) {
      require(changes > 0, "the coin never falls otherwise: more rounds, or another seed, are needed for a variability");
      height_ = parameters.variability / (2 * changes);
    }
  }

  std::size_t features() const { return 1; }
  void row(std::uint64_t /*t*/, Dataset& rows) {
    rows.begin_row(heads(random_) ? 1 + height_ : 1 - height_);
    rows.push(1, 1);
  }

 private:
  static bool heads(Random& random) { return random.uniform() < 0.5; }

  Random random_;
  double height_ = 0;
};

// The paper's lower bound, with the absolute loss on the unit ball: there V - <V g, x> >= 0 is linear, and without features the
// loss is the constant V.
class Adversary {
 public:
  explicit Adversary(const Parameters& parameters)
      : variability_(parameters.variability), axis_(static_cast<Index>(parameters.features)) {
    require_features(parameters, 2, "the adversary needs 2 features, so that one of them is orthogonal to the first weights");
    require(variability_ >= 0 && is_finite(variability_), "the variability must be a number from 0");
  }

  std::size_t features() const { return axis_; }
  void row(std::uint64_t t, Dataset& rows) const {
    rows.begin_row(variability_);
    if (t == 0 && variability_ > 0) rows.push(axis_, variability_);
  }

 private:
  double variability_;
  Index axis_;
};

using Vector = std::vector<double>;

double dot(const Vector& a, const Vector& b) {
  double sum = 0;
  for (std::size_t k = 0; k < a.size(); ++k) sum += a[k] * b[k];
  return sum;
}

// A direction, all equally likely, among those orthogonal to the given unit vectors.
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

// How the target of a hyperplane moves: begun once, then moved before each row.
class Still {
 public:
  Still(const Parameters& parameters, Random& random) : target_(random_direction(parameters.features, random)) {}

  void move(std::uint64_t /*t*/, Random& /*random*/) {}
  const Vector& target() const { return target_; }

 private:
  Vector target_;
};

// cos(t speed) a + sin(t speed) b. The angle is kept as a 64-bit share of a turn, which wraps around without rounding.
class Rotation {
 public:
  Rotation(const Parameters& parameters, Random& random)
      : a_(random_direction(parameters.features, random)),
        b_(random_direction(parameters.features, random, {&a_, 1})),
        target_(a_) {
    constexpr double pi = two_pi / 2;
    require(parameters.speed >= 0 && parameters.speed <= pi, "the speed must be from 0 to pi radians a round");
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
  Switches(const Parameters& parameters, Random& random)
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
template <class Motion, std::size_t least_features>
class Hyperplane {
 public:
  explicit Hyperplane(const Parameters& parameters)
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
  static const Parameters& checked(const Parameters& parameters) {
    require_features(parameters, least_features,
                     least_features == 2 ? "a rotation needs 2 features" : "the number of features must be at least 1");
    require_flips(parameters.noise);
    return parameters;
  }

  Random targets_;
  Random random_;
  Motion motion_;
  Vector z_;
  double noise_;
};

// Street and Kim's SEA concepts (2001).
class Sea {
 public:
  explicit Sea(const Parameters& parameters) : rounds_(parameters.rounds), noise_(parameters.noise), random_(parameters.seed) {
    require_flips(noise_);
    require(rounds_ <= std::numeric_limits<std::uint64_t>::max() / 4, "too many rounds");
  }

  std::size_t features() const { return 3; }
  void row(std::uint64_t t, Dataset& rows) {
    constexpr double thresholds[] = {8, 9, 7, 9.5};
    double z[3];
    for (double& each : z) each = 10 * random_.uniform();
    const double label = z[0] + z[1] <= thresholds[4 * t / rounds_] ? 1 : -1;
    rows.begin_row(random_.uniform() < noise_ ? -label : label);
    for (std::size_t k = 0; k < 3; ++k) rows.push(static_cast<Index>(k + 1), z[k]);
  }

 private:
  std::uint64_t rounds_;
  double noise_;
  Random random_;
};

// Friedman's first function (1991) of features 1 to 5, in the second third of the rounds of features 6 to 10.
class Friedman {
 public:
  explicit Friedman(const Parameters& parameters)
      : rounds_(parameters.rounds),
        period_(parameters.period),
        noise_(parameters.noise),
        random_(parameters.seed),
        z_(parameters.features) {
    require_features(parameters, 10, "friedman needs 10 features");
    require(noise_ >= 0 && noise_ <= 1e100, "the noise is a standard deviation: from 0 to 1e100");
    require(rounds_ <= std::numeric_limits<std::uint64_t>::max() / 4, "too many rounds");
  }

  std::size_t features() const { return z_.size(); }
  void row(std::uint64_t t, Dataset& rows) {
    for (double& each : z_) each = random_.uniform();
    const std::uint64_t third = 3 * t / rounds_;
    const std::uint64_t since = t - (third * rounds_ + 2) / 3;  // rounds since the third began
    const bool late = random_.uniform() * (static_cast<double>(period_) + 1) >= static_cast<double>(since + 1);
    const bool second_roles = (third == 1) != (third > 0 && late);
    const double* z = z_.data() + (second_roles ? 5 : 0);
    const double off_centre = z[2] - 0.5;
    const double value = 10 * circle_point(0.5 * (z[0] * z[1])).sine + 20 * (off_centre * off_centre) + 10 * z[3] + 5 * z[4];
    rows.begin_row(value + noise_ * random_.normal());
    for (std::size_t k = 0; k < z_.size(); ++k) rows.push(static_cast<Index>(k + 1), z_[k]);
  }

 private:
  std::uint64_t rounds_;
  std::uint64_t period_;
  double noise_;
  Random random_;
  Vector z_;
};

}  // namespace

const std::vector<GeneratorKind>& generator_kinds() {
  static const std::vector<GeneratorKind> kinds{
      {"sine", "the paper's synthetic experiment: labels that rise slowly", {}, {.features = 1}, make<Sine>},
      {"steps", "a label that jumps between 1 and -1 every PERIOD rounds", {"period"}, {.features = 1}, make<Steps>},
      {"coin",
       "a label that is 1 + h or 1 - h by chance, h such that V_T is V",
       {"seed", "variability"},
       {.features = 1},
       make<Coin>},
      {"adversary", "the paper's lower bound: every learner's regret is V", {"features", "variability"}, {}, make<Adversary>},
      {"stationary", "two classes, a hyperplane that stays", {"features", "seed", "noise"}, {}, make<Hyperplane<Still, 1>>},
      {"rotating",
       "two classes, a hyperplane that turns SPEED radians a round",
       {"features", "seed", "speed", "noise"},
       {},
       make<Hyperplane<Rotation, 2>>},
      {"switches",
       "two classes, another hyperplane every PERIOD rounds",
       {"features", "seed", "noise", "period"},
       {},
       make<Hyperplane<Switches, 1>>},
      {"sea",
       "two classes, the SEA concepts: four thresholds in turn",
       {"seed", "noise"},
       {.features = 3, .noise = 0.1},
       make<Sea>},
      {"friedman",
       "regression, Friedman's function; its features change roles at each third",
       {"features", "seed", "noise", "period"},
       {.features = 10, .noise = 1, .period = 0},
       make<Friedman>},
  };
  return kinds;
}

const GeneratorKind& generator_kind(std::string_view name) {
  std::vector<std::string_view> names;
  for (const auto& kind : generator_kinds()) {
    if (kind.name == name) return kind;
    names.push_back(kind.name);
  }
  throw std::invalid_argument(unknown_name("generator", names, name));
}

}  // namespace tacit
