// Predictions for the rows of files, in their order: what `tacit predict` writes, and Python's `predict_file` returns.
//
//     FeatureNames names = feature_names(model, true);
//     ExampleStream stream(stream_settings(files, how, model, ReadingUse::prediction), names, complaints);
//     FilePredictions predictions({model, learner, intervals}, LabelForm::written);
//     while (Block* block = stream.next()) predictions.predict(*block, stream);
#pragma once

#include <span>
#include <vector>

#include "tacit/data/example_stream.hpp"
#include "tacit/run/forecast.hpp"
#include "tacit/run/intervals.hpp"
#include "tacit/run/known_features.hpp"
#include "tacit/run/model.hpp"
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

  // Predicts the block's rows. Throws DataError, which names the row, for a prediction that is not finite.
  void predict(Block& block, const ExampleStream& stream);

  // Of the last block, valid until the next: the rows as the learner saw them, as many scores per row as the learner has outputs,
  // and low end, prediction and high end per row, if there are intervals.
  const Dataset& rows() const { return *rows_; }
  std::span<double> scores() { return scores_; }
  std::span<const double> ends() const { return ends_; }

  // What is worth knowing once all rows are predicted; `names` are those of the stream.
  std::vector<Message> notes(const FeatureNames& names) const;

 private:
  With with_;
  Forecast forecast_;
  KnownFeatures known_;
  Dataset* rows_ = nullptr;
  std::vector<double> scores_;
  std::vector<Interval> made_;
  std::vector<double> ends_;
};

}  // namespace tacit
