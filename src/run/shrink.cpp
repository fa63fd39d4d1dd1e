#include "tacit/run/shrink.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "learners/make_loss.hpp"
#include "run/making/making.hpp"
#include "tacit/domains/all.hpp"
#include "tacit/learners/kinds.hpp"

namespace tacit {

namespace {

void refuse_to_shrink(const std::string& why) { throw std::invalid_argument("the model has no smaller form: " + why); }

void require_smaller_form(const Model& model) {
  const Configuration& configuration = model.configuration;
  const LearnerKind& kind = kind_of(configuration);
  if (has_class_names(configuration)) refuse_to_shrink("it has a vector of weights per class");
  if (!model.further_weights.empty()) refuse_to_shrink("its learner has several outputs");
  if (kind.family == Family::full_losses) refuse_to_shrink(fmt::format("{} keeps all examples, not weights", kind.name));
  if (configuration.domain == Simplex::name) refuse_to_shrink("weights on the simplex add up to 1");
  if (configuration.domain == Box::name && (configuration.box.first > 0 || configuration.box.second < 0))
    refuse_to_shrink(fmt::format("0 lies outside its box from {} to {}", configuration.box.first, configuration.box.second));
  if (kind.family == Family::mixture && Making::is_wanted(configuration, model.columns))
    refuse_to_shrink(fmt::format("{} with times, lags, groups or late labels predicts with more than weights", kind.name));
}

// The indices that stay, in increasing order; those of the first among equals.
std::vector<Index> kept_features(SparseWeights weights, std::uint64_t most, ShrunkModel& shrunk) {
  std::erase_if(weights, [](const auto& entry) { return entry.first == 0 || entry.second == 0; });
  std::ranges::stable_sort(weights, [](const auto& a, const auto& b) { return std::abs(a.second) > std::abs(b.second); });
  shrunk.before = weights.size();
  shrunk.after = std::min<std::uint64_t>(most, weights.size());
  std::vector<Index> kept{0};
  double squares = 0;
  double left_out = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const double square = weights[i].second * weights[i].second;
    squares += square;
    if (i < shrunk.after) {
      kept.push_back(weights[i].first);
    } else {
      left_out += square;
    }
  }
  if (shrunk.after < weights.size()) shrunk.largest_left_out = std::abs(weights[shrunk.after].second);
  if (squares > 0) shrunk.share_of_squares_left_out = left_out / squares;
  std::ranges::sort(kept);
  return kept;
}

bool stays(const std::vector<Index>& kept, Index index) { return std::ranges::binary_search(kept, index); }

void filter(SparseWeights& weights, const std::vector<Index>& kept) {
  std::erase_if(weights, [&](const auto& entry) { return !stays(kept, entry.first); });
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

// A fresh mixture would not predict with the weights alone, as a single learner does.
void become_single(Model& model) {
  choose_learner("ada-implicit", model.configuration);
  model.configuration.memory.reset();
  model.configuration.forget = false;
  model.state.reset();
  model.tally = {};
  model.unfinished.reset();
}

// The state without the other features. What a ball carries along with its weights belongs to all of them: a fresh learner that
// starts from those that stay has the right numbers.
LearnerState filtered(const Model& model, const SparseWeights& weights, const std::vector<Index>& kept) {
  std::optional<LearnerState> fresh;
  if (model.configuration.domain == Ball::name) {
    const auto learner = make_learner(model.configuration);
    learner->start_from(weights);
    fresh = learner->state();
  }
  LearnerState state;
  for (const auto& [name, value] : model.state->parts()) {
    const bool of_weights = name.starts_with("weights/") || name == "unscaled";
    const auto* const table = std::get_if<FeatureNumbers>(&value);
    if (fresh && of_weights) {
      state.add(name, *fresh->find(name));
    } else {
      state.add(name, table != nullptr ? filtered(*table, kept) : value);
    }
  }
  return state;
}

}  // namespace

ShrunkModel shrink(Model model, std::uint64_t weights) {
  require_smaller_form(model);
  ShrunkModel shrunk;
  SparseWeights all = revive(model)->weights();
  const std::vector<Index> kept = kept_features(all, weights, shrunk);
  filter(all, kept);
  filter(model.weights, kept);
  filter(model.largest, kept);
  if (kind_of(model.configuration).family == Family::mixture) {
    shrunk.one_vector = model.state.has_value();
    become_single(model);
  } else if (model.state) {
    model.state = filtered(model, all, kept);
  }
  revive(model);  // which refuses what no learner can be
  shrunk.model = std::move(model);
  return shrunk;
}

AverageLoss::AverageLoss(const Configuration& configuration) : least_(least_loss_of(configuration)) {
  BuiltLosses::with(configuration.loss, [&]<class L>(std::type_identity<L>) {
    value_ = [loss = make_loss<L>(configuration)](double prediction, double label) { return loss.value(prediction, label); };
  });
}

}  // namespace tacit
