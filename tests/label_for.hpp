// A label of the right kind, near to y where it may be.
#pragma once

#include <cmath>

#include "tacit/learners/configuration.hpp"

namespace tacit {

inline double label_for(const Configuration& configuration, double y) {
  const Task task = task_of(configuration);
  return task == Task::two_classes ? (y > 0 ? 1 : -1) : task == Task::counts ? std::fabs(y) : y;
}

}  // namespace tacit
