// A learner's predictions for files.
#include <pybind11/stl.h>

#include <algorithm>
#include <array>
#include <limits>

#include "bound_learner.hpp"
#include "keywords.hpp"
#include "tacit/core/require.hpp"
#include "tacit/run/file_predictions.hpp"
#include "tacit/run/prediction_output.hpp"
#include "tacit/run/reading.hpp"
#include "wording.hpp"

namespace tacit::python {

namespace {

namespace py = pybind11;

struct Predicted {
  std::vector<double> numbers;
  std::vector<Message> notes;
};

// Puts the numbers of rows of a block behind the others, and NaN where a bad row was skipped.
void append(const RowsOfBlock& part, std::span<const double> numbers, std::size_t each, std::vector<double>& to) {
  std::size_t gap = part.gap_from;
  const auto leave_out = [&](std::size_t row) {
    for (; gap < part.gap_to && part.block.gaps[gap] <= row; ++gap)
      to.insert(to.end(), each, std::numeric_limits<double>::quiet_NaN());
  };
  for (std::size_t i = 0; i < part.to - part.from; ++i) {
    leave_out(part.from + i);
    to.insert(to.end(), numbers.begin() + static_cast<std::ptrdiff_t>(i * each),
              numbers.begin() + static_cast<std::ptrdiff_t>((i + 1) * each));
  }
  leave_out(part.to);
}

// Of several classes, the number of the one predicted, or a number per class.
void append_classes(const RowsOfBlock& part, std::span<double> scores, const AnyLearner& learner, PredictionOutput output,
                    std::vector<double>& to) {
  if (output == PredictionOutput::label) return append(part, numbers_of_classes(learner, scores, part.to - part.from), 1, to);
  if (output == PredictionOutput::probability) show_probabilities(scores, learner);
  append(part, scores, learner.outputs(), to);
}

// Scores are shown as `output`; without one, the ends of intervals are asked for.
Predicted predicted(const Session& session, const std::vector<std::string>& files, const Settings& how,
                    std::optional<PredictionOutput> output, Progress& progress) {
  session.require_sound();
  require_order_of_input(how);
  const Model model = session.model();
  Complaints complaints(on_error(how));
  note_other_columns(how, model, complaints, ReadingUse::prediction);
  FeatureNames names = feature_names(model, true);
  ExampleStream stream(stream_settings(files, how, model, ReadingUse::prediction), names, complaints);
  FilePredictions predictions({model, session.learner(), output ? nullptr : session.intervals()}, LabelForm::written);
  Predicted all;
  bool any = false;
  while (Block* const block = stream.next()) {
    for (predictions.take(*block); predictions.predict(stream);) {
      if (output && has_class_names(model.configuration)) {
        append_classes(predictions.part(), predictions.scores(), session.learner(), *output, all.numbers);
      } else {
        if (output) show(predictions.scores(), *output, model.configuration);
        const std::span<const double> made = output ? predictions.scores() : predictions.ends();
        append(predictions.part(), made, output ? session.outputs() : 3, all.numbers);
      }
    }
    any = any || block->rows.size() > 0;
    progress.advance(block->rows.size());
  }
  if (!any) throw DataError(stream.no_examples());
  progress.report();
  all.notes = complaints.notes();
  for (Message& note : predictions.notes(names)) all.notes.push_back(std::move(note));
  return all;
}

Numbers array_of(const Predicted& all, std::size_t each) {
  for (const Message& note : all.notes) warn(note);
  const std::size_t rows = all.numbers.size() / each;
  Numbers array = each == 1 ? Numbers(std::array{rows}) : Numbers(std::array{rows, each});
  std::ranges::copy(all.numbers, array.mutable_data());
  return array;
}

}  // namespace

Numbers BoundLearner::predict_files(const std::vector<std::string>& files, const py::dict& keywords, const std::string& output,
                                    const py::object& progress) const {
  const Settings how = settings_said(keywords);
  Progress reported(progress);
  Predicted all;
  std::size_t each = 0;
  {
    const Held held(turn_);
    each = array_.session().outputs();
    Configuration configuration = array_.session().configuration();
    configuration.labels = array_.session().labels();
    const PredictionOutput shown_as = prediction_output(configuration, output);
    require(shown_as != PredictionOutput::all,
            "output='all' is for the command line; expected 'label', 'score' or 'probability'");
    if (has_class_names(configuration) && shown_as == PredictionOutput::label) each = 1;
    const py::gil_scoped_release others_run;
    all = predicted(array_.session(), files, how, shown_as, reported);
  }
  return array_of(all, each);
}

Numbers BoundLearner::predict_interval_files(const std::vector<std::string>& files, const py::dict& keywords,
                                             const py::object& progress) const {
  const Settings how = settings_said(keywords);
  Progress reported(progress);
  Predicted all;
  {
    const Held held(turn_);
    require_intervals(array_.session().intervals());
    const py::gil_scoped_release others_run;
    all = predicted(array_.session(), files, how, std::nullopt, reported);
  }
  return array_of(all, 3);
}

}  // namespace tacit::python
