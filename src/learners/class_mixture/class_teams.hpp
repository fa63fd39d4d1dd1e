// The teams of a mixture over several classes. One sees all; from the first cross, lag or feature of the calendar on, teams that
// see other groups of features (mixture/views.hpp) work beside it, and two blends weigh the means of all: one remembers, one
// forgets. A group that does not help then costs no more than the blends' regret.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "learners/class_mixture/class_team.hpp"
#include "learners/mixture/views.hpp"

namespace tacit {

template <class L>
class ClassTeams {
 public:
  using Team = ClassTeam<L>;

  // What is said of a row.
  struct Said {
    Works works{};  // the teams that are heard
    std::array<typename Team::Said, most_teams> teams;
    std::vector<double> means;    // per class and mean of a team
    std::vector<double> lasting;  // per class, likewise below
    std::vector<double> recent;
  };
  // What a prediction takes from what remembers and from what forgets.
  struct Taken {
    double lasting = 0;
    double recent = 0;
  };

  // `crossed` says that features are crossed.
  ClassTeams(bool centres, ClassFeatures::Room room, bool crossed, const ClassKernel& kernel) : room_(room), crossed_(crossed) {
    teams_[all] = std::make_unique<Team>(centres, kernel);
  }

  template <class Function>
  void for_each(Function f) {
    for (std::size_t k = 0; k < most_teams; ++k) {
      if (teams_[k]) f(k, *teams_[k]);
    }
  }
  template <class Function>
  void for_each(Function f) const {
    for (std::size_t k = 0; k < most_teams; ++k) {
      if (teams_[k]) f(k, std::as_const(*teams_[k]));
    }
  }
  Team& whole() { return *teams_[all]; }
  const Team& whole() const { return *teams_[all]; }
  Team* find(std::size_t k) { return teams_[k].get(); }  // null for a team that does not work
  const Team* find(std::size_t k) const { return teams_[k].get(); }
  bool sees(std::size_t team, Index index) const { return tacit::sees(team, index, crossed_); }
  // Makes a team work. It is what the whole was before there were features that it does not see; if the whole knows some by
  // then, the team is shown them no more.
  void begin(std::size_t k) {
    if (!teams_[k]) teams_[k] = std::make_unique<Team>(*teams_[all]);
  }

  // Takes in the n-th example; makes those teams work that it calls for.
  void look(const Row& z, double n, Said& said);
  // Does the same for one that nothing is learned from.
  void hear(const Row& z, Said& said) const;
  // Makes voices and means of scores; `part` is as in ClassTeam::say.
  void say(const typename Team::Guessed& guessed, double part, std::size_t classes, Said& said) const;
  void teach(const L& loss, const Said& said, const typename Team::Guessed& guessed, std::size_t y, double weight);
  void settle(double squared_slope);

  // Calls f(what is said by a team, the team, its share) for each that is heard.
  template <class Function>
  void for_each_heard(const Said& said, Function f) const {
    const auto from = taken(said.works, {0.5, 0.5});
    for (std::size_t k = 0; k < most_teams; ++k) {
      if (said.works[k]) f(said.teams[k], heard(k), from[k].lasting + from[k].recent);
    }
  }
  // Shares of the voices of a team that works.
  typename Team::Shares shares(std::size_t k, const Taken& by) const {
    const Taken from = taken(working(), by)[k];
    return teams_[k]->shares(from.lasting, from.recent);
  }

  // Calls visitor(number, limits) for the numbers with which teams are weighed.
  template <class Visitor>
  void visit_blends(Visitor&& visitor) {
    lasting_.visit_state(visitor);
    recent_.visit_state(visitor);
  }
  void restored() {
    for_each([](std::size_t, Team& team) { team.restored(); });
    lasting_.restored();
    recent_.restored();
  }
  bool are_several() const { return has_teams(working()); }

 private:
  static constexpr std::size_t all = team_place::all;
  static constexpr std::size_t means = 2 * most_teams;

  Works working() const;
  // A team that the row calls for begins as a copy of the whole.
  const Team& heard(std::size_t k) const { return *teams_[teams_[k] ? k : all]; }
  std::array<Taken, most_teams> taken(const Works& works, const Taken& by) const;

  ClassFeatures::Room room_;
  bool crossed_;
  std::array<std::unique_ptr<Team>, most_teams> teams_;
  Blend<L, means> lasting_{false};
  Blend<L, means> recent_{true};
};

}  // namespace tacit
