#include "cli/report/learner_look.hpp"

#include <array>
#include <cstddef>
#include <utility>

namespace tacit::cli {

LearnerLook learner_look(std::string_view learner) {
  static constexpr std::array<std::pair<std::string_view, LearnerLook>, 19> known{{{"auto", {"#8a4fbf"}},
                                                                                   {"ogd", {"#0072b2"}},
                                                                                   {"ada-ogd", {"#e69f00"}},
                                                                                   {"implicit", {"#56b4e9", true}},
                                                                                   {"ada-implicit", {"#d55e00"}},
                                                                                   {"doubling", {"#009e73"}},
                                                                                   {"ftrl", {"#cc79a7"}},
                                                                                   {"scaled", {"#d55e00"}},
                                                                                   {"centred", {"#0072b2"}},
                                                                                   {"per-feature", {"#009e73"}},
                                                                                   {"relevant", {"#cc79a7"}},
                                                                                   {"full-matrix", {"#e69f00"}},
                                                                                   {"guesses", {"#888888", true}},
                                                                                   {"variability term", {"#d55e00", true}},
                                                                                   {"gradient term", {"#888888", true}},
                                                                                   {"square root", {"#888888", true}},
                                                                                   {"beta 1", {"#d55e00"}},
                                                                                   {"beta 10", {"#e69f00"}},
                                                                                   {"beta 101", {"#009e73"}}}};
  for (const auto& [name, look] : known) {
    if (name == learner) return look;
  }
  std::size_t sum = 0;
  for (const char c : learner) sum += static_cast<unsigned char>(c);
  static constexpr std::array<LearnerLook, 4> further{{{"#888888"}, {"#b8a800"}, {"#888888", true}, {"#b8a800", true}}};
  return further[sum % further.size()];
}

}  // namespace tacit::cli
