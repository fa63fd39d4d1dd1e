// Every step-size rule, by name.
#pragma once

#include "tacit/core/type_list.hpp"
#include "tacit/step_sizes/ada_implicit.hpp"
#include "tacit/step_sizes/constant.hpp"
#include "tacit/step_sizes/doubling.hpp"
#include "tacit/step_sizes/gradient_norm.hpp"
#include "tacit/step_sizes/inverse_sqrt.hpp"

namespace tacit {

using AllStepSizes = TypeList<Constant, InverseSqrt, GradientNorm, AdaImplicit, Doubling>;

}  // namespace tacit
