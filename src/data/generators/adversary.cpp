#include "data/generators/kinds.hpp"
#include "data/generators/round_by_round.hpp"

namespace tacit::generators {

namespace {

// The paper's lower bound, with the absolute loss on the unit ball: there V - <V g, x> >= 0 is linear, and without features the
// loss is the constant V.
class Adversary {
 public:
  explicit Adversary(const GeneratorParameters& parameters)
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

}  // namespace

GeneratorKind adversary() {
  return {"adversary", "the paper's lower bound: every learner's regret is V", {"features", "variability"}, {}, make<Adversary>};
}

}  // namespace tacit::generators
