// Every loss, by name. A new loss joins the command line, the help and the conformance tests by standing here.
#pragma once

#include "tacit/core/type_list.hpp"
#include "tacit/losses/absolute.hpp"
#include "tacit/losses/epsilon_insensitive.hpp"
#include "tacit/losses/expectile.hpp"
#include "tacit/losses/hinge.hpp"
#include "tacit/losses/huber.hpp"
#include "tacit/losses/logistic.hpp"
#include "tacit/losses/pinball.hpp"
#include "tacit/losses/poisson.hpp"
#include "tacit/losses/quarter_square.hpp"
#include "tacit/losses/square.hpp"
#include "tacit/losses/squared_hinge.hpp"

namespace tacit {

using AllLosses = TypeList<Hinge, Absolute, Square, QuarterSquare, Logistic, SquaredHinge, EpsilonInsensitive, Pinball, Huber,
                           Expectile, Poisson>;

}  // namespace tacit
