// What a mixture over several classes says of them before the label is known.
#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "learners/class_mixture/class_mixture.hpp"
#include "tacit/core/elementary.hpp"

namespace tacit {

namespace {

constexpr std::size_t each = class_expert_count;
constexpr double most_source = 15;  // how certain a source of a regression counts
using Sources = LanesOf<16, class_sources>;

// Takes their means over the classes from the first sources, and holds these to what counts.
void centre(std::span<double> sources, std::size_t count) {
  Sources sum = 0.0;
  for (std::size_t at = 0; at < sources.size(); at += class_sources) sum += Sources::loaded(sources.data() + at);
  const std::size_t classes = sources.size() / class_sources;
  const Sources mean = sum / static_cast<double>(classes);
  for (std::size_t at = 0; at < sources.size(); at += class_sources) {
    std::array<double, class_sources> held;
    clamp(Sources::loaded(sources.data() + at) - mean, Sources(-most_source), Sources(most_source)).store(held.data());
    std::copy_n(held.begin(), count, sources.begin() + static_cast<std::ptrdiff_t>(at));
  }
}

// What loses least if these are the probabilities: 1 for a class that is likelier than all others together, else 0 for all.
void decide(std::span<const double> chances, std::span<double> scores) {
  const auto best = static_cast<std::size_t>(std::ranges::max_element(chances) - chances.begin());
  const bool is_sure = chances[best] > 0.5;
  std::ranges::fill(scores, 0.0);  // which may be the probabilities
  if (is_sure) scores[best] = 1;
}

}  // namespace

// What guesses say counts as sources of the regressions, too.
template <class L>
void ClassMixture<L>::guess(Work& work, const ClassHints& hints) const {
  const double part = 1 / (n_ + 2);  // every voice gives every class so much of an equal share, so that none loses all
  work.guessed.said.resize(classes_ * class_guesses);
  work.guessed.known.fill(true);
  work.final.resize(classes_);
  for (std::size_t g = 0; g < class_guesses; ++g) {
    work.guessed.known[each + g] = guesses_.say(g, hints, work.final);
    if (!work.guessed.known[each + g]) continue;
    for (double& chance : work.final) chance = (1 - part) * chance + part / static_cast<double>(classes_);
    for (std::size_t k = 0; k < classes_; ++k) work.sources[k * sources + 2 + class_geometries + g] = work.final[k];
    if constexpr (!std::same_as<L, Softmax>) decide(work.final, work.final);
    for (std::size_t k = 0; k < classes_; ++k) work.guessed.said[k * class_guesses + g] = work.final[k];
  }
}

template <class L>
void ClassMixture<L>::say(Work& work, const ClassHints& hints) const {
  work.sources.assign(classes_ * sources, 0.0);  // 0 for a guess that is not made, which is its logarithm, too
  guess(work, hints);
  teams_.say(work.guessed, 1 / (n_ + 2), classes_, work.said);
  weigh_sources(work, hints.last != ClassHints::unknown);
  conclude(work);
}

// A geometry's experts count by their shares, and teams by theirs. Of scores, those as they are tell how sure an expert is.
template <class L>
void ClassMixture<L>::weigh_sources(Work& work, bool follows) const {
  constexpr bool of_chances = std::same_as<L, Softmax>;
  teams_.for_each_heard(work.said, [&](const auto& said, const Team& team, double share) {
    const PerExpert shares = team.shares_within_geometries();
    for (std::size_t k = 0; k < classes_; ++k) {
      double* const source = work.sources.data() + k * sources;
      for (std::size_t e = 0; e < each; ++e) {
        const double one =
            of_chances ? said.voices[k * voices + e] : std::clamp(said.raw[k * each + e], -most_source, most_source);
        source[2 + geometry_of(e)] += share * (shares[e] * one);
      }
    }
  });
  for (std::size_t k = 0; k < classes_; ++k) {
    double* const source = work.sources.data() + k * sources;
    source[0] = work.said.lasting[k];
    source[1] = work.said.recent[k];
  }
  kernel_->take_logarithms(work.sources.data(), classes_, of_chances ? 0 : 2 + class_geometries);
  for (std::size_t k = 0; k < classes_ && follows; ++k) {
    work.sources[k * sources + sources - 2] = last_miss_[k];
    work.sources[k * sources + sources - 1] = misses_[k];
  }
  centre(work.sources, sources - 2);
}

template <class L>
void ClassMixture<L>::conclude(Work& work) const {
  work.offered.resize(classes_ * offers);
  const double part = 1 / (n_ + 2);
  for (std::size_t r = 0; r < regressions_.size(); ++r) {
    work.chances[r].resize(classes_);
    regressions_[r].chances(work.sources, work.chances[r]);
    if constexpr (std::same_as<L, Softmax>) {
      for (std::size_t k = 0; k < classes_; ++k)
        work.offered[k * offers + 2 + r] = (1 - part) * work.chances[r][k] + part / static_cast<double>(classes_);
    } else {
      decide(work.chances[r], work.final);
      for (std::size_t k = 0; k < classes_; ++k) work.offered[k * offers + 2 + r] = work.final[k];
    }
  }
  for (std::size_t k = 0; k < classes_; ++k) {
    work.offered[k * offers] = work.said.lasting[k];
    work.offered[k * offers + 1] = work.said.recent[k];
  }
  blend<offers>(last_.shares(), work.offered, {true, true, true, true}, work.final);
}

// Of scores that are alike, as those of the hinge loss at the ends of their range, a small part of the probabilities keeps the
// order.
template <class L>
void ClassMixture<L>::give_scores(Work& work) const {
  if constexpr (std::same_as<L, Softmax>) {
    for (double& chance : work.final) chance = logarithm(chance);
  } else {
    const double part = 0.005 * std::min(1.0, (loss_sum_ + 1) / (n_ + 1));
    for (std::size_t k = 0; k < classes_; ++k)
      work.final[k] = (1 - part) * work.final[k] + part * 0.5 * (work.chances[0][k] + work.chances[1][k]);
  }
}

template <class L>
void ClassMixture<L>::predict(const Row& z, const ClassHints& hints, Work& work) const {
  work.final.clear();
  if (classes_ == 0) return;
  teams_.hear(z, work.said);
  say(work, hints);
  give_scores(work);
}

template void ClassMixture<Softmax>::say(Work&, const ClassHints&) const;
template void ClassMixture<Softmax>::give_scores(Work&) const;
template void ClassMixture<Softmax>::predict(const Row&, const ClassHints&, Work&) const;
template void ClassMixture<MulticlassHinge>::say(Work&, const ClassHints&) const;
template void ClassMixture<MulticlassHinge>::give_scores(Work&) const;
template void ClassMixture<MulticlassHinge>::predict(const Row&, const ClassHints&, Work&) const;

}  // namespace tacit
