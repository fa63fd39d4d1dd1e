// What the summary of a run says of its intervals.
#pragma once

#include <cstdio>

#include "tacit/run/intervals.hpp"

namespace tacit::cli {

void print_intervals(const Intervals& intervals, std::FILE* to);

}  // namespace tacit::cli
