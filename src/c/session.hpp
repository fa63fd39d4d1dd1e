// What a C handle stands for: a learner with all that a run carries along, so that its model is the one `tacit train` writes.
//
// Bad values throw before anything has changed. A round whose numbers grow beyond a double spoils the learner, and every call
// after it says so.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "c/settings.hpp"
#include "tacit/data/example_stream.hpp"
#include "tacit/run/model.hpp"

namespace tacit::c {

// Rows as C gives them, without a bias.
struct Rows {
  std::size_t count;
  const std::size_t* starts;  // one more than there are rows
  const Index* indices;
  const double* values;
  const double* labels = nullptr;   // null: none are needed
  const double* weights = nullptr;  // null: all 1
};

class Session {
 public:
  explicit Session(const Configuration& configuration);
  explicit Session(const Model& model);

  // Where there are rounds to be told of, `told(i, round)` is.
  template <class Told>
  void learn(const Rows& rows, Told told) {
    require_sound();
    block_.rows.clear();
    block_.growths.clear();
    RowRules rules = rules_;
    take(rows, block_.rows, &rules);
    begin(block_);
    rules_ = rules;
    rounds_.resize(block_.rows.size());
    learn_block(block_, rounds_);
    for (std::size_t i = 0; i < rounds_.size(); ++i) {
      add(rounds_[i], block_.rows[i]);
      told(i, rounds_[i]);
    }
  }
  // How many examples were learned from. A file that is refused anywhere leaves the learner as it was.
  std::uint64_t learn_file(const std::string& path, const FileSettings& settings);

  void predict(const Rows& rows, std::span<double> predictions) const;

  Index feature_index(std::string_view name);

  Model model() const;
  SparseWeights weights() const { return learner_->weights(); }
  double lambda() const { return learner_->lambda(); }
  const Tally& tally() const { return tally_; }
  const std::string* setting(std::string_view name) const;

 private:
  void require_sound() const;
  void take(const Rows& from, Dataset& into, RowRules* rules) const;
  void take_features(const Rows& from, std::size_t i, Dataset& into, double label, double weight) const;
  void begin(Block& block);
  void learn_stream(StreamSettings settings, OnError on_error);
  void learn_block(const Block& block, std::span<Round> rounds);
  void add(const Round& round, const Example& example);
  [[noreturn]] void spoil(const std::string& why);
  std::optional<std::uint64_t> most_features() const;
  FeatureNames& names();

  Configuration configuration_;
  std::string learner_name_;
  bool two_class_;
  bool scaled_;
  std::unique_ptr<AnyLearner> learner_;
  Tally tally_;
  RowRules rules_;
  LargestValues largest_;
  ColumnChoice columns_;
  std::vector<std::string> dictionary_;  // until names_ has it
  std::optional<FeatureNames> names_;    // once asked for: to note who shares an index takes memory
  std::string spoiled_;
  Block block_;
  std::vector<Round> rounds_;
};

}  // namespace tacit::c
