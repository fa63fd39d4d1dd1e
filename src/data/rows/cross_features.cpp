#include "tacit/data/cross_features.hpp"

#include <algorithm>
#include <array>

namespace tacit {

namespace {

// Where the exact crosses of two, three and four features begin.
constexpr std::array<Index, 4> begins{0, 1U << 29U, (1U << 29U) + (1U << 28U), first_made - first_cross};

// n over k, for what is small enough to be an index.
constexpr std::uint64_t choose_of(std::uint64_t n, std::uint64_t k) {
  if (n < k) return 0;
  std::uint64_t product = 1;
  for (std::uint64_t i = 1; i <= k; ++i) product = product * (n - k + i) / i;
  return product;
}

// The most names of which all combinations of k, with repetition, fit.
constexpr Index most_of(std::uint64_t k) {
  const std::uint64_t room = begins[k - 1] - begins[k - 2];
  std::uint64_t low = 1;
  for (std::uint64_t high = 1U << 16U; high - low > 1;) {
    const std::uint64_t middle = low + (high - low) / 2;
    (choose_of(middle + k - 1, k) <= room ? low : high) = middle;
  }
  return static_cast<Index>(low);
}
constexpr std::array<Index, 3> most{most_of(2), most_of(3), most_of(4)};

}  // namespace

Index hashed_cross(std::span<const Index> features, unsigned bits) {
  CrossHash hash;
  for (const Index feature : features) hash = hash.with(feature);
  return hash.index(bits);
}

// The place of the combination among all, in the order of the last feature, then the one before it, and so on.
std::optional<Index> exact_cross(std::span<const Index> features) {
  if (features.size() < 2 || features.size() > most_crossed) return std::nullopt;
  if (features.back() > most_in_dictionary(features.size())) return std::nullopt;
  std::uint64_t place = begins[features.size() - 2];
  for (std::size_t m = 0; m < features.size(); ++m) place += choose_of(features[m] - 1 + m, m + 1);
  return first_cross + static_cast<Index>(place);
}

Index most_in_dictionary(std::size_t crossed) { return crossed < 2 || crossed > most_crossed ? 0 : most[crossed - 2]; }

std::vector<Index> crossed_features(Index cross) {
  std::uint64_t place = cross - first_cross;
  const auto behind = std::ranges::upper_bound(begins, place);
  if (behind == begins.begin() || behind == begins.end()) return {};
  const auto count = static_cast<std::size_t>(behind - begins.begin()) + 1;
  place -= *(behind - 1);
  std::vector<Index> features(count);
  for (std::size_t m = count; m-- > 0;) {
    std::uint64_t low = m;  // choose_of(low, m + 1) <= place
    for (std::uint64_t high = std::uint64_t{most[count - 2]} + count; high - low > 1;) {
      const std::uint64_t middle = low + (high - low) / 2;
      (choose_of(middle, m + 1) <= place ? low : high) = middle;
    }
    place -= choose_of(low, m + 1);
    features[m] = static_cast<Index>(low - m + 1);
  }
  return features;
}

std::string cross_name(Index index, std::span<const std::string> names) {
  if (!is_cross(index) || names.empty()) return {};
  std::string name;
  for (const Index feature : crossed_features(index)) {
    if (feature > names.size()) return {};
    name += name.empty() ? "" : "*";
    name += names[feature - 1];
  }
  return name;
}

}  // namespace tacit
