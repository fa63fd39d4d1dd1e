// A FeatureMaker gives each row what its time and the labels before it say: features of the calendar and lags. It is a function
// of the stream of rows, labels, times and groups alone, whatever learns from them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "run/making/history.hpp"
#include "tacit/data/column_choice.hpp"
#include "tacit/data/dataset.hpp"
#include "tacit/data/lag_choice.hpp"

namespace tacit {

class FeatureMaker {
 public:
  // Labels are numbers, or classes by their numbers.
  explicit FeatureMaker(LagChoice lags, bool classes = false) : lags_(std::move(lags)), classes_(classes) {}

  // Rows have times, or groups, from now on.
  void expect(const ColumnChoice& columns) {
    has_time_ = columns.time.has_value();
    has_group_ = columns.group.has_value();
  }

  // Whose row this is, if that one had rows before.
  std::optional<std::uint32_t> find(const RowMark& mark) const;
  // Appends row i of the data with its features; returns whose row it is. The row is then the newest of those whose label is
  // unknown. Throws DataError for a row without the time or the group that is expected.
  std::uint32_t make(const Dataset& given, std::size_t i, Dataset& made);
  // The label of the oldest unknown row of the entity is known now, or it has none.
  void know(std::uint32_t entity, double label) { histories_[entity].know(label, lags_); }
  void miss(std::uint32_t entity) { histories_[entity].miss(); }

  const LagChoice& lags() const { return lags_; }
  bool of_classes() const { return classes_; }
  bool has_time() const { return has_time_; }
  const History& history(std::uint32_t entity) const { return histories_[entity]; }
  std::size_t entities() const { return histories_.size(); }
  // Rows whose time was before that of the row before, of the same entity.
  std::uint64_t steps_back() const { return steps_back_; }

  // All that it remembers beside the histories; keys are there where there are groups.
  struct State {
    bool ticks = false;  // there was a time
    std::int64_t first = 0;
    std::int64_t last = 0;
    std::uint64_t steps_back = 0;
    std::vector<std::uint64_t> keys{};
    std::vector<History> histories{};
  };
  State state() const;
  void go_on(State state);

 private:
  std::uint32_t entity_of(const RowMark& mark);
  void tick(const RowTime& time);
  void add_lags(const History& history);
  void add_class_lags(const History& history);
  void add_calendar(const RowTime& time);

  struct Feature {
    Index index;
    double value;
  };

  LagChoice lags_;
  bool classes_;
  bool has_time_ = false;
  bool has_group_ = false;
  bool ticks_ = false;
  std::int64_t first_ = 0;
  std::int64_t last_ = 0;
  std::uint64_t steps_back_ = 0;
  std::unordered_map<std::uint64_t, std::uint32_t> places_;  // by the group's key
  std::vector<std::uint64_t> keys_;
  std::vector<History> histories_;
  std::vector<Feature> features_;  // of the row at hand
};

}  // namespace tacit
