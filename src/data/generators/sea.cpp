#include <limits>

#include "data/generators/kinds.hpp"
#include "data/generators/round_by_round.hpp"
#include "tacit/core/random.hpp"

namespace tacit::generators {

namespace {

// Street and Kim's SEA concepts (2001).
class Sea {
 public:
  explicit Sea(const GeneratorParameters& parameters)
      : rounds_(parameters.rounds), noise_(parameters.noise), random_(parameters.seed) {
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

}  // namespace

GeneratorKind sea() {
  return {"sea",
          "two classes, the SEA concepts: four thresholds in turn",
          {"seed", "noise"},
          {.features = 3, .noise = 0.1},
          make<Sea>};
}

}  // namespace tacit::generators
