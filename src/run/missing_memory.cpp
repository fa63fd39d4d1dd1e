#include "run/missing_memory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <string_view>

#include "tacit/data/data_error.hpp"

namespace tacit {

namespace {

constexpr double largest_sum = MissingValues::largest_sum;
static_assert(largest_sum == Limits{}.high);
constexpr std::string_view zeros_name = "missing/zeros";  // features that are numbers though their sum is 0

[[noreturn]] void refuse(std::string_view what) {
  throw std::invalid_argument(fmt::format("'memory' about missing numbers: {}", what));
}

}  // namespace

MissingValues missing_values(const LearnerState& memory) {
  if (memory.find("missing/rows") == nullptr) return {};
  const double rows = memory.number("missing/rows", any_count);
  const auto& indices = memory.indices("missing/features");
  const auto& sums = memory.doubles("missing/sums");
  const auto& counts = memory.doubles("missing/counts");
  if (!(rows >= 1) || rows != std::floor(rows)) refuse("the rows are no count of some");
  if (sums.size() != indices.size() || counts.size() != indices.size()) refuse("features, sums and counts differ in number");
  std::vector<MissingValues::Feature> features;
  Index before = 0;
  for (std::size_t k = 0; k < indices.size(); ++k) {
    if (indices[k] <= before) refuse("the features do not increase from 1");
    if (!(std::abs(sums[k]) <= largest_sum)) refuse(fmt::format("the sum of feature {} is out of range", indices[k]));
    if (!(counts[k] >= 0 && counts[k] <= rows) || counts[k] != std::floor(counts[k]))
      refuse(fmt::format("feature {} is missing in {} of {} rows", indices[k], counts[k], rows));
    features.push_back({indices[k], sums[k], static_cast<std::uint64_t>(counts[k]), sums[k] != 0});
    before = indices[k];
  }
  if (memory.find(zeros_name) != nullptr) {
    for (const Index index : memory.indices(zeros_name)) {
      const auto found = std::ranges::lower_bound(features, index, {}, &MissingValues::Feature::index);
      if (found == features.end() || found->index != index)
        refuse(fmt::format("'{}' has feature {}, which 'missing/features' lacks", zeros_name, index));
      found->is_number = true;
    }
  }
  return {static_cast<std::uint64_t>(rows), features};
}

Message no_sum(const MissingValues& values, std::span<const std::string> names) {
  const Index feature = values.beyond();
  return say(
      fmt::format("the values of feature {} add up to {:g} by this row, and no model can hold more than {:g} for their mean; "
                  "are they right? To keep no means, say ",
                  called(feature, names), values.sum(feature), largest_sum),
      mention("missing", "zero"));
}

void remember(const MissingValues& values, LearnerState& memory) {
  if (values.rows() == 0) return;
  std::vector<Index> indices;
  std::vector<double> sums;
  std::vector<double> counts;
  std::vector<Index> zeros;
  for (const auto& [index, sum, missing, is_number] : values.features()) {
    if (!(std::abs(sum) <= largest_sum))
      throw DataError(DataError::Kind::numbers,
                      fmt::format("the sum of feature {} is {:g}, and no model can hold it", index, sum));
    indices.push_back(index);
    sums.push_back(sum);
    counts.push_back(static_cast<double>(missing));
    if (is_number && sum == 0) zeros.push_back(index);
  }
  memory.add_number("missing/rows", static_cast<double>(values.rows()), any_count);
  memory.add("missing/features", std::move(indices));
  memory.add("missing/sums", std::move(sums));
  memory.add("missing/counts", std::move(counts));
  if (!zeros.empty()) memory.add(std::string(zeros_name), std::move(zeros));
}

}  // namespace tacit
