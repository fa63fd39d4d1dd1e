#include "learners/mixture/feature_table.hpp"

#include <fmt/format.h>

#include "tacit/data/data_error.hpp"

namespace tacit {

void refuse_feature(std::size_t most) {
  throw DataError(DataError::Kind::examples,
                  say(fmt::format("there are more than {} features, which is all that ", most), mention("memory"),
                      " has room for; give more, or ", mention("forget"), " to forget those seen least and longest ago"));
}

}  // namespace tacit
