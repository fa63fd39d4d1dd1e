#include "data/generators/kinds.hpp"
#include "data/generators/round_by_round.hpp"
#include "tacit/core/random.hpp"

namespace tacit::generators {

namespace {

// 1 + h or 1 - h by the fall of a coin, h such that the changes add up to the wanted variability.
class Coin {
 public:
  explicit Coin(const GeneratorParameters& parameters) : random_(parameters.seed) {
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
      require(changes > 0, "the coin falls the same way in every round, so V_T is 0; give more rounds or another seed");
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

}  // namespace

GeneratorKind coin() {
  return {"coin",
          "a label that is 1 + h or 1 - h by chance, h such that V_T is V",
          {"seed", "variability"},
          {.features = 1},
          make<Coin>};
}

}  // namespace tacit::generators
