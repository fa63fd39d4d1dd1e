// A CrossMaker makes the crosses of one row after the other, in memory of its own.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "tacit/core/message.hpp"
#include "tacit/core/uninitialised.hpp"
#include "tacit/data/cross_patterns.hpp"
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

  // What was made: indices in increasing order, none twice, and values, none of them 0.
  std::span<const Index> indices() const { return {crosses_, size_}; }
  std::span<const double> values() const { return {values_.data(), size_}; }
  const Message& fault() const { return fault_; }

 private:
  struct Feature {
    Index index;
    double value;
    Crosses::Parts parts;
  };

  // A product as it is made; some may share an index.
  struct Made {
    Index index;
    std::uint32_t order;
    double value;

    std::uint64_t key() const { return std::uint64_t{index} << 32U | order; }
  };

  bool add_product(const Crosses& crosses, std::span<const std::uint32_t> places);
  bool make_term(const Crosses& crosses, std::size_t term, std::size_t depth);
  bool is_first_way(const Crosses& crosses, std::size_t term) const;
  bool fits(const Crosses::Term& term, std::span<const std::uint32_t> places) const;

  void add_made(Index index, double value);
  std::span<const Index> crossed() const { return {crossed_.data(), factors_used_}; }
  void look_at(const Row& row);
  bool make_as_before(const Crosses& crosses);
  void make_hashed(std::size_t first, std::size_t count, CrossHash hash, double product, unsigned bits);
  void make_exact(std::size_t first, std::size_t depth, std::size_t count, double product);
  bool learn_pattern();
  void multiply(const Crosses& crosses, const CrossPatterns::Pattern& pattern);
  template <bool shared>
  const std::uint32_t* multiply_from(std::size_t first, std::size_t count, double product, const std::uint32_t* place);

  void sort_by_key() { std::ranges::sort(std::span(made_.data(), made_used_), {}, &Made::key); }
  void sort_by_hash(unsigned bits);
  template <class Count>
  void sort_counted(unsigned bits);
  void add_up();
  std::size_t put_back(const Made& cross, std::size_t size);
  void leave_out_zeros();

  std::vector<Feature> features_;
  std::vector<std::vector<std::uint32_t>> places_;    // of the features of each part
  std::array<std::size_t, most_crossed> at_{};        // of the term that is being made: where in these lists
  std::array<std::uint32_t, most_crossed> chosen_{};  // and which features
  // Arrays are longer than what is used of them.
  UninitialisedVector<Index> crossed_;   // of the row whose crosses of all are made
  UninitialisedVector<double> factors_;  // their values
  std::size_t factors_used_ = 0;
  std::array<Index, most_crossed> factor_indices_{};  // of the product that is being made
  UninitialisedVector<Made> made_;
  std::size_t made_used_ = 0;
  UninitialisedVector<Made> sorted_;  // scratch
  std::vector<std::byte> begins_;     // of buckets, as counts
  std::vector<std::size_t> counts_;   // for which the patterns hold
  unsigned bits_ = 0;                 // likewise
  CrossPatterns patterns_;
  UninitialisedVector<Index> indices_;
  UninitialisedVector<double> values_;
  const Index* crosses_ = nullptr;  // of the pattern, or indices_
  std::size_t size_ = 0;
  Message fault_;
};

// Appends the rows from..to-1 to others, with the crosses of all their features; rows without a fault().
void append_crossed(const Crosses& crosses, const Dataset& rows, std::size_t from, std::size_t to, Dataset& into,
                    CrossMaker& maker);
// Gives each row the crosses of all its features; likewise.
void cross_all(const Crosses& crosses, Dataset& rows, Dataset& scratch, CrossMaker& maker);
// Gives each row its crosses by name, where features have numbers: parts_of tells what they are. Returns the first row that
// cannot have them, as maker.fault() says, and then changes nothing.
std::optional<std::size_t> cross_named(const Crosses& crosses, const std::function<Crosses::Parts(Index)>& parts_of,
                                       Dataset& rows, Dataset& scratch, CrossMaker& maker);

}  // namespace tacit
