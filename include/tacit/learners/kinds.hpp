// The kinds of learner that the setting `learner` knows, as data: whoever wants to know what a learner can do asks its kind, not
// its name.
//
// A program adds a kind of its own with add_learner_kind, and from then on every name, model file and run knows it:
//
//     tacit::add_learner_kind({.name = "perceptron",
//                              .task = tacit::Task::two_classes,
//                              .make = [](const tacit::Configuration&) { return std::make_unique<Perceptron>(); }});
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tacit/core/task.hpp"
#include "tacit/learners/any_learner.hpp"
#include "tacit/learners/configuration.hpp"

namespace tacit {

// What a learner is made of, which decides what can be proved about it.
enum class Family {
  mirror_descent,  // one point x_t, moved by an update with a step size: Learner
  full_losses,     // one point x_t, the minimiser of all losses so far: Ftrl
  mixture,         // many points, mixed
  other            // added by a program
};

struct LearnerKind {
  std::string name;
  std::string update{};     // as a configuration has it; empty: the name
  std::string step_size{};  // likewise; empty: "own"
  Family family = Family::other;
  bool listed = true;            // among learner_names(); unlisted ones are called `update+step-size`
  bool has_beta = true;          // beta means something to it
  bool in_lanes = false;         // a sweep runs many betas side by side, in the whole space and the ball
  bool takes_penalties = false;  // l1 and l2, in the whole space
  bool takes_classes = false;    // it learns losses of several classes
  bool takes_hints = false;      // it mixes the guesses of Dataset::hints in: see hints.hpp
  // Whether AnyLearner::serve can have left these numbers. Null: it leaves none.
  bool (*can_have_said)(const Configuration&, std::span<const double> numbers) = nullptr;
  bool restarts = false;                         // it returns to x_1 now and then
  std::optional<std::uint64_t> most_examples{};  // none: no limit
  std::vector<std::string> domains{"whole-space"};
  std::optional<Task> task{};  // none: the loss says
  std::size_t outputs = 1;     // with a loss of one number; 0: the learner that is made says how many
  // Is called with a configuration whose loss and domain are known, the domain among `domains`. Null: this build lacks it.
  std::function<std::unique_ptr<AnyLearner>(const Configuration&)> make{};
};

// Adds a kind. Throws std::invalid_argument unless its name is new, and its pair of update and step size too. Kinds are never
// removed. Threads may ask for kinds while others are added.
void add_learner_kind(LearnerKind kind);

// Every kind, those of the library first.
std::vector<const LearnerKind*> learner_kinds();
// Names of those that are listed.
std::vector<std::string_view> learner_names();

// Null if no kind has that name, or that update with that step size.
const LearnerKind* find_kind(std::string_view name);
const LearnerKind* find_kind(const Configuration& configuration);
// Throws std::invalid_argument with a sentence that says which name is unknown.
const LearnerKind& kind_of(const Configuration& configuration);

}  // namespace tacit
