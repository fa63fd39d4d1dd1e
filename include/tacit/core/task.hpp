// What labels are, and so what a prediction means.
#pragma once

#include <string_view>

namespace tacit {

enum class Task {
  numbers,      // a label is any number, a prediction is near it
  two_classes,  // labels are -1 and +1, the sign of a prediction is the class
  counts,       // a label is 0 or more, a prediction is the logarithm of its mean
  classes       // labels are 0 to K - 1, a prediction is the class with the largest of K scores
};

constexpr bool has_classes(Task task) { return task == Task::two_classes || task == Task::classes; }

constexpr std::string_view task_name(Task task) { return has_classes(task) ? "classification" : "regression"; }

// Returns whether a prediction is of the wrong class; of two classes, a prediction of 0 is of neither.
constexpr bool is_mistake(Task task, double prediction, double label) {
  return (task == Task::two_classes && label * prediction <= 0) || (task == Task::classes && prediction != label);
}

}  // namespace tacit
