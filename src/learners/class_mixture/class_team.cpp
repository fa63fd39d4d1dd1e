#include "learners/class_mixture/class_team.hpp"

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "tacit/core/lanes.hpp"

namespace tacit {

namespace {

constexpr std::size_t each = class_expert_count;
using Experts = LanesOf<16, each>;

}  // namespace

template <class L>
void ClassTeam<L>::look(const Row& z, double n, Said& said) {
  said.raw.resize(features_.classes() * each);
  features_.look(z, n, said.raw);
  restart_lost(said.raw);
}

template <class L>
void ClassTeam<L>::hear(const Row& z, Said& said) const {
  said.raw.resize(features_.classes() * each);
  features_.predict(z, said.raw, said.entries);
  for (double& score : said.raw) {
    if (!(std::abs(score) <= most_number)) score = 0;
  }
}

template <class L>
void ClassTeam<L>::restart_lost(std::span<double> raw) {
  std::array<bool, each> lost{};
  bool any = false;
  for (std::size_t i = 0; i < raw.size(); ++i) {
    if (std::abs(raw[i]) <= most_number) continue;
    lost[i % each] = any = true;
  }
  if (!any) return;
  features_.restart(lost);
  for (std::size_t i = 0; i < raw.size(); ++i) raw[i] = lost[i % each] ? 0 : raw[i];
  for (std::size_t e = 0; e < each; ++e) progress_[e] = lost[e] ? 0 : progress_[e];
}

// Scores are brought to where the largest is 1 and none is below 0, which never raises the loss.
template <class L>
void ClassTeam<L>::say_hinge(Said& said) const {
  const std::size_t classes = features_.classes();
  Experts most = Experts::loaded(said.raw.data());
  for (std::size_t k = 1; k < classes; ++k) most = larger(most, Experts::loaded(said.raw.data() + k * each));
  for (std::size_t k = 0; k < classes; ++k) {
    const Experts score = larger(Experts(0.0), Experts::loaded(said.raw.data() + k * each) - most + 1.0);
    score.store(said.voices.data() + k * voices);
  }
}

template <class L>
void ClassTeam<L>::say(const Guessed& guessed, double part, Said& said) const {
  const std::size_t classes = features_.classes();
  said.voices.resize(classes * voices);
  if constexpr (std::same_as<L, Softmax>) {
    kernel_->chances(said.raw.data(), classes, part, said.voices.data(), voices);
  } else {
    say_hinge(said);
  }
  for (std::size_t k = 0; k < classes; ++k)
    std::copy_n(guessed.said.data() + k * class_guesses, class_guesses, said.voices.data() + k * voices + each);
  said.lasting.resize(classes);
  said.recent.resize(classes);
  blend<voices>(lasting_.shares(), said.voices, guessed.known, said.lasting);
  blend<voices>(recent_.shares(), said.voices, guessed.known, said.recent);
}

template <class L>
void ClassTeam<L>::teach(const L& loss, const Said& said, const Guessed& guessed, std::size_t y, double weight) {
  lasting_.learn(loss, said.voices, guessed.known, said.lasting, y, weight);
  recent_.learn(loss, said.voices, guessed.known, said.recent, y, weight);
}

template <class L>
PerClassGeometry ClassTeam<L>::directions(double mean_squared_slope, double n) {
  const PerClassGeometry norms = features_.directions(mean_squared_slope);
  for (std::size_t g = 0; g < class_geometries; ++g) mean_norms_[g] += (norms[g] - mean_norms_[g]) / n;
  return norms;
}

template <class L>
PerExpert ClassTeam<L>::lambdas() const {
  PerExpert lambdas;
  for (std::size_t e = 0; e < each; ++e) {
    const auto& [geometry, rule, c] = class_experts[e];
    const double unit = geometry == ClassGeometry::per_feature ? 1.0 : mean_norms_[geometry_of(e)];
    lambdas[e] = rule == ClassRule::adaptive ? (1 / c + progress_[e] / (c * c)) * unit : unit / c;
  }
  return lambdas;
}

template <class L>
double ClassTeam<L>::beta_of(std::size_t expert) const {
  const auto& [geometry, rule, c] = class_experts[expert];
  const double norm = mean_norms_[geometry_of(expert)];
  return rule == ClassRule::adaptive && norm > 0 ? c / std::sqrt(norm) : 0.0;
}

template <class L>
typename ClassTeam<L>::Shares ClassTeam<L>::shares(double lasting, double recent) const {
  Shares all;
  for (std::size_t v = 0; v < voices; ++v) all[v] = lasting * lasting_.shares()[v] + recent * recent_.shares()[v];
  return all;
}

template <class L>
PerExpert ClassTeam<L>::shares_within_geometries() const {
  constexpr double least_share = 1e-6;
  PerExpert shares;
  PerClassGeometry sums{};
  for (std::size_t e = 0; e < each; ++e) {
    shares[e] = lasting_.shares()[e] + recent_.shares()[e] + least_share;
    sums[geometry_of(e)] += shares[e];
  }
  for (std::size_t e = 0; e < each; ++e) shares[e] /= sums[geometry_of(e)];
  return shares;
}

template class ClassTeam<Softmax>;
template class ClassTeam<MulticlassHinge>;

}  // namespace tacit
