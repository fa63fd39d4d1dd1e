// The crosses of rows in memory, whose features come by index. Their names are those of a frame's columns, of the dictionary, or
// what a caller asked the index of; else a feature is called by its number.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "tacit/data/cross_maker.hpp"
#include "tacit/data/dataset.hpp"
#include "tacit/learners/configuration.hpp"

namespace tacit {

class GivenCrosses {
 public:
  // Null where nothing is crossed.
  static std::unique_ptr<GivenCrosses> of(const Configuration& configuration);

  // By name, for rows that are built from names; null if there are none.
  const Crosses* named() const { return crosses_->any_named() ? crosses_.get() : nullptr; }

  // Feature `index` is called so.
  void call(Index index, std::string_view name);
  // Feature j is called as the j-th of them. Throws DataError if none is what a cross names.
  void call_columns(std::span<const std::string> names);

  // Gives rows their crosses; those by name only to rows that were not built from names. Throws DataError. Many threads may do so
  // at the same time.
  void make(Dataset& rows, std::span<const std::string> dictionary, bool built) const;

 private:
  Crosses::Parts parts_of(Index index, std::span<const std::string> dictionary) const;
  void require_names(std::span<const std::string> dictionary) const;

  std::shared_ptr<const Crosses> crosses_;
  std::vector<std::string> columns_;
  std::unordered_map<Index, Crosses::Parts> asked_;
};

}  // namespace tacit
