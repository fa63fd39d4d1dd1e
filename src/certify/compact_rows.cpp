#include "certify/compact_rows.hpp"

#include <algorithm>
#include <bit>

#include "tacit/core/require.hpp"

namespace tacit::comparing {

namespace {

// The rows so far by their contents, in a table of which less than half is used.
class SeenRows {
 public:
  SeenRows(const CompactRows& rows, std::size_t count) : rows_(rows), table_(std::bit_ceil(2 * count + 2), none) {}

  // Returns the row equal to the last one; if there is none, remembers the last one and returns `none`.
  std::size_t find_or_add(std::size_t last) {
    std::size_t place = hash(last) & (table_.size() - 1);
    while (table_[place] != none && !equal(table_[place], last)) place = (place + 1) & (table_.size() - 1);
    if (table_[place] != none) return table_[place];
    table_[place] = last;
    return none;
  }

  static constexpr std::size_t none = ~std::size_t{0};

 private:
  std::uint64_t hash(std::size_t i) const {
    auto sum = std::bit_cast<std::uint64_t>(rows_.label[i]);
    const auto mix = [&](std::uint64_t word) {
      sum = (sum ^ word) * 0x9e3779b97f4a7c15U;
      sum ^= sum >> 32;
    };
    for (std::size_t k = rows_.ends[i]; k < rows_.ends[i + 1]; ++k)
      mix(std::bit_cast<std::uint64_t>(rows_.value[k]) + rows_.column[k]);
    mix(rows_.ends[i + 1] - rows_.ends[i]);
    return sum;
  }
  bool equal(std::size_t a, std::size_t b) const {
    const auto at = [](const auto& array, std::size_t place) { return array.begin() + static_cast<std::ptrdiff_t>(place); };
    const std::size_t from = rows_.ends[a];
    const std::size_t end = rows_.ends[a + 1];
    return rows_.label[a] == rows_.label[b] && end - from == rows_.ends[b + 1] - rows_.ends[b] &&
           std::equal(at(rows_.column, from), at(rows_.column, end), at(rows_.column, rows_.ends[b])) &&
           std::equal(at(rows_.value, from), at(rows_.value, end), at(rows_.value, rows_.ends[b]));
  }

  const CompactRows& rows_;
  std::vector<std::size_t> table_;
};

// The features that some row of weight has, in increasing order.
std::vector<Index> features_of(const Dataset& rows) {
  std::vector<Index> features;
  std::size_t sorted = 0;  // so many of them are, and each is there once
  const auto sort = [&] {
    std::ranges::sort(features);
    features.erase(std::unique(features.begin(), features.end()), features.end());
    sorted = features.size();
  };
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows.weight(i) == 0) continue;
    const Row row = rows.row(i);
    for (std::size_t k = 0; k < row.size; ++k) {
      if (row.value[k] != 0) features.push_back(row.index[k]);
    }
    if (features.size() > 2 * sorted + 65536) sort();
  }
  sort();
  return features;
}

// The place of each feature in that list: by a table where the indices are small, else by halving, since one large index may not
// take gigabytes.
class Columns {
 public:
  Columns(const std::vector<Index>& features, std::size_t nonzeros) : features_(features) {
    if (features.empty() || features.back() > std::max<std::size_t>(65536, 4 * nonzeros)) return;
    table_.resize(std::size_t{features.back()} + 1);
    for (std::size_t j = 0; j < features.size(); ++j) table_[features[j]] = static_cast<std::uint32_t>(j);
  }

  std::uint32_t of(Index index) const {
    if (!table_.empty()) return table_[index];
    return static_cast<std::uint32_t>(std::ranges::lower_bound(features_, index) - features_.begin());
  }

 private:
  const std::vector<Index>& features_;
  std::vector<std::uint32_t> table_;
};

// Returns whether a + b is exact.
bool adds_exactly(double a, double b) { return (a + b) - a == b && (a + b) - b == a; }

}  // namespace

CompactRows::CompactRows(const Dataset& rows) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const double w = rows.weight(i);
    require(is_finite(rows.label(i)) && is_finite(w) && w >= 0, "labels must be finite numbers and weights not below 0");
    if (w == 0) continue;
    ++count;
    const Row row = rows.row(i);
    for (std::size_t k = 0; k < row.size; ++k) require(is_finite(row.value[k]), "features must be finite numbers");
  }
  feature = features_of(rows);
  const Columns columns(feature, rows.nonzeros());

  ends.reserve(count + 1);
  label.reserve(count);
  weight.reserve(count);
  column.reserve(rows.nonzeros());
  value.reserve(rows.nonzeros());
  SeenRows seen(*this, count);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows.weight(i) == 0) continue;
    const Row row = rows.row(i);
    for (std::size_t k = 0; k < row.size; ++k) {
      if (row.value[k] == 0) continue;
      column.push_back(columns.of(row.index[k]));
      value.push_back(row.value[k]);
    }
    ends.push_back(value.size());
    label.push_back(rows.label(i));
    weight.push_back(rows.weight(i));
    const std::size_t twin = seen.find_or_add(size() - 1);
    if (twin == SeenRows::none || !adds_exactly(weight[twin], weight.back())) continue;
    weight[twin] += weight.back();
    label.pop_back();
    weight.pop_back();
    ends.pop_back();
    column.resize(ends.back());
    value.resize(ends.back());
  }
}

SparseWeights CompactRows::spread(const Vector& x) const {
  SparseWeights weights;
  for (std::size_t j = 0; j < columns(); ++j) {
    if (x[j] != 0) weights.emplace_back(feature[j], x[j]);
  }
  return weights;
}

}  // namespace tacit::comparing
