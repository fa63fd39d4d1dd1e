// A mixture where labels come late.
//
// The voices that mixers weigh are those that were heard when the round was predicted, and so are the means, the corrections and
// the prediction: a mixer is judged by what it said, not by what it would say now. Experts take their step from the weights that
// they have now: the row and its label are known now, and a step from old weights would undo what was learned since.
#pragma once

#include "learners/mixture/mixture.hpp"

namespace tacit {

template <class L, class R, class Voices>
typename Mixture<L, R, Voices>::Said Mixture<L, R, Voices>::serve(const Row& z, std::span<const double> hints) const {
  Said served;
  const Views views = views_of(z, crossed_);
  served.range = labels_.range(n_ + 1);
  served.scale = labels_.scale();
  const auto guessed = guesses_of(hints, served.range);
  Means said{};
  double collapsed = 0;
  double heard_by = 0;
  R unweighted = 0.0;
  for_each_team([&](std::size_t k, const OneTeam& team) {
    const auto heard = team.hear(views[k], n_, served.range, guessed);
    const R shares = this->shares(k).template first_lanes<R>();
    served.worked[k] = true;
    served.teams[k] = {heard.means.lasting, heard.means.recent, heard.said};
    said[k] = heard.means;
    collapsed += total(shares * heard.raw);
    heard_by += total(shares);
    if (k == all) unweighted = heard.raw;
  });
  collapsed = heard_by > least_share ? collapsed / heard_by : total(unweighted) / static_cast<double>(R::count);
  const auto given = given_by(said, hints, served.range, working());
  served.lasting = given.lasting;
  served.recent = given.recent;
  served.geometries = given.geometries;
  served.misses = last_.misses(given);
  const auto made = last_.make(given, served.scale, served.range);
  served.outputs = made.outputs;
  served.mixed = last_.mean(served.outputs, served.range);
  served.prediction = ordered(served.mixed, made.score, n_ + 1);
  served.collapsed = prediction_from(collapsed, served.range);
  return served;
}

// As learn(), with what was said then in place of what would be said now.
template <class L, class R, class Voices>
Round Mixture<L, R, Voices>::learn_late(const Row& z, double y, double weight, std::span<const double> hints,
                                        const Said& served) {
  if (weight == 0) return {.prediction = served.prediction, .lambda = lambda()};
  n_ += 1;
  const Views views = views_of(z, crossed_);
  form_teams(views);
  const Range range = labels_.range(n_);
  const auto guessed_now = guesses_of(hints, range);
  const auto guessed = guesses_of(hints, served.range);
  for_each_team([&](std::size_t k, OneTeam& team) TACIT_INLINE_LAMBDA {
    team.look(views[k], n_, range, guessed_now);
    const auto& voices = served.team(k);
    said_[k] = {voices.lasting, voices.recent};
    team.recall(voices.said, guessed, said_[k]);
  });
  auto given = given_by(said_, hints, served.range, working());
  given.lasting = served.lasting;
  given.recent = served.recent;
  given.geometries = served.geometries;

  const WeightedLoss<L> paid{loss_, y, weight};
  Round round{.prediction = served.prediction, .loss_before = paid.value(served.prediction)};
  round.loss_after = round.loss_before;
  const WeightedLoss<L, Wide> each{loss_, y, weight};
  for_each_team([&](std::size_t, OneTeam& team) TACIT_INLINE_LAMBDA { team.add_losses(each, round.loss_before); });
  collapsed_loss_ = std::min(most_loss, collapsed_loss_ + paid.value(served.collapsed));
  loss_sum_ = std::min(most_loss, loss_sum_ + round.loss_before);

  const double label = labels_.trusted(y, n_);
  const WeightedLoss<L> loss{loss_, label, weight};
  const WeightedLoss<L, R> losses{loss_, label, weight};
  const double slope = loss.slope(served.mixed);
  labels_.observe(label, n_);
  if (!L::two_class && n_ == 1 && !placed_)
    for_each_team([&](std::size_t k, OneTeam& team) TACIT_INLINE_LAMBDA { team.place(views[k], labels_.place(y)); });
  const WeightedLoss<Companion> companion{companion_, label, weight};
  const typename OneTeam::Labelled labelled{losses, weight, label, slope, labels_.units(loss_), n_, range};
  const auto room = room_of_team();
  for_each_team([&](std::size_t k, OneTeam& team) TACIT_INLINE_LAMBDA {
    const R shares = this->shares(k).template first_lanes<R>();
    const auto moved = team.learn(labelled, companion, shares, room);
    round.lambda += moved.lambda;
    if (k == all) round.squared_gradient = slope * slope * moved.norm;
  });
  weigh(loss, given, served.worked[given_only] || served.worked[uncrossed]);
  last_.learn(served.outputs, served.mixed, slope, given, label, served.scale, labels_.scale(), n_, served.misses);
  return round;
}

}  // namespace tacit
