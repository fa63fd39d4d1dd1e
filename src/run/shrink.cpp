#include "tacit/run/shrink.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <stdexcept>

#include "learners/make_loss.hpp"
#include "run/making/making.hpp"
#include "tacit/domains/all.hpp"
#include "tacit/learners/kinds.hpp"
#include "tacit/losses/classes.hpp"

namespace tacit {

namespace {

void refuse_to_shrink(const std::string& why) { throw std::invalid_argument("the model has no smaller form: " + why); }

void require_smaller_form(const Model& model) {
  const Configuration& configuration = model.configuration;
  const LearnerKind& kind = kind_of(configuration);
  if (!model.further_weights.empty() && !has_class_names(configuration)) refuse_to_shrink("its learner has several outputs");
  if (kind.family == Family::full_losses) refuse_to_shrink(fmt::format("{} keeps all examples, not weights", kind.name));
  if (configuration.domain == Simplex::name) refuse_to_shrink("weights on the simplex add up to 1");
  if (configuration.domain == Box::name && (configuration.box.first > 0 || configuration.box.second < 0))
    refuse_to_shrink(fmt::format("0 lies outside its box from {} to {}", configuration.box.first, configuration.box.second));
  if (kind.family == Family::mixture && Making::is_wanted(configuration, model.columns))
    refuse_to_shrink(fmt::format("{} with times, lags, groups or late labels predicts with more than weights", kind.name));
}

// Per output, the indices that stay, in increasing order; those of the first among equals.
using Kept = std::vector<std::vector<Index>>;

Kept kept_features(const std::vector<SparseWeights>& weights, std::uint64_t most, ShrunkModel& shrunk) {
  struct Weight {
    std::size_t output;
    Index index;
    double size;
  };
  std::vector<Weight> all;
  for (std::size_t k = 0; k < weights.size(); ++k) {
    for (const auto& [index, weight] : weights[k]) {
      if (index != 0 && weight != 0) all.push_back({k, index, std::abs(weight)});
    }
  }
  std::ranges::stable_sort(all, std::ranges::greater(), &Weight::size);
  shrunk.before = all.size();
  shrunk.after = std::min<std::uint64_t>(most, all.size());
  Kept kept(weights.size(), {0});
  double squares = 0;
  double left_out = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const double square = all[i].size * all[i].size;
    squares += square;
    if (i < shrunk.after) {
      kept[all[i].output].push_back(all[i].index);
    } else {
      left_out += square;
    }
  }
  if (shrunk.after < all.size()) shrunk.largest_left_out = all[shrunk.after].size;
  if (squares > 0) shrunk.share_of_squares_left_out = left_out / squares;
  for (auto& indices : kept) std::ranges::sort(indices);
  return kept;
}

// Those of which some output keeps a weight.
std::vector<Index> kept_of_any(const Kept& kept) {
  std::vector<Index> all{0};
  for (const auto& indices : kept) all.insert(all.end(), indices.begin(), indices.end());
  std::ranges::sort(all);
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

bool stays(const std::vector<Index>& kept, Index index) { return std::ranges::binary_search(kept, index); }

void filter(SparseWeights& weights, const std::vector<Index>& kept) {
  std::erase_if(weights, [&](const auto& entry) { return !stays(kept, entry.first); });
}

void put_weights(std::vector<SparseWeights> weights, Model& model) {
  if (weights.empty()) weights.emplace_back();
  model.weights = std::move(weights.front());
  model.further_weights.assign(std::make_move_iterator(weights.begin() + 1), std::make_move_iterator(weights.end()));
}

FeatureNumbers filtered(const FeatureNumbers& table, const std::vector<Index>& kept) {
  FeatureNumbers rest{.width = table.width, .sorted = table.sorted, .features = {}, .numbers = {}};
  for (std::size_t k = 0; k < table.features.size(); ++k) {
    if (!stays(kept, table.features[k])) continue;
    rest.features.push_back(table.features[k]);
    const auto first = table.numbers.begin() + static_cast<std::ptrdiff_t>(k * table.width);
    rest.numbers.insert(rest.numbers.end(), first, first + static_cast<std::ptrdiff_t>(table.width));
  }
  return rest;
}

std::vector<SparseWeights> all_weights(const AnyLearner& learner) {
  std::vector<SparseWeights> weights;
  for (std::size_t k = 0; k < learner.outputs(); ++k) weights.push_back(learner.weights(k));
  return weights;
}

// A fresh mixture would not predict with the weights alone, as a single learner does.
void become_single(Model& model) {
  choose_learner("ada-implicit", model.configuration);
  model.configuration.memory.reset();
  model.configuration.forget = false;
  model.state.reset();
  model.tally = {};
  model.unfinished.reset();
}

// The class whose weights a part of the state has: `unscaled/3` has those of class 3.
std::size_t output_of(const std::string& part) {
  const std::size_t slash = part.rfind('/');
  std::size_t output = 0;
  std::from_chars(part.data() + (slash == std::string::npos ? part.size() : slash + 1), part.data() + part.size(), output);
  return output;
}

// The state without the other features. What a learner carries along with its weights belongs to all of them, on the ball and
// with several classes: a fresh learner that starts from those that stay has the right numbers.
LearnerState filtered(const Model& model, const std::vector<SparseWeights>& weights, const Kept& kept) {
  const bool classes = has_class_names(model.configuration);
  const std::vector<Index> any = kept_of_any(kept);
  std::optional<LearnerState> fresh;
  if (classes || model.configuration.domain == Ball::name) {
    const auto learner = make_learner(model.configuration);
    learner->start_from(weights);
    fresh = learner->state();
  }
  LearnerState state;
  for (const auto& [name, value] : model.state->parts()) {
    const bool of_weights = name.starts_with("weights/") || name.starts_with("unscaled");
    const auto* const table = std::get_if<FeatureNumbers>(&value);
    if (fresh && of_weights) {
      state.add(name, *fresh->find(name));
    } else if (table != nullptr) {
      state.add(name, filtered(*table, classes ? kept.at(output_of(name)) : any));
    } else {
      state.add(name, value);
    }
  }
  return state;
}

}  // namespace

ShrunkModel shrink(Model model, std::uint64_t weights) {
  require_smaller_form(model);
  ShrunkModel shrunk;
  std::vector<SparseWeights> all = all_weights(*revive(model));
  const Kept kept = kept_features(all, weights, shrunk);
  for (std::size_t k = 0; k < all.size(); ++k) filter(all[k], kept[k]);
  put_weights(all, model);
  filter(model.largest, kept_of_any(kept));
  if (kind_of(model.configuration).family == Family::mixture) {
    shrunk.one_vector = model.state.has_value();
    become_single(model);
  } else if (model.state && shrunk.after < shrunk.before) {
    model.state = filtered(model, all, kept);
  }
  revive(model);  // which refuses what no learner can be
  shrunk.model = std::move(model);
  return shrunk;
}

AverageLoss::AverageLoss(const Configuration& configuration) {
  if (has_class_names(configuration)) {
    ClassLosses::with(configuration.loss, [&]<class L>(std::type_identity<L>) {
      of_classes_ = [loss = L{}](std::span<const double> scores, std::size_t label) { return loss.value(scores, label); };
    });
    return;
  }
  least_ = least_loss_of(configuration);
  BuiltLosses::with(configuration.loss, [&]<class L>(std::type_identity<L>) {
    value_ = [loss = make_loss<L>(configuration)](double prediction, double label) { return loss.value(prediction, label); };
  });
}

// A class that has not come has no score; where a label is of one, its score is 0, as that of a learner which meets it.
void AverageLoss::add(const AnyLearner& learner, std::span<const double> scores, double label, double weight) {
  if (!(weight > 0)) return;
  const auto y = static_cast<std::size_t>(label);
  known_.clear();
  std::size_t place = 0;
  for (std::size_t k = 0; k < std::max(scores.size(), y + 1); ++k) {
    const bool seen = k < scores.size() && learner.has_seen(k);
    if (k == y) place = known_.size();
    if (seen || k == y) known_.push_back(seen ? scores[k] : 0);
  }
  sum_ += weight * of_classes_(known_, place);
  weights_ += weight;
}

}  // namespace tacit
