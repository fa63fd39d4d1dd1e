#include "learners/mixture/feature_table.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tacit/data/data_error.hpp"

namespace tacit {

void refuse_feature(std::size_t most) {
  throw DataError(DataError::Kind::examples, say(fmt::format("there are more than {} features, which is all that ", most),
                                                 mention("memory"), " has room for; give more, or say ", mention("forget", "yes"),
                                                 " to forget those seen least and longest ago"));
}

double* zeros_of_thread(std::size_t count) {
  thread_local std::vector<double> zeros;
  zeros.assign(count, 0.0);
  return zeros.data();
}

std::vector<Places::Place> most_worth(std::vector<std::pair<double, Places::Place>> worths, std::size_t kept) {
  // Of equal worth, the one that came first stays.
  std::ranges::sort(worths,
                    [](const auto& a, const auto& b) { return a.first != b.first ? a.first > b.first : a.second < b.second; });
  worths.resize(std::min(worths.size(), kept));
  std::vector<Places::Place> places;
  for (const auto& [worth, place] : worths) places.push_back(place);
  std::ranges::sort(places);
  return places;
}

}  // namespace tacit
