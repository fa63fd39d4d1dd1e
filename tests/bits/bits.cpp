// Prints a digest of every bit that the learners of each loss and domain produce. Built by several compilers, at several levels
// of optimisation and for several instruction sets, it has to print the same: see compare.cmake.
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <vector>

#include "tacit/learners/learner.hpp"

using namespace tacit;

namespace {

class Digest {
 public:
  void add(double number) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &number, sizeof bits);
    for (int byte = 0; byte < 8; ++byte) value_ = (value_ ^ (bits >> (8 * byte) & 0xff)) * 0x100000001b3U;
  }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0xcbf29ce484222325U;
};

class Numbers {
 public:
  double between(double low, double high) {
    state_ = state_ * 6364136223846793005U + 1442695040888963407U;
    return low + (high - low) * static_cast<double>(state_ >> 11U) * 0x1p-53;
  }

 private:
  std::uint64_t state_ = 1;
};

template <class L, class Domain, class Update>
void run(const Domain& domain, Digest& digest) {
  Learner<L, Domain, Update, AdaImplicit> learner(L{}, domain, AdaImplicit(2));
  Numbers numbers;
  for (int t = 0; t < 300; ++t) {
    std::vector<Index> indices;
    std::vector<double> values;
    for (Index i = 1; i <= 12; ++i) {
      if (numbers.between(0, 1) < 0.5) continue;
      indices.push_back(i);
      values.push_back(numbers.between(-3, 3));
    }
    const double raw = numbers.between(-2, 2);
    const double label = L::two_class ? (raw < 0 ? -1.0 : 1.0) : OfCounts<L> ? std::fabs(raw) : raw;
    const Round round = learner.learn(Row(indices, values), label, numbers.between(0.5, 2));
    for (const double number :
         {round.prediction, round.loss_before, round.loss_after, round.divergence, round.lambda, round.delta})
      digest.add(number);
  }
}

}  // namespace

int main() {
  AllLosses::for_each([]<class L>(std::type_identity<L>) {
    if constexpr (std::default_initializable<L>) {
      Digest digest;
      run<L, WholeSpace, ImplicitUpdate>(WholeSpace{}, digest);
      run<L, Ball, ImplicitUpdate>(Ball(1), digest);
      run<L, Box, ImplicitUpdate>(Box(-0.5, 0.5), digest);
      run<L, Simplex, ImplicitUpdate>(Simplex(12, 1), digest);
      run<L, Ball, LinearUpdate>(Ball(1), digest);
      std::printf("%.*s %016llx\n", static_cast<int>(L::name.size()), L::name.data(),
                  static_cast<unsigned long long>(digest.value()));
    }
  });
}
