// The labels of the paper's synthetic experiment: y_t = 100 sin(pi t / (10 T)), rounded once.
#pragma once

namespace tacit {

double synthetic_label(int round, int rounds);

}  // namespace tacit
