// Checks of values where they enter: constructors of losses, domains and step sizes.
#pragma once

#include <cmath>
#include <stdexcept>
#include <string_view>

#include "tacit/core/number.hpp"

namespace tacit {

inline bool is_finite(double x) { return std::isfinite(x); }

inline void require(bool holds, const char* otherwise) {
  if (!holds) throw std::invalid_argument(otherwise);
}

// Throws SettingError: which setting, by its name in the table (run/settings.hpp), was given what, and what was expected.
[[noreturn]] void refuse_setting(std::string_view setting, double value, std::string_view expected);
[[noreturn]] void refuse_setting(std::string_view setting, double first, double second, std::string_view expected);
[[noreturn]] void refuse_setting(std::string_view setting, std::string_view value, std::string_view expected);

inline void require_setting(bool holds, std::string_view setting, double value, std::string_view expected) {
  if (!holds) refuse_setting(setting, value, expected);
}

// The same of a pair.
inline void require_setting(bool holds, std::string_view setting, double first, double second, std::string_view expected) {
  if (!holds) refuse_setting(setting, first, second, expected);
}

// Requires that beta^2 and 1/beta^2 are numbers.
template <class R>
void require_beta(const R& beta, std::string_view setting = "beta") {
  if constexpr (Scalar<R>) {
    require_setting(beta > 0 && is_number(beta * beta) && is_number(1 / (beta * beta)), setting, beta,
                    "a positive number between 1e-150 and 1e150");
  } else {
    for (std::size_t lane = 0; lane < R::count; ++lane) require_beta(beta[lane], setting);
  }
}

}  // namespace tacit
