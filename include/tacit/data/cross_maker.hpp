// A CrossMaker makes the crosses of one row after the other, in memory of its own.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "tacit/core/message.hpp"
#include "tacit/data/crosses.hpp"
#include "tacit/data/dataset.hpp"

namespace tacit {

class CrossMaker {
 public:
  void clear() { features_.clear(); }
  // Features come in increasing order of index, none twice.
  void add(Index index, double value, Crosses::Parts parts) { features_.push_back({index, value, parts}); }
  // Makes the crosses by name of what was added, in increasing order of index. If it returns false, fault() says why.
  bool make_named(const Crosses& crosses);
  // Gives them to the last row, whose features were added; if it returns false, the row is as it was.
  bool append_named(const Crosses& crosses, Dataset& rows);
  // The same of all features of a row for which Crosses::fault() says nothing.
  void make_of_all(const Crosses& crosses, const Row& row);

  struct Made {
    std::uint64_t key;  // index, and order among those that share one
    double value;

    Index index() const { return static_cast<Index>(key >> 32U); }
  };
  std::span<const Made> made() const { return made_; }
  const Message& fault() const { return fault_; }

 private:
  struct Feature {
    Index index;
    double value;
    Crosses::Parts parts;
  };

  bool add_product(const Crosses& crosses, std::span<const std::uint32_t> places);
  bool make_term(const Crosses& crosses, std::size_t term, std::size_t depth);
  bool is_first_way(const Crosses& crosses, std::size_t term) const;
  bool fits(const Crosses::Term& term, std::span<const std::uint32_t> places) const;
  void cross_from(std::size_t first, std::size_t count, CrossHash hash, double product, unsigned bits);
  void sort_by_hash(unsigned bits);
  void add_up();

  std::vector<Feature> features_;
  std::vector<std::vector<std::uint32_t>> places_;    // of the features of each part
  std::array<std::size_t, most_crossed> at_{};        // of the term that is being made: where in these lists
  std::array<std::uint32_t, most_crossed> chosen_{};  // and which features
  std::vector<Made> made_;
  std::vector<Made> sorted_;           // scratch
  std::vector<std::uint32_t> begins_;  // of buckets
  Message fault_;
};

// Gives each row the crosses of all its features; rows without a fault().
void cross_all(const Crosses& crosses, Dataset& rows, Dataset& scratch, CrossMaker& maker);
// Gives each row its crosses by name, where features have numbers: parts_of tells what they are. Returns the first row that
// cannot have them, as maker.fault() says, and then changes nothing.
std::optional<std::size_t> cross_named(const Crosses& crosses, const std::function<Crosses::Parts(Index)>& parts_of,
                                       Dataset& rows, Dataset& scratch, CrossMaker& maker);

}  // namespace tacit
