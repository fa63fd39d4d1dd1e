// Every domain, by name.
#pragma once

#include "tacit/core/type_list.hpp"
#include "tacit/domains/ball.hpp"
#include "tacit/domains/box.hpp"
#include "tacit/domains/simplex.hpp"
#include "tacit/domains/whole_space.hpp"

namespace tacit {

using AllDomains = TypeList<WholeSpace, Ball, Box, Simplex>;

}  // namespace tacit
