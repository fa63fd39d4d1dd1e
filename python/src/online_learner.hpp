// A learner with all that it remembers from one call to the next, so that it can be saved and gone on with: the model of
// `tacit train` in pieces. No part of this needs the interpreter's lock, but for Progress, which takes it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "content_order.hpp"
#include "interpreter.hpp"
#include "named_features.hpp"
#include "row_source.hpp"
#include "tacit/data/example_stream.hpp"
#include "tacit/data/feature_names.hpp"
#include "tacit/data/labels.hpp"
#include "tacit/data/row_builder.hpp"
#include "tacit/run/model.hpp"

namespace tacit::python {

// A number, or one of the two words that the learner was given.
using Label = std::variant<double, std::string>;

class OnlineLearner {
 public:
  explicit OnlineLearner(Model model);

  // From row `first` on, as many rows as there are labels, in their order. Refuses bad ones with std::invalid_argument before it
  // learns from the first. `predictions`, if not empty, gets those made before each round.
  void learn(RowSource& rows, std::size_t first, std::span<const double> labels, std::optional<std::span<const double>> weights,
             std::span<double> predictions, Progress& progress);
  // From all rows in the order of their content, which every pass shuffles anew.
  void learn_shuffled(RowSource& rows, std::span<const double> labels, std::optional<std::span<const double>> weights,
                      std::uint64_t seed, unsigned passes, Progress& progress);
  // Returns the prediction made before. What is refused, with std::invalid_argument or TypeError, leaves nothing behind.
  double learn_one(const NamedFeatures& features, const Label& label, double weight);
  // From files, as `tacit train` does. What is thrown half-way leaves the learner as it was.
  void learn_files(StreamSettings settings, const ColumnChoice& columns, Complaints& complaints, Progress& progress);

  void predict(RowSource& rows, std::span<double> predictions, Progress& progress) const;
  // Features whose names a dictionary does not have are left out.
  double predict_one(const NamedFeatures& features);

  // All rows in one dataset as this learner, fresh, would see them: checked, labels understood, scaled by max-abs if that is its
  // way.
  Dataset gather(RowSource& rows, std::span<const double> labels, std::optional<std::span<const double>> weights) const;

  Model model() const;
  const Configuration& configuration() const { return model_.configuration; }
  const Tally& tally() const { return model_.tally; }
  const AnyLearner& learner() const { return *learner_; }
  const ColumnChoice& columns() const { return model_.columns; }
  // Of two classes, once they are known.
  std::optional<std::pair<double, double>> labels() const;
  // Names of features 1, 2, ...; none when hashing.
  const std::vector<std::string>& dictionary() const { return names_ ? names_->dictionary() : model_.names; }
  // As the settings of a stream have to be.
  void settle(StreamSettings& settings) const;

 private:
  enum class NewNames { keep, leave_out };
  enum class Scale { none, online, max_abs };

  static Scale scale_of(const Configuration& configuration);

  FeatureNames& names();
  // The one row of row_. Names and learner are as before if it throws.
  void build_row(const NamedFeatures& features, double label, double weight, NewNames new_names);
  // As a number, of two classes that of `classes`, which may come to be known by it.
  double understood(const Label& label, TwoClassLabels& classes) const;
  void require_usable() const;
  void require_room_for(std::uint64_t examples) const;
  TwoClassLabels check(RowSource& rows, std::size_t first, std::span<const double> labels,
                       std::optional<std::span<const double>> weights) const;
  void learn_choice(const RowSource& rows, RowSource::Choice choice, std::span<double> predictions, Progress& progress);
  void observe_largest(const RowSource& rows);
  void learn_block(const Dataset& rows, const std::vector<Growth>& growths);
  void require_column_count(const RowSource& rows) const;

  Model model_;  // all but weights, lambda and state
  bool two_class_;
  Scale scale_;
  std::unique_ptr<AnyLearner> learner_;
  TwoClassLabels labels_;
  LargestValues largest_;
  std::unique_ptr<FeatureNames> names_;  // made when first asked for
  bool diverged_ = false;
  RowBuilder builder_;
  Dataset row_;
  Dataset block_;
  std::vector<Round> rounds_;
  std::vector<Growth> growths_;
  std::vector<std::size_t> numbers_;  // of the rows of a block
  std::vector<double> chosen_labels_;
};

}  // namespace tacit::python
