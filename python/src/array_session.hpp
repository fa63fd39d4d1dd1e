// A session that learns from arrays: rows go to it block by block, and what is refused is refused before the first of them. No
// part of this needs the interpreter's lock, but for Progress, which takes it.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "interpreter.hpp"
#include "row_source.hpp"
#include "tacit/run/session.hpp"

namespace tacit::python {

using Column = std::span<const double>;
using MaybeColumn = std::optional<Column>;  // none: all 1

class ArraySession {
 public:
  explicit ArraySession(Session session) : session_(std::move(session)) {}

  Session& session() { return session_; }
  const Session& session() const { return session_; }

  // Learns from all rows in their order; or, from row `first` on, from as many as there are labels. `predictions`, if not empty,
  // gets those made before each round.
  void learn(RowSource& rows, std::optional<std::size_t> first, Column labels, MaybeColumn weights, std::span<double> predictions,
             Progress& progress);
  // Learns from all rows in the order of their content, which every pass shuffles anew.
  void learn_shuffled(RowSource& rows, Column labels, MaybeColumn weights, std::uint64_t seed, unsigned passes,
                      Progress& progress);
  // Writes outputs() numbers per row.
  void predict(RowSource& rows, std::span<double> predictions, Progress& progress) const;
  // Hands on rows as the learner sees them, a few hundred after the other, with outputs() scores per row: use(first, rows,
  // scores) of those from row `first` on.
  using Use = std::function<void(std::size_t first, const Dataset& rows, std::span<double> scores)>;
  void predict(RowSource& rows, const Use& use, Progress& progress) const;
  // Writes low end, prediction and high end per row.
  void predict_interval(RowSource& rows, std::span<double> ends, Progress& progress) const;

 private:
  void require_good(RowSource& rows) const;
  void accept(const RowSource& rows, Column labels, MaybeColumn weights);
  void learn_choice(const RowSource& rows, RowSource::Choice choice, std::span<double> predictions, Progress& progress);

  Session session_;
  Dataset block_;
  std::vector<std::size_t> numbers_;  // of the rows of a block
  std::vector<double> chosen_labels_;
};

// Returns all rows in one dataset, as they are in the arrays.
Dataset gather(RowSource& rows, Column labels, MaybeColumn weights, bool bias);

}  // namespace tacit::python
