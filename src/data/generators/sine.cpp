#include <limits>

#include "data/generators/kinds.hpp"
#include "data/generators/round_by_round.hpp"
#include "data/generators/synthetic_label.hpp"

namespace tacit::generators {

namespace {

// The paper's: y = 100 sin(pi t / (10 T)).
class Sine {
 public:
  explicit Sine(const GeneratorParameters& parameters) : rounds_(static_cast<int>(parameters.rounds)) {
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

}  // namespace

GeneratorKind sine() {
  return {"sine", "the paper's synthetic experiment: labels that rise slowly", {}, {.features = 1}, make<Sine>};
}

}  // namespace tacit::generators
