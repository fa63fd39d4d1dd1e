// Every loss of several classes, by name: functions of as many scores.
#pragma once

#include "tacit/core/type_list.hpp"
#include "tacit/losses/multiclass_hinge.hpp"
#include "tacit/losses/softmax.hpp"

namespace tacit {

using ClassLosses = TypeList<Softmax, MulticlassHinge>;

}  // namespace tacit
