// A prediction of a mixture that learns nothing: the one that learning from the row would begin with.
#pragma once

#include "learners/mixture/mixture.hpp"

namespace tacit {

template <class L, class R, class Voices>
double Mixture<L, R, Voices>::predict(const Row& z, std::span<const double> hints, bool now) const {
  const Views views = views_of(z, crossed_);
  const Range range = labels_.range(n_ + 1);
  const auto guessed = guesses_of(hints, range);
  const Works works = now ? called_for(views, working()) : working();
  Means said{};
  for (std::size_t k = 0; k < most_teams; ++k) {  // a team begins as a copy of the whole
    if (works[k]) said[k] = std::as_const(*teams_[teams_[k] ? k : all]).hear(views[k], n_, range, guessed).means;
  }
  const auto [outputs, score] = last_.make(given_by(said, hints, range, works), labels_.scale(), range);
  return ordered(last_.mean(outputs, range), score, n_ + 1);
}

}  // namespace tacit
