// Predictions for the rows of files, in their order: what `tacit predict` writes, and Python's `predict_file` returns.
//
//     FeatureNames names = feature_names(model, true);
//     ExampleStream stream(stream_settings(files, how, model, ReadingUse::prediction), names, complaints);
//     FilePredictions predictions({model, learner, intervals}, LabelForm::written);
//     while (Block* block = stream.next()) {
//       for (predictions.take(*block); predictions.predict(stream);) use(predictions.part(), predictions.scores());
//     }
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "tacit/data/example_stream.hpp"
#include "tacit/run/forecast.hpp"
#include "tacit/run/intervals.hpp"
#include "tacit/run/known_features.hpp"
#include "tacit/run/model.hpp"
#include "tacit/run/observer.hpp"
#include "tacit/run/settings.hpp"

namespace tacit {

// Throws SettingError if the settings ask for another order of the rows.
void require_order_of_input(const Settings& how);

// Throws SettingError if there are none.
void require_intervals(const Intervals* intervals);

class FilePredictions {
 public:
  // What predicts, which outlives the predictions. Collapsed, the weights of the model do, and the learner only finishes them.
  struct With {
    const Model& model;
    const AnyLearner& learner;
    const Intervals* intervals = nullptr;
    bool collapsed = false;
  };
  FilePredictions(const With& with, LabelForm form) : with_(with), forecast_(with.model, form), known_(with.model) {}

  // Takes the block's rows, which outlive their predictions.
  void take(Block& block);
  // Predicts the next part of the block; false behind the last. A part is the whole block, unless so many scores per row would
  // take more than a few megabytes; every block has one at least. Throws DataError, which names the row, for a prediction that is
  // not finite.
  bool predict(const ExampleStream& stream);

  // Of the last part, valid until the next: which rows of the block these are, the rows as the learner saw them, as many scores
  // per row as the learner has outputs, and low end, prediction and high end per row, if there are intervals.
  const RowsOfBlock& part() const { return *part_; }
  const Dataset& rows() const { return *rows_of_part_; }
  std::span<double> scores() { return scores_; }
  std::span<const double> ends() const { return ends_; }

  // What is worth knowing once all rows are predicted; `names` are those of the stream.
  std::vector<Message> notes(const FeatureNames& names) const;

 private:
  // Says which rows the next part has.
  void begin_part();

  With with_;
  Forecast forecast_;
  KnownFeatures known_;
  const Block* block_ = nullptr;
  Dataset* rows_ = nullptr;          // of the block
  Dataset* rows_of_part_ = nullptr;  // the same, or some of them
  Dataset some_;
  std::optional<RowsOfBlock> part_;
  std::vector<double> scores_;
  std::vector<Interval> made_;
  std::vector<double> ends_;
};

}  // namespace tacit
