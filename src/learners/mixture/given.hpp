// What the last stage of a mixture is given before a round.
#pragma once

#include <array>

#include "learners/mixture/experts.hpp"

namespace tacit {

struct Given {
  double lasting = 0;  // the mean by the mixer that lasts
  double recent = 0;   // by the one that forgets
  // Guesses are those of the row; NaN where there are none.
  double last_label = 0;
  double usual_label = 0;   // one season ago, or the mean
  ByGeometry geometries{};  // means of the experts of each geometry
  bool fresh = true;        // whether the label of the row before is known: else the last misses tell nothing
};

// The misses that are known before a round: label less prediction. Where labels come late, they are those of some rounds ago.
struct Misses {
  double first = 0;
  double second = 0;  // the one before
  double third = 0;
  double level = 0;  // the first, of the mean that forgets
};

}  // namespace tacit
