#include "learners/ftrl_state.hpp"

#include <algorithm>
#include <limits>

#include "tacit/data/data_error.hpp"

namespace tacit {

namespace {

// Calls visitor(name, part) for every part, in the order of the model file.
template <class State, class Visitor>
void visit_parts(State& state, Visitor&& visitor) {
  visitor("ftrl/features", state.features);
  visitor("ftrl/start", state.start);
  visitor("ftrl/x", state.x);
  visitor("ftrl/ends", state.ends);
  visitor("ftrl/indices", state.indices);
  visitor("ftrl/values", state.values);
  visitor("ftrl/labels", state.labels);
  visitor("ftrl/weights", state.weights);
  visitor("ftrl/squared_norms", state.squared_norms);
  visitor("ftrl/duals", state.duals);
  visitor("ftrl/start_objective", state.start_objective);
  visitor("ftrl/largest_gap", state.largest_gap);
}

constexpr Limits any_number{-std::numeric_limits<double>::max(), std::numeric_limits<double>::max()};

}  // namespace

LearnerState to_learner_state(const FtrlState& state) {
  LearnerState parts;
  if (state.values.size() > std::numeric_limits<Index>::max())
    throw DataError("ftrl has seen more than 2^32 values; no model is written");
  visit_parts(state, [&]<class Part>(const char* name, const Part& part) {
    if constexpr (std::same_as<Part, double>) {
      parts.add_number(name, part, any_number);
    } else if constexpr (std::same_as<Part, std::vector<std::size_t>>) {
      parts.add(name, std::vector<Index>(part.begin(), part.end()));
    } else {
      parts.add(name, part);
    }
  });
  return parts;
}

FtrlState to_ftrl_state(const LearnerState& parts) {
  FtrlState state;
  visit_parts(state, [&]<class Part>(const char* name, Part& part) {
    if constexpr (std::same_as<Part, double>) {
      part = parts.number(name, any_number);
    } else if constexpr (std::same_as<Part, std::vector<double>>) {
      part = parts.doubles(name);
    } else {
      const auto& indices = parts.indices(name);
      part.assign(indices.begin(), indices.end());
    }
  });
  return state;
}

SparseWeights weights_of(const FtrlState& state) {
  SparseWeights weights;
  for (std::size_t k = 0; k < state.features.size(); ++k) {
    if (state.x[k] != 0) weights.emplace_back(state.features[k], state.x[k]);
  }
  std::ranges::sort(weights);
  return weights;
}

FtrlState begin_from(const SparseWeights& weights) {
  FtrlState state;
  for (const auto& [index, value] : weights) {
    state.features.push_back(index);
    state.start.push_back(value);
    state.x.push_back(value);
  }
  return state;
}

}  // namespace tacit
