#include "tacit/learners/state.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "tacit/data/data_error.hpp"

namespace tacit {

namespace {

// The name by which people know a part: without the groups.
std::string_view own_name(std::string_view name) { return name.substr(name.rfind('/') + 1); }

template <class T>
const T& part_of(const LearnerState& state, std::string_view name) {
  const auto* value = state.find(name);
  if (value == nullptr) throw std::invalid_argument(fmt::format("the state lacks '{}'", own_name(name)));
  const T* held = std::get_if<T>(value);
  if (held == nullptr) throw std::invalid_argument(fmt::format("the state's '{}' is of another type", own_name(name)));
  return *held;
}

}  // namespace

FeatureNumbers numbers_of(const SparseWeights& weights) {
  FeatureNumbers numbers;
  numbers.features.reserve(weights.size());
  numbers.numbers.reserve(weights.size());
  for (const auto& [index, value] : weights) {
    numbers.features.push_back(index);
    numbers.numbers.push_back(value);
  }
  return numbers;
}

SparseWeights weights_of(const FeatureNumbers& numbers) {
  SparseWeights weights;
  weights.reserve(numbers.features.size());
  for (std::size_t i = 0; i < numbers.features.size(); ++i) weights.emplace_back(numbers.features[i], numbers.numbers[i]);
  return weights;
}

void LearnerState::add(std::string name, Value value) {
  if (!places_.try_emplace(name, parts_.size()).second) throw std::logic_error(fmt::format("a state has '{}' twice", name));
  parts_.push_back({std::move(name), std::move(value)});
}

void LearnerState::add_number(std::string name, double number, Limits limits) {
  if (!(number >= limits.low && number <= limits.high)) {
    throw DataError(DataError::Kind::numbers,
                    say(fmt::format("the learner's {} has become {:g}, beyond what a model can hold ({:g} to {:g}); scale the "
                                    "features with ",
                                    own_name(name), number, limits.low, limits.high),
                        mention("scale", "max-abs"), ", or give another ", mention("beta")));
  }
  add(std::move(name), number);
}

const LearnerState::Value* LearnerState::find(std::string_view name) const {
  const auto found = places_.find(name);
  return found == places_.end() ? nullptr : &parts_[found->second].value;
}

bool LearnerState::is_left_out(const Part& part) {
  const auto is_empty = []<class T>(const T& value) {
    if constexpr (std::same_as<T, double>) {
      return false;
    } else if constexpr (std::same_as<T, FeatureNumbers>) {
      return value.features.empty();
    } else {
      return value.empty();
    }
  };
  return part.name.starts_with("teams/") && std::visit(is_empty, part.value);
}

bool LearnerState::is_like(const Value& value, const Value& expected) {
  if (value.index() != expected.index()) return false;
  const auto* const table = std::get_if<FeatureNumbers>(&value);
  if (table == nullptr) return true;
  const auto& other = std::get<FeatureNumbers>(expected);
  return table->width == other.width && table->sorted == other.sorted;
}

double LearnerState::number(std::string_view name, Limits limits) const {
  const double number = part_of<double>(*this, name);
  if (!(number >= limits.low && number <= limits.high)) {
    throw std::invalid_argument(
        fmt::format("the state's '{}' is {:g}; expected {:g} to {:g}", own_name(name), number, limits.low, limits.high));
  }
  if (limits.high == any_count.high && number != std::floor(number))
    throw std::invalid_argument(fmt::format("the state's '{}' is {:g}; expected a count", own_name(name), number));
  return number;
}

const std::vector<double>& LearnerState::doubles(std::string_view name) const {
  return part_of<std::vector<double>>(*this, name);
}
const std::vector<Index>& LearnerState::indices(std::string_view name) const { return part_of<std::vector<Index>>(*this, name); }

const FeatureNumbers& LearnerState::by_feature(std::string_view name, std::size_t width, NumbersAre numbers) const {
  const auto& table = part_of<FeatureNumbers>(*this, name);
  const std::size_t expected = numbers == NumbersAre::here ? width * table.features.size() : 0;
  if (table.width != width || table.numbers.size() != expected)
    throw std::invalid_argument(fmt::format("the state's '{}' needs {} numbers per feature", own_name(name), width));
  const auto out_of_order = std::ranges::adjacent_find(table.features, std::greater_equal<>());
  if (table.sorted && out_of_order != table.features.end())
    throw std::invalid_argument(fmt::format("the state's '{}': feature {} is out of order", own_name(name), *(out_of_order + 1)));
  return table;
}

}  // namespace tacit
