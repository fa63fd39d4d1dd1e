// A Model holds the configuration, the sums and the learner's state of a run. A run that is saved and loaded continues bit for
// bit.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "tacit/data/column_choice.hpp"
#include "tacit/data/column_contents.hpp"
#include "tacit/data/output_file.hpp"
#include "tacit/eval/tally.hpp"
#include "tacit/learners/any_learner.hpp"
#include "tacit/learners/configuration.hpp"
#include "tacit/run/intervals.hpp"

namespace tacit {

// How far a run over files had come when its model was taken: the run can go on from there.
struct Unfinished {
  std::uint64_t rows = 0;                        // learned from, of those in the files
  std::uint64_t bad_rows = 0;                    // left out before the next row
  std::uint64_t last_row = 0;                    // a hash of the last row
  LearnerState watched;                          // what an observer wants to know again; numbers and arrays of them
  std::set<std::string, std::less<>> decided{};  // the columns of which these rows told first what they hold
  std::uint64_t pass = 1;                        // in which it is; `rows` may be 0 of a later one than the first
  std::uint64_t passes = 1;                      // in all
  LearnerState origin{};   // of several: what the run knew of labels and times when it began, as later ones begin with that
  LearnerState guesses{};  // of a later one: what it makes of the labels in these rows

  bool operator==(const Unfinished&) const = default;
};

struct Model {
  Configuration configuration;
  Tally tally;
  SparseWeights weights;                       // as a person means them, scale included; index 0 is the bias
  std::vector<SparseWeights> further_weights;  // of outputs 1, 2, ..., where a learner has several; then `weights` is of output 0
  double lambda = 0;                           // of the coming round
  SparseWeights largest;                       // what each feature is divided by, with a scale
  std::vector<std::string> names;              // of features 1, 2, ..., with a dictionary
  ColumnChoice columns;                        // as the data were read
  ColumnContents contents;                     // what columns of delimited text have held
  std::optional<LearnerState> state;           // none: a fresh learner starts from the weights
  LearnerState memory;                         // what the run remembers beside its learner
  std::optional<Unfinished> unfinished;        // none: the run came to the end of its files
  bool state_in_learner = false;               // the learner that was loaded with it has the state: no such model can be written

  // Whether a run goes on from it; else a fresh learner starts from the weights.
  bool has_state() const { return state.has_value() || state_in_learner; }
  // One vector per output.
  std::vector<SparseWeights> all_weights() const;
};

Model snapshot(const Configuration& configuration, const Tally& tally, const AnyLearner& learner);

// A learner that goes on where the model stopped, or starts from its weights. Throws std::invalid_argument if that cannot be.
std::unique_ptr<AnyLearner> revive(const Model& model);
// Its intervals likewise: those that it remembers, or fresh ones; null where its run makes none.
std::unique_ptr<Intervals> revive_intervals(const Model& model);

// The JSON object that `tacit inspect --json` prints and `--start` accepts; numbers read back to the same bits.
std::string to_json(const Model& model);

// The bytes of the binary form, versioned and checksummed.
std::string to_binary(const Model& model);

// These hand the same on piece by piece, so that a large model is not in memory twice.
using ByteSink = std::function<void(std::string_view)>;
void write_json(const Model& model, const ByteSink& sink);
void write_binary(const Model& model, const ByteSink& sink);

// A model with the learner that goes on from it, which is revived once.
struct LoadedModel {
  Model model;
  std::unique_ptr<AnyLearner> learner;
  std::unique_ptr<Intervals> intervals{};  // none: revived when they are asked for, if the model has any
};
// What is needed of a file: all, such as to write it again; a learner, whose state is then in memory once, not twice, and comes
// piece by piece from a binary file; or weights to predict with, and of the learner no more than predictions_from() and report().
enum class Need { model, learner, collapsed };
LoadedModel load(const std::string& path, Need need = Need::model);
// Plain or compressed bytes; `name` is for messages.
LoadedModel load_bytes(std::string_view bytes, const std::string& name, Need need = Need::model);

// A model that is only looked at, and how its mixture came to its predictions, if it is one. It takes memory in proportion to its
// file, while a learner takes a page per feature where features are far apart.
struct ShownModel {
  Model model;
  std::optional<MixtureReport> mixture;
};
ShownModel load_to_show(const std::string& path);

// A file whose name ends in .json holds the JSON object; any other holds the binary form. The file is written beside its target
// and renamed. Throws DataError.
void save_model(const Model& model, const std::string& path);
// Writes into a file that was opened before a long run.
void write_model(const Model& model, OutputFile& file);

// These return the model alone.
Model load_model(const std::string& path);
Model parse_model(std::string_view bytes, const std::string& name);

}  // namespace tacit
