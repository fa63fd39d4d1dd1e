#include "data/generators/kinds.hpp"
#include "data/generators/round_by_round.hpp"

namespace tacit::generators {

namespace {

// +1 for a period, then -1 for a period, and so on.
class Steps {
 public:
  explicit Steps(const GeneratorParameters& parameters) : period_(parameters.period) { require_period(period_); }

  std::size_t features() const { return 1; }
  void row(std::uint64_t t, Dataset& rows) const {
    rows.begin_row(t / period_ % 2 == 0 ? 1 : -1);
    rows.push(1, 1);
  }

 private:
  std::uint64_t period_;
};

}  // namespace

GeneratorKind steps() {
  return {"steps", "a label that jumps between 1 and -1 every PERIOD rounds", {"period"}, {.features = 1}, make<Steps>};
}

}  // namespace tacit::generators
