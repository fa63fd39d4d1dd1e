// Each learner has one look in all figures: colours of Okabe and Ito, which colour-blind readers tell apart.
//
// The implicit learner is dashed, since its curve often lies upon another. The experts of auto have one colour per geometry.
// Names that are not of this program's learners get one of two further colours.
#pragma once

#include <string_view>

namespace tacit::cli {

struct LearnerLook {
  std::string_view colour;  // #rrggbb
  bool dashed = false;
};

LearnerLook learner_look(std::string_view learner);

}  // namespace tacit::cli
