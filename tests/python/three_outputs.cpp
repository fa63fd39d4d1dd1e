// Adds a learner with three outputs to the module that this is linked into.
#include "learners/three_perceptrons.hpp"

namespace {

const bool added = [] {
  tacit::add_three_perceptrons();
  return true;
}();

}  // namespace
