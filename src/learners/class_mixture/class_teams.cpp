#include "learners/class_mixture/class_teams.hpp"

namespace tacit {

namespace {

template <std::size_t V>
constexpr Known<V> all_known = [] {
  Known<V> known{};
  known.fill(true);
  return known;
}();

// Whose means blends hear at a place. Both sides of a single group begin with equal shares.
std::size_t heard_at(std::size_t place, const Works& works) {
  if (place == team_place::uncrossed && !works[place] && works[team_place::given_only]) return team_place::given_only;
  return speaker_at(place, works);
}

}  // namespace

template <class L>
Works ClassTeams<L>::working() const {
  Works works{};
  for (std::size_t k = 0; k < most_teams; ++k) works[k] = teams_[k] != nullptr;
  return works;
}

template <class L>
void ClassTeams<L>::look(const Row& z, double n, Said& said) {
  const Views views = views_of(z, crossed_);
  said.works = called_for(views, working());
  for (std::size_t k = 0; k < most_teams; ++k) {
    if (said.works[k]) begin(k);
  }
  for_each([&](std::size_t k, Team& team) { team.look(views[k], n, said.teams[k]); });
}

template <class L>
void ClassTeams<L>::hear(const Row& z, Said& said) const {
  const Views views = views_of(z, crossed_);
  said.works = called_for(views, working());
  for (std::size_t k = 0; k < most_teams; ++k) {
    if (said.works[k]) heard(k).hear(views[k], said.teams[k]);
  }
}

template <class L>
void ClassTeams<L>::say(const typename Team::Guessed& guessed, double part, std::size_t classes, Said& said) const {
  for (std::size_t k = 0; k < most_teams; ++k) {
    if (said.works[k]) heard(k).say(guessed, part, said.teams[k]);
  }
  if (!has_teams(said.works)) {
    said.lasting = said.teams[all].lasting;
    said.recent = said.teams[all].recent;
    return;
  }
  said.means.resize(classes * means);
  said.lasting.resize(classes);
  said.recent.resize(classes);
  for (std::size_t place = 0; place < most_teams; ++place) {
    const auto& team = said.teams[heard_at(place, said.works)];
    for (std::size_t k = 0; k < classes; ++k) {
      said.means[k * means + 2 * place] = team.lasting[k];
      said.means[k * means + 2 * place + 1] = team.recent[k];
    }
  }
  blend<means>(lasting_.shares(), said.means, all_known<means>, said.lasting);
  blend<means>(recent_.shares(), said.means, all_known<means>, said.recent);
}

template <class L>
void ClassTeams<L>::teach(const L& loss, const Said& said, const typename Team::Guessed& guessed, std::size_t y, double weight) {
  for_each([&](std::size_t k, Team& team) { team.teach(loss, said.teams[k], guessed, y, weight); });
  if (!has_teams(said.works)) return;
  lasting_.learn(loss, said.means, all_known<means>, said.lasting, y, weight);
  recent_.learn(loss, said.means, all_known<means>, said.recent, y, weight);
}

template <class L>
void ClassTeams<L>::settle(double squared_slope) {
  const double teams = !are_several() ? 1 : crossed_ ? most_teams : most_teams - 1;
  const ClassFeatures::Room room{room_.most_bytes / teams, room_.forgets};
  for_each([&](std::size_t, Team& team) { team.settle(squared_slope, room); });
}

// What is taken from the means of each team. Those at places whose team does not work are those of the team heard there.
template <class L>
std::array<typename ClassTeams<L>::Taken, most_teams> ClassTeams<L>::taken(const Works& works, const Taken& by) const {
  std::array<Taken, most_teams> taken{};
  if (!has_teams(works)) {
    taken[all] = by;
    return taken;
  }
  for (std::size_t place = 0; place < most_teams; ++place) {
    Taken& from = taken[heard_at(place, works)];
    const std::size_t at = 2 * place;
    from.lasting += by.lasting * lasting_.shares()[at] + by.recent * recent_.shares()[at];
    from.recent += by.lasting * lasting_.shares()[at + 1] + by.recent * recent_.shares()[at + 1];
  }
  return taken;
}

template class ClassTeams<Softmax>;
template class ClassTeams<MulticlassHinge>;

}  // namespace tacit
