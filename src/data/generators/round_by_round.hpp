// Kinds of generators share this: rows made round by round, and checks of parameters.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "tacit/core/require.hpp"
#include "tacit/data/generate.hpp"

namespace tacit::generators {

inline void require_features(const GeneratorParameters& parameters, std::size_t fewest, const char* otherwise) {
  require(parameters.features >= fewest, otherwise);
  require(parameters.features <= 1'000'000, "a generator has at most 1000000 features");
}

inline void require_flips(double noise) {
  require(noise >= 0 && noise <= 1, "the noise flips a share of the labels: from 0 to 1");
}

inline void require_period(std::uint64_t period) { require(period > 0, "the period must be at least 1 round"); }

// `Rows` turns round numbers into rows: it has features(), and row(t, rows) is called for t = 0, 1, ..., in this order.
template <class Rows>
class RoundByRound final : public Generator {
 public:
  explicit RoundByRound(const GeneratorParameters& parameters) : rounds_(parameters.rounds), rows_(parameters) {}

  std::size_t features() const override { return rows_.features(); }

  bool next(Dataset& rows, std::size_t limit) override {
    const std::uint64_t stop = done_ + std::min<std::uint64_t>(limit, rounds_ - done_);
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
std::unique_ptr<Generator> make(const GeneratorParameters& parameters) {
  return std::make_unique<RoundByRound<Rows>>(parameters);
}

}  // namespace tacit::generators
