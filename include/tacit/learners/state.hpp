// Everything that a learner carries from one round to the next, as data: named numbers and named arrays.
//
// A model file stores these parts without knowing whose they are. A learner always has parts of the same names and types, in the
// same order: those of a fresh one tell a reader of models what to expect. A name may have groups before it, `group/name`; the
// JSON form of a model shows each group as an object of its own. Names are made of letters, digits, '.', '_' and '-', and none
// begins with `tally`. A part of the group `teams` is of experts that a learner may have later: a model lacks it while it is
// empty.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "tacit/core/row.hpp"
#include "tacit/core/state.hpp"

namespace tacit {

using SparseWeights = std::vector<std::pair<Index, double>>;  // nonzero weights in increasing order of index; 0 is the bias

// Some numbers per feature.
struct FeatureNumbers {
  std::size_t width = 1;        // numbers per feature
  bool sorted = true;           // features increase; else their order is the learner's own
  std::vector<Index> features;  // each once, if sorted
  std::vector<double> numbers;  // `width` for each of them, one feature behind the other

  bool operator==(const FeatureNumbers&) const = default;
};

// Whether a table has its numbers, or only its features: those of a large one may still be in a file (state_source.hpp).
enum class NumbersAre { here, elsewhere };

FeatureNumbers numbers_of(const SparseWeights& weights);
SparseWeights weights_of(const FeatureNumbers& numbers);

class LearnerState {
 public:
  using Value = std::variant<double, std::vector<double>, std::vector<Index>, FeatureNumbers>;
  struct Part {
    std::string name;
    Value value;

    bool operator==(const Part&) const = default;
  };

  // Throws std::logic_error if there is a part of that name.
  void add(std::string name, Value value);
  // A number as the learner keeps it. Throws DataError if it is outside the limits: then no model can be written.
  void add_number(std::string name, double number, Limits limits);

  const std::vector<Part>& parts() const { return parts_; }
  const Value* find(std::string_view name) const;
  Value* find(std::string_view name) { return const_cast<Value*>(std::as_const(*this).find(name)); }  // NOLINT: it is ours

  // These throw std::invalid_argument, with a sentence that names the part, if it is missing or of another type, or the number is
  // outside the limits or no count where a count is asked for.
  double number(std::string_view name, Limits limits) const;
  const std::vector<double>& doubles(std::string_view name) const;
  const std::vector<Index>& indices(std::string_view name) const;
  const FeatureNumbers& by_feature(std::string_view name, std::size_t width = 1, NumbersAre numbers = NumbersAre::here) const;

  bool operator==(const LearnerState& other) const { return parts_ == other.parts_; }

  // Whether a model lacks the part.
  static bool is_left_out(const Part& part);

  // Whether a value can stand where a learner has the other: its type is the same and, of numbers per feature, how many those are
  // and in which order.
  static bool is_like(const Value& value, const Value& expected);

 private:
  std::vector<Part> parts_;
  std::map<std::string, std::size_t, std::less<>> places_;  // by name
};

// Visitors for whatever has a visit_state: the first writes its numbers into a state under `group/`, the second reads them back.
class NumberWriter {
 public:
  NumberWriter(LearnerState& state, std::string_view group) : state_(&state), group_(group) {}

  template <class Number>
  void operator()(std::string_view name, const Number& number, Limits limits) const {
    state_->add_number(group_ + '/' + std::string(name), static_cast<double>(number), limits);
  }

 private:
  LearnerState* state_;
  std::string group_;
};

class NumberReader {
 public:
  NumberReader(const LearnerState& state, std::string_view group) : state_(&state), group_(group) {}

  template <class Number>
  void operator()(std::string_view name, Number& number, Limits limits) const {
    number = static_cast<Number>(state_->number(group_ + '/' + std::string(name), limits));
  }

 private:
  const LearnerState* state_;
  std::string group_;
};

}  // namespace tacit
