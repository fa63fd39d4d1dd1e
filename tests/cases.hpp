// How many random cases a test of a closed form draws: 100,000 in the release tests, fewer under sanitizers.
#pragma once

inline constexpr int random_cases = TACIT_RANDOM_CASES;
