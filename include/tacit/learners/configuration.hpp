// All that chooses a learner, by name: what the command line, a model file and the bindings have in common.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tacit/core/task.hpp"
#include "tacit/data/class_names.hpp"
#include "tacit/data/feature_names.hpp"
#include "tacit/data/label_words.hpp"
#include "tacit/data/lag_choice.hpp"

namespace tacit {

struct Configuration {
  std::string update = "implicit";
  std::string step_size = "ada-implicit";
  std::string loss = "square";
  std::string domain = "whole-space";
  std::optional<double> loss_parameter;  // the loss's own default if there is none
  double beta = 1;
  double lipschitz = 1;                             // doubling
  double l1 = 0;                                    // price of the sum of |weight|, paid in every step
  double l2 = 0;                                    // price of half the sum of weight^2
  double radius = 1;                                // ball
  std::pair<double, double> box = {-1, 1};          // box
  std::size_t dimension = 0;                        // simplex, the bias counted
  bool bias = true;                                 // whether rows carry feature 0
  std::optional<std::pair<double, double>> labels;  // of the negative and the positive class
  std::optional<LabelWords> label_words;            // that labels -1 and 1 are in the data
  ClassNames classes{};                             // of labels that are several classes, as far as they are known
  std::string class_weight;                         // of classes: balanced, or LABEL=WEIGHT,...; empty: all weigh alike
  std::string scale = "none";                       // of the features: max-abs, online
  std::optional<std::uint64_t> memory;              // auto: megabytes that features take at most
  bool forget = false;                              // auto: beyond that, features are forgotten; else it is an error
  std::optional<double> interval;                   // the share of labels that intervals around predictions hold
  std::string missing = "mean";                     // what stands in for missing numbers: mean, zero; skip leaves rows out
  unsigned hash = FeatureNames::default_bits;       // of a named feature's index; 0: a dictionary
  std::vector<std::string> cross{};                 // features that are products of others, as Crosses understands them
  LagChoice lags{};                                 // labels of earlier rows as features
  std::uint64_t horizon = 0;                        // rows after which a label is known
  std::uint64_t delay = 0;                          // milliseconds after which a label is known

  bool operator==(const Configuration&) const = default;
};

// The learner that a run has unless something is said that only a single learner has.
inline constexpr std::string_view default_learner = "auto";

// The name of the kind that has this update and step size, such as `ogd`; where there is none, `update+step-size`.
std::string learner_name(const Configuration& configuration);

// Sets update and step size from a name that learner_name gives; false if there is no such learner.
bool choose_learner(std::string_view name, Configuration& configuration);

// The parameter in force for the loss: the one given, else its default; nothing for a loss without one.
std::optional<double> loss_parameter(const Configuration& configuration);

// What labels are: the kind of learner says so, or else the loss.
Task task_of(const Configuration& configuration);

// What rounds of such a learner leave out of the loss of a label; null where that is nothing.
using LeastLoss = double (*)(double label);
LeastLoss least_loss_of(const Configuration& configuration);
// Whether labels are classes with names: the loss is one of several classes.
bool has_class_names(const Configuration& configuration);
inline bool is_two_class(const Configuration& configuration) { return task_of(configuration) == Task::two_classes; }

}  // namespace tacit
