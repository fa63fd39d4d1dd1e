// Settings of lags and late labels, on their way into a configuration.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "tacit/data/column_choice.hpp"
#include "tacit/learners/configuration.hpp"
#include "tacit/run/settings.hpp"

namespace tacit {

// Reads 500ms, 30s, 5m, 2h, 1d or 1w as milliseconds, at most a hundred years. Throws std::invalid_argument with what was
// expected.
std::uint64_t duration_of(std::string_view typed);
// As it would be typed, in the largest unit that takes a whole number.
std::string typed_duration(std::uint64_t milliseconds);

// Throws std::invalid_argument where horizon and delay are too large, or both are there.
void require_horizon(const Configuration& configuration);

// Throws SettingError.
void choose_making(const Settings& settings, Configuration& configuration);

// Throws SettingError where columns and configuration do not go together: a delay needs times, and so on.
void require_making(const Configuration& configuration, const ColumnChoice& columns, const Settings& how);

}  // namespace tacit
