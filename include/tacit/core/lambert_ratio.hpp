// W(x) / x, W Lambert's function, for x from 0 to e: a quotient of polynomials with a relative error below 1e-16, and of 1e-8 at
// 2 e. Rounding adds some 5e-16.
//
// It has the value 1 at 0 and 18 more in common with W(x) / x, at Zolotarev's points of the square root of x + 1/e, which is
// where W begins: those of 19 but the one next to 0. No term is below 0, so nothing cancels.
#pragma once

#include <array>

#include "tacit/core/elementary.hpp"
#include "tacit/core/lane_masks.hpp"

namespace tacit::lambert {

inline constexpr std::array<double, 10> above_line{1.0,
                                                   0x1.076a95b3e0c1cp+3,
                                                   0x1.aa21a0d113b0dp+4,
                                                   0x1.5a4176617b13ap+5,
                                                   0x1.2cbd5d9be2833p+5,
                                                   0x1.14124d19acf71p+4,
                                                   0x1.f411025d96950p+1,
                                                   0x1.8104eb43ecb91p-2,
                                                   0x1.67a875ea1df52p-7,
                                                   0x1.526fa6c762a6ap-16};
inline constexpr std::array<double, 10> below_line{1.0,
                                                   0x1.276a95b3e0c0ep+3,
                                                   0x1.12eb75d5822afp+5,
                                                   0x1.09dd24b46b577p+6,
                                                   0x1.1faec25ea0403p+6,
                                                   0x1.5eac157a9e017p+5,
                                                   0x1.cf4c988e38d90p+3,
                                                   0x1.2f8cab3e8566dp+1,
                                                   0x1.4b7fd18ae9b2ep-3,
                                                   0x1.9328d25021526p-9};

template <class R>
TACIT_LANE inline R ratio(R x) {
  return elementary::polynomial(above_line, x) / elementary::polynomial(below_line, x);
}

}  // namespace tacit::lambert
