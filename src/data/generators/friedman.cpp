#include <limits>
#include <vector>

#include "data/generators/kinds.hpp"
#include "data/generators/round_by_round.hpp"
#include "tacit/core/random.hpp"

namespace tacit::generators {

namespace {

// Friedman's first function (1991) of features 1 to 5, in the second third of the rounds of features 6 to 10.
class Friedman {
 public:
  explicit Friedman(const GeneratorParameters& parameters)
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
  std::vector<double> z_;
};

}  // namespace

GeneratorKind friedman() {
  return {"friedman",
          "regression, Friedman's function; its features change roles at each third",
          {"features", "seed", "noise", "period"},
          {.features = 10, .noise = 1, .period = 0},
          make<Friedman>};
}

}  // namespace tacit::generators
