// A Mixture needs no learning rate at all: it mixes experts (team.hpp), and then mixes what the mixers say.
//
// Rows may carry crosses (cross_features.hpp) and features that the run made itself, lags and calendar (made_features.hpp). From
// the first such feature on, teams work beside each other: on the data's features, on all but the calendar, on all but crosses,
// and on all. A group that does not help then costs no more than the mixers' regret. The last stage has the last word. A round
// costs O(nonzeros), and O(features that most examples have).
//
// One vector of weights, the sum of the experts' weights times their shares, does almost the same as long as guesses, scores
// and corrections matter little. The mixture adds up what that vector would have lost.
#pragma once

#include <cmath>
#include <limits>
#include <memory>
#include <utility>

#include "learners/mixture/label_scale.hpp"
#include "learners/mixture/ordered.hpp"
#include "learners/mixture/served.hpp"
#include "learners/mixture/team.hpp"
#include "learners/mixture/views.hpp"

namespace tacit {

// R has a lane per expert.
template <class L, class R, class Voices = AllVoices>
class Mixture {
 public:
  using Eight = typename R::template Resized<8>;
  using OneTeam = Team<L, R, Voices>;
  using Wide = typename OneTeam::Wide;

  // `crossed` says that features are crossed.
  Mixture(L loss, bool bias, typename FeatureTable<R>::Room room = {}, const Voices& voices = {}, bool crossed = false)
      : loss_(std::move(loss)), room_(room), crossed_(crossed), recent_teams_(OneTeam::horizon) {
    teams_[all] = std::make_unique<OneTeam>(bias, voices);
  }

  Round learn(const Row& z, double y, double weight, std::span<const double> hints) {
    if (weight == 0) return {.prediction = predict(z, hints), .lambda = lambda()};  // nothing is learned from it
    n_ += 1;
    const Views views = views_of(z, crossed_);
    form_teams(views);
    const Range range = labels_.range(n_);
    const typename OneTeam::Guesses guessed = guesses_of(hints, range);
    for_each_team([&](std::size_t k, OneTeam& team) TACIT_INLINE_LAMBDA { said_[k] = team.look(views[k], n_, range, guessed); });
    const auto given = given_by(said_, hints, range, working());
    const double before = labels_.scale();
    const auto [outputs, score] = last_.make(given, before, range);
    const double mixed = last_.mean(outputs, range);
    const double prediction = ordered(mixed, score, n_);

    const WeightedLoss<L> paid{loss_, y, weight};
    Round round{.prediction = prediction, .loss_before = paid.value(prediction)};
    std::array<R, most_teams> shares;
    for_each_team([&](std::size_t k, OneTeam&) TACIT_INLINE_LAMBDA { shares[k] = this->shares(k).template first_lanes<R>(); });
    add_losses(paid, round.loss_before, range, shares, weight);

    const double label = labels_.trusted(y, n_);
    const WeightedLoss<L> loss{loss_, label, weight};
    const WeightedLoss<L, R> losses{loss_, label, weight};
    const double slope = loss.slope(mixed);
    labels_.observe(label, n_);
    if (!L::two_class && n_ == 1 && !placed_)
      for_each_team([&](std::size_t k, OneTeam& team) TACIT_INLINE_LAMBDA { team.place(views[k], labels_.place(y)); });

    const WeightedLoss<Companion> companion{companion_, label, weight};
    const typename OneTeam::Labelled labelled{losses, weight, label, slope, labels_.units(loss_), n_, range};
    double moved_by = 0;
    const auto room = room_of_team();
    double price = 0;
    for_each_team([&](std::size_t k, OneTeam& team) TACIT_INLINE_LAMBDA {
      const auto moved = team.learn(labelled, companion, shares[k], room);
      moved_by += moved.by;
      round.lambda += moved.lambda;
      round.divergence += moved.divergence;
      price += moved.price;
      if (k == all) round.squared_gradient = slope * slope * moved.norm;
    });
    round.loss_after = round.loss_before;
    if (price > 0 && price < most_loss) round.divergence = price / round.lambda;
    if (round.divergence > 0) {
      round.loss_after = paid.value(range.clip(prediction + moved_by));
      round.delta = round.difference();
    }
    weigh(loss, given, has_teams());
    last_.learn(outputs, mixed, slope, given, label, before, labels_.scale(), n_, last_.misses(given));
    return round;
  }

  // What learn() would predict. With `now`, as if a team that the row calls for were there already.
  double predict(const Row& z, std::span<const double> hints, bool now = true) const;

  // Predicts a row whose label comes late (late.hpp) and gives what was said, which learn_late() is told with the label.
  using Said = Served<R, Eight>;
  Said serve(const Row& z, std::span<const double> hints) const;
  Round learn_late(const Row& z, double y, double weight, std::span<const double> hints, const Said& served);

  // What the last stage makes of the prediction that the collapsed weights give.
  double prediction_from(double collapsed) const { return prediction_from(collapsed, labels_.range(n_ + 1)); }
  // Each expert's and guess's share of a prediction, in one team.
  Wide shares(std::size_t team) const {
    const double lasting = last_.share_of_lasting();
    const double recent = last_.share_of_recent();
    if (!has_teams()) return teams_[team]->shares(lasting, recent);
    const Eight both = lasting * lasting_teams_.weights() + recent * recent_teams_.weights();
    return teams_[team]->shares(both[2 * team], both[2 * team + 1]);
  }
  // Shares of the experts alone, so that they add up to 1 over all teams.
  R expert_shares(std::size_t team) const {
    double sum = 0;
    for_each_team([&](std::size_t k, const OneTeam&) TACIT_INLINE_LAMBDA { sum += total(shares(k).template first_lanes<R>()); });
    return sum > least_share ? shares(team).template first_lanes<R>() * (1 / sum) : R(1 / static_cast<double>(R::count));
  }
  using Last = LastStage<L, Eight, Voices::calibrates>;
  const Last& last() const { return last_; }
  double lambda() const {
    double sum = 0;
    for_each_team([&](std::size_t k, const OneTeam& team) TACIT_INLINE_LAMBDA {
      sum += total(shares(k).template first_lanes<R>() * team.lambdas(labels_.units(loss_), n_));
    });
    return sum;
  }
  double collapsed_loss() const { return collapsed_loss_; }
  // Every expert begins from these weights.
  void start_from(Index index, double weight) {
    teams_[all]->start_from(index, weight);
    placed_ = true;
  }
  void divide(Index index, double factor) {
    for_each_team([&](std::size_t, OneTeam& team) { team.features().divide(index, factor); });
  }

  double rounds() const { return n_; }
  const LabelScale<L>& labels() const { return labels_; }
  OneTeam* team(std::size_t k) { return teams_[k].get(); }  // null for a team that does not work
  const OneTeam* team(std::size_t k) const { return teams_[k].get(); }
  bool sees(std::size_t team, Index index) const { return tacit::sees(team, index, crossed_); }
  // Makes a team work, before its state is restored.
  void add_team(std::size_t k) {
    if (!teams_[k]) teams_[k] = std::make_unique<OneTeam>(teams_[all]->features().centres(), teams_[all]->voices());
  }

  // Calls visitor(number, limits) for all numbers that teams do not have.
  template <class Visitor>
  void visit_state(Visitor&& visitor) {
    const auto named = [&](std::string_view, auto& number, Limits limits) { visit_lanes(visitor, number, limits); };
    const Limits not_negative{0, most_loss};
    visitor(n_, any_count);
    double placed = placed_ ? 1 : 0;
    visitor(placed, Limits{0, 1});
    placed_ = placed != 0;
    visitor(collapsed_loss_, not_negative);
    visitor(loss_sum_, not_negative);
    labels_.visit_state(named);
    last_.mixer().visit_state(named);
    last_.visit_state(visitor);
    lasting_teams_.visit_state(named);
    recent_teams_.visit_state(named);
  }
  void restored() {
    for_each_team([&](std::size_t, OneTeam& team) { team.restored(); });
    last_.mixer().weigh();
    lasting_teams_.weigh();
    recent_teams_.weigh();
  }

 private:
  using Companion = typename CurvedCompanion<L>::Loss;
  using Means = std::array<typename OneTeam::Means, most_teams>;
  static constexpr double most_loss = std::numeric_limits<double>::max();
  static constexpr double least_share = 1e-9;
  static constexpr std::size_t given_only = team_place::given_only;
  static constexpr std::size_t with_lags = team_place::with_lags;
  static constexpr std::size_t all = team_place::all;
  static constexpr std::size_t uncrossed = team_place::uncrossed;

  bool has_teams() const { return tacit::has_teams(working()); }
  typename FeatureTable<R>::Room room_of_team() const {
    const std::uint64_t teams = !has_teams() ? 1 : crossed_ ? most_teams : most_teams - 1;
    return {room_.most / teams, room_.forgets};
  }
  template <class Function>
  [[gnu::always_inline]] void for_each_team(Function f) {
    for (std::size_t k = 0; k < most_teams; ++k) {
      if (teams_[k]) f(k, *teams_[k]);
    }
  }
  template <class Function>
  [[gnu::always_inline]] void for_each_team(Function f) const {
    for (std::size_t k = 0; k < most_teams; ++k) {
      if (teams_[k]) f(k, std::as_const(*teams_[k]));
    }
  }

  Works working() const {
    return {teams_[given_only] != nullptr, teams_[with_lags] != nullptr, true, teams_[uncrossed] != nullptr};
  }
  // A team that does not see a group is what the whole was before it came; one that knows it from then is shown it no more.
  void form_teams(const Views& views) {
    const Works works = called_for(views, working());
    for (std::size_t k = 0; k < most_teams; ++k) {
      if (works[k] && !teams_[k]) teams_[k] = std::make_unique<OneTeam>(*teams_[all]);
    }
  }

  static typename OneTeam::Guesses guesses_of(std::span<const double> hints, const Range& range) {
    typename OneTeam::Guesses guessed;
    for (std::size_t k = 0; k < hints.size() && k < guesses; ++k) {
      if (std::isnan(hints[k])) continue;
      guessed.said.set(k, range.clip(hints[k]));
      guessed.known.set(k, 1);
    }
    return guessed;
  }

  static Eight said_by_teams(const Means& said, const Works& works) {
    Eight eight = 0.0;
    for (std::size_t k = 0; k < most_teams; ++k) {
      const auto& means = said[speaker_at(k, works)];
      eight.set(2 * k, means.lasting);
      eight.set(2 * k + 1, means.recent);
    }
    return eight;
  }
  Given given_by(const Means& said, std::span<const double> hints, const Range& range, const Works& works) const {
    constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
    const double last_label = !hints.empty() ? hints[0] : unknown;
    const bool fresh = hints.empty() || !std::isnan(hints[0]);
    const double usual = hints.size() < 3 ? unknown : std::isnan(hints[1]) ? hints[2] : hints[1];
    if (!tacit::has_teams(works)) return {said[all].lasting, said[all].recent, last_label, usual, said[all].geometries, fresh};
    const Eight eight = said_by_teams(said, works);
    const double lasting = range.settle(lasting_teams_.mean(eight));
    return {lasting, range.settle(recent_teams_.mean(eight)), last_label, usual, said[all].geometries, fresh};
  }
  // `teams` says whether the means were mixed by the mixers of teams.
  void weigh(const WeightedLoss<L>& loss, const Given& given, bool teams) {
    for_each_team([&](std::size_t k, OneTeam& team)
                      TACIT_INLINE_LAMBDA { team.weigh(loss.slope(said_[k].lasting), loss.slope(said_[k].recent)); });
    if (!teams) return;
    const Eight eight = said_by_teams(said_, working());
    lasting_teams_.learn(eight, given.lasting, loss.slope(given.lasting));
    recent_teams_.learn(eight, given.recent, loss.slope(given.recent));
  }

  void add_losses(const WeightedLoss<L>& paid, double loss, const Range& range, const std::array<R, most_teams>& shares,
                  double weight) {
    double collapsed = 0;
    double sum = 0;
    for_each_team([&](std::size_t k, OneTeam& team) TACIT_INLINE_LAMBDA {
      team.add_losses(WeightedLoss<L, Wide>{loss_, paid.y, weight}, loss);
      collapsed += total(shares[k] * team.raw());
      sum += total(shares[k]);
    });
    collapsed = sum > least_share ? collapsed / sum : total(teams_[all]->raw()) / static_cast<double>(R::count);
    collapsed_loss_ = std::min(most_loss, collapsed_loss_ + paid.value(prediction_from(collapsed, range)));
    loss_sum_ = std::min(most_loss, loss_sum_ + loss);
  }

  double ordered(double mixed, double score, double n) const {
    return tacit::ordered<L>(mixed, score, (loss_sum_ + 1) / (n + 1));
  }
  double prediction_from(double collapsed, const Range& range) const {
    const double p = range.clip(collapsed);
    const double certain = last_.share_of_certain();
    return (1 - certain) * p + certain * range.clip(certainty<L> * p);
  }

  L loss_;
  typename FeatureTable<R>::Room room_;
  bool crossed_;
  Companion companion_;
  double n_ = 0;
  bool placed_ = false;
  LabelScale<L> labels_;
  std::array<std::unique_ptr<OneTeam>, most_teams> teams_;
  Mixer<Eight> lasting_teams_;
  Mixer<Eight> recent_teams_;
  Last last_;
  double collapsed_loss_ = 0;
  double loss_sum_ = 0;
  Means said_{};  // of the round
};

}  // namespace tacit
