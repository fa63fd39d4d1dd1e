// The path of every domain.
#pragma once

#include "tacit/domains/all.hpp"
#include "tacit/paths/ball.hpp"
#include "tacit/paths/box.hpp"
#include "tacit/paths/simplex.hpp"
#include "tacit/paths/whole_space.hpp"
