// Weights of classes, the setting class-weight: each row counts by its own importance weight times that of its class, inside the
// prox, so that a rare class is heard as a common one is.
//
// `balanced` gives a row of class y the weight n / (K n_y): n rows so far and n_y of its class, its own counted, among K classes.
// Over a stream whose shares stay the same each class comes to weigh alike, and all together as much as the rows. Else weights
// are given by label; a class that is not named has 1. Counts are part of a model.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tacit/core/message.hpp"
#include "tacit/data/dataset.hpp"
#include "tacit/learners/configuration.hpp"
#include "tacit/learners/state.hpp"

namespace tacit {

struct Model;

class LabelWeights {
 public:
  // Throws SettingError if the setting is neither, if a label is no class, a weight no number of 0 or more, or labels are no
  // classes at all.
  explicit LabelWeights(const Configuration& configuration);

  // Multiplies the weights of the rows from `from` to `to`, whose labels are understood, in their order. Of several classes,
  // `names` are those known by then.
  void weigh(Dataset& rows, std::size_t from, std::size_t to, std::span<const std::string> names = {});

  // Names each class that was given a weight and of which no row has come: that is no error, as it may come later, but it may be
  // a slip. Of several classes, `names` are those known.
  std::vector<Message> notes(std::span<const std::string> names) const;
  // The same behind these rows, which are all; none where the configuration lets classes weigh alike.
  static std::vector<Message> notes(const Configuration& configuration, const Dataset& rows, std::span<const std::string> names);

  static constexpr std::string_view balanced = "balanced";
  void save(LearnerState& memory) const;
  // Goes on behind the rows of a model that knows so many classes. Throws std::invalid_argument for counts that no run leaves
  // behind.
  void restore(const LearnerState& memory, std::size_t classes);

 private:
  std::size_t class_of(double label) const;
  double next(std::size_t k);
  void take_name(const Configuration& configuration, std::string_view label, double weight);

  std::string said_;
  Task task_;
  bool counts_ = false;                                      // balanced
  std::map<std::string, double, std::less<>> by_name_;       // of several classes
  std::vector<std::pair<std::string, std::size_t>> of_two_;  // labels that were given a weight, and their classes
  std::vector<double> weights_;
  std::vector<double> rows_;  // of each class, so far
  double all_ = 0;
  double classes_ = 0;  // that have rows
};

// Those of a model's run, which go on where it stopped; null where classes weigh alike. `configuration` is the model's.
std::unique_ptr<LabelWeights> revive_class_weights(const Configuration& configuration, const Model& model);

// Throws SettingError if the configuration's class weights cannot be; nothing where there are none.
void require_class_weight(const Configuration& configuration);

}  // namespace tacit
