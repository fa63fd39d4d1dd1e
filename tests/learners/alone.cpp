// Links core, data and learners and nothing that builds on them.
#include <vector>

#include "tacit/learners/any_learner.hpp"

int main() {
  tacit::Dataset rows;
  rows.begin_row(1);
  rows.push(1, 1);
  std::vector<tacit::Round> rounds(1);
  tacit::make_learner({})->learn(rows, rounds);
  return tacit::is_sound(rounds[0]) ? 0 : 1;
}
