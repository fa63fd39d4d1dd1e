// How much weight the examples of each class have, and what was predicted of them: what precision, recall and their like are made
// of. Classes are told apart by the sign of label and prediction, a prediction of 0 being of neither; where there are several,
// by their numbers, a prediction below 0 being of none.
#pragma once

#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "tacit/core/precise_sum.hpp"
#include "tacit/core/task.hpp"
#include "tacit/eval/metric.hpp"
#include "tacit/eval/saved_numbers.hpp"

namespace tacit {

class ClassCounts {
 public:
  // Sums of weights, of one class.
  struct Counts {
    double right = 0;      // examples of the class that were predicted to be
    double labelled = 0;   // examples of the class
    double predicted = 0;  // examples that were predicted to be
  };

  explicit ClassCounts(Task task) : task_(task), sums_(task == Task::classes ? 0 : 2) {}

  void add(double prediction, double label, double weight) {
    const std::optional<std::size_t> truth = class_of(label);
    const std::optional<std::size_t> guess = class_of(prediction);
    if (truth) at(*truth).labelled += weight;
    if (guess) at(*guess).predicted += weight;
    if (truth && truth == guess) at(*truth).right += weight;
  }

  // Of two classes the negative one is class 0 and the positive one class 1.
  std::size_t classes() const { return sums_.size(); }
  const Counts& operator[](std::size_t k) const { return sums_[k]; }

  // The mean of measure(counts) over the classes that have examples, each counting once; of two classes `positive_only` takes
  // that of the positive class. Nothing where it has no value for one of them.
  template <class Measure>
  std::optional<double> mean(Measure measure, bool positive_only) const {
    double all = 0;
    for (const Counts& counts : sums_) all += counts.right + counts.labelled + counts.predicted;
    if (!is_number(all)) return std::nullopt;
    if (task_ == Task::two_classes && positive_only) return if_number(measure(sums_[1]));
    double sum = 0;
    double count = 0;
    for (const Counts& counts : sums_) {
      if (!(counts.labelled > 0)) continue;
      sum += measure(counts);
      count += 1;
    }
    return if_number(sum / count);
  }

  void save(LearnerState& state, std::string_view group) const {
    std::vector<double> numbers;
    for (const Counts& counts : sums_) numbers.insert(numbers.end(), {counts.right, counts.labelled, counts.predicted});
    state.add(part_name(group, "classes"), static_cast<double>(sums_.size()));
    save_numbers(state, group, "counts", numbers);
  }
  void restore(const LearnerState& state, std::string_view group) {
    const double count = state.number(part_name(group, "classes"), Limits{0, most_classes});
    const auto classes = static_cast<std::size_t>(count);
    if (static_cast<double>(classes) != count || (task_ == Task::two_classes && classes != 2))
      throw std::invalid_argument("the state's 'classes' is no number of classes that this task can have");
    const auto numbers = restored_numbers(state, group, "counts", 3 * classes, Sign::not_negative);
    sums_.resize(classes);
    for (std::size_t k = 0; k < classes; ++k) sums_[k] = {numbers[3 * k], numbers[3 * k + 1], numbers[3 * k + 2]};
  }

 private:
  static constexpr double most_classes = 1 << 20;

  std::optional<std::size_t> class_of(double number) const {
    if (task_ == Task::classes) return number < 0 ? std::nullopt : std::optional(static_cast<std::size_t>(number));
    return number == 0 ? std::nullopt : std::optional<std::size_t>(number > 0 ? 1 : 0);
  }
  Counts& at(std::size_t k) {
    if (k >= sums_.size()) sums_.resize(k + 1);
    return sums_[k];
  }

  Task task_;
  std::vector<Counts> sums_;
};

}  // namespace tacit
