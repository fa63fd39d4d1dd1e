// A Session is a run: a learner with all that it remembers from one example to the next. The model it leaves is the one that
// `tacit train` writes. The command line, C and Python are faces of this class.
//
//     tacit::Session session({{"loss", "logistic"}, {"labels", "ham,spam"}});
//     session.learn_one({{"length", 12.0}, {"word=free", 1.0}}, "spam");
//     session.learn_files({"mail.vw.gz"});
//     tacit::save_model(session.model(), "mail.tacit");
//
// What is refused, with SettingError or DataError, leaves the session as it was. The one exception is a call on rows in memory
// that fails while it learns: the session is spoiled, and every call after it says so.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tacit/data/class_names.hpp"
#include "tacit/data/example_stream.hpp"
#include "tacit/data/missing_values.hpp"
#include "tacit/data/row_builder.hpp"
#include "tacit/data/row_rules.hpp"
#include "tacit/data/scaling.hpp"
#include "tacit/run/baselines.hpp"
#include "tacit/run/given_rows.hpp"
#include "tacit/run/model.hpp"
#include "tacit/run/no_examples.hpp"
#include "tacit/run/observer.hpp"
#include "tacit/run/settings.hpp"

namespace tacit {

class Baselines;
class LabelWeights;
class Forecast;
class GivenCrosses;
class Making;

class Session {
 public:
  explicit Session(const Settings& settings = {});  // a fresh learner
  Session(std::initializer_list<std::pair<std::string_view, std::string_view>> typed) : Session(Settings(typed)) {}
  // Goes on where the model stopped, bit for bit, or starts from its weights. Throws std::invalid_argument if no learner can.
  explicit Session(const Model& model);
  explicit Session(LoadedModel loaded);
  // Does the same with settings put over the model's. A model with a state refuses those that differ; `name` is for messages.
  Session(LoadedModel loaded, const Settings& settings, const std::string& name);
  Session(Session&&) noexcept;
  Session& operator=(Session&&) noexcept;
  ~Session();
  // Learns from the rows in their order; calls told(i, round) after each round. Features that are new to `scale max-abs` get
  // their scale from the rows of this call.
  template <class Told>
  void learn(const SparseRows& rows, Told told) {
    take(rows);
    learn_prepared(block_.rows, block_.growths, told);
  }
  void learn(const SparseRows& rows) {
    learn(rows, [](std::size_t, const Round&) {});
  }
  // Returns the prediction made before. Names that a dictionary does not have yet are added to it.
  double learn_one(std::span<const NamedValue> features, const Label& label, double weight = 1);
  double learn_one(std::initializer_list<NamedValue> features, const Label& label, double weight = 1) {
    return learn_one(std::span(features.begin(), features.size()), label, weight);
  }

  // Learns from files (`-` is standard input) to their end and tells the observer of every round; `how` holds settings of
  // reading, and perhaps the labels of the files' classes, for a session that knows none. Returns how many examples there were.
  // Further passes (setting passes) tell no rounds; one that fails leaves the session as the pass before did.
  template <class Observer>
  std::uint64_t learn_files(const std::vector<std::string>& files, const Settings& how, Complaints& complaints,
                            Observer&& observer) {
    return learn_passes(files, how, complaints, {}, observer);
  }
  std::uint64_t passes() const;  // that the last run has made over its files
  std::uint64_t learn_files(const std::vector<std::string>& files, const Settings& how = {});
  // How far a run over files had come that an observer stopped, or in whose middle this session's model was taken; else nothing.
  const std::optional<Unfinished>& unfinished() const { return unfinished_; }
  // Goes on with the unfinished run: reads its files from the beginning, passes over the rows that it has learned from, and
  // learns from the others. Throws DataError if these are other files. The session then is as if the run had never stopped.
  template <class Observer>
  std::uint64_t continue_files(const std::vector<std::string>& files, const Settings& how, Complaints& complaints,
                               Observer&& observer) {
    return learn_passes(files, how, complaints, unfinished_.value(), observer);
  }

  // outputs() numbers per row. Many threads may predict at the same time.
  void predict(const SparseRows& rows, std::span<double> predictions) const;
  // Low end, prediction and high end per row. Throws SettingError if the session makes no intervals.
  void predict_intervals(const SparseRows& rows, std::span<double> ends) const;
  // Names that a dictionary does not have are left out.
  void predict_one(std::span<const NamedValue> features, std::span<double> predictions);
  // Of several classes, returns the number of the one predicted, as a Round does.
  double predict_one(std::span<const NamedValue> features);
  double predict_one(std::initializer_list<NamedValue> features) {
    return predict_one(std::span(features.begin(), features.size()));
  }

  // The index of a named feature, as if it came from a file; a dictionary gives a new name the next index.
  Index feature_index(std::string_view name);
  // Gives feature j the j-th name, as the columns of a frame have names; a session that hashes names keeps none. Throws DataError
  // if the dictionary calls these features otherwise, or if a column is missing that is crossed.
  void name_columns(std::span<const std::string> names);
  void require_columns(std::span<const std::string> names);
  // What a model file holds; an observer may ask in the middle of a run. Throws DataError if a number has grown too large for it.
  Model model() const;

  const Configuration& configuration() const { return configuration_; }
  const Tally& tally() const { return tally_; }
  // What guesses without weights would have lost on the same rounds; nothing for a run that began with a model that did not ask.
  BaselineLosses baselines() const;
  BaselineLosses baselines_excess() const;               // as Tally::average_excess()
  std::optional<double> root_mean_square_error() const;  // of the predictions, by weight; nothing where labels are no numbers
  const AnyLearner& learner() const { return *learner_; }
  const ColumnChoice& columns() const { return columns_; }
  std::size_t waiting() const;                                     // rows whose labels are not known yet
  const Intervals* intervals() const { return intervals_.get(); }  // null where no `interval` is asked for
  std::size_t outputs() const { return learner_->outputs(); }
  // From now on an observer of files may ask for all scores that a row had before it was learned from.
  void keep_scores() { keeps_scores_ = true; }
  std::span<const double> scores_of(std::size_t row) const;
  // Of one output; outputs count from 0. Throws std::invalid_argument if there is no such output.
  SparseWeights weights(std::size_t output = 0) const;
  // A setting as it would be given; monostate where it does not apply or is not remembered. Throws SettingError for other names.
  SettingValue setting(std::string_view name) const;
  std::optional<std::pair<double, double>> labels() const;  // of the negative and the positive class, once they are known
  ClassTable* classes() { return classes_.get(); }          // null where labels are not classes with names
  // Names of features 1, 2, ...; none when hashing.
  const std::vector<std::string>& dictionary() const { return names_ ? names_->dictionary() : dictionary_; }
  const FeatureNames* names() const { return names_.get(); }  // how names became indices; null before the first

  // For faces with arrays of their own: rows as in the data, with a bias if the configuration has one, and missing numbers
  // marked. A call looks at all its labels and weights, and where scales are wanted at all its features, before it learns.
  void require_sound() const;
  void require_room_for(std::uint64_t examples) const;
  void require_features(std::uint64_t features) const;  // throws DataError if one of 1 to `features` lies outside the domain
  void require_fillable() const;  // throws DataError if rows in memory that lack a number can be neither learned nor predicted
  void accept_labels(std::span<const double> labels,
                     std::span<const double> weights = {});  // all weights are 1 if none are given
  bool wants_scales() const { return scale_ == Scaling::max_abs; }
  void accept_scales(const LargestValues& found);
  void observe(Dataset& rows, LargestValues& found) const;
  void prepare(Dataset& rows);  // understands the labels, crosses and scales the features
  template <class Told>
  void learn_rows(Dataset& rows, Told told) {
    prepare(rows);
    learn_prepared(rows, block_.growths, told);
  }
  // Messages count the rows from `first`.
  void predict_rows(Dataset& rows, std::span<double> to, std::size_t first = 0, Forecast* forecast = nullptr) const;
  void predict_interval_rows(Dataset& rows, std::span<double> ends, std::size_t first = 0, Forecast* forecast = nullptr) const;
  // What predictions of several calls share, where rows come one behind the other; null where they need nothing.
  std::unique_ptr<Forecast> forecast() const;

 private:
  enum class NewNames { keep, leave_out };
  class Files;
  class Passes;
  void take(const SparseRows& rows);
  void take(const SparseRows& rows, Dataset& into, RowRules* rules) const;
  void take_features(const SparseRows& rows, std::size_t i, Dataset& into, double label, double weight) const;
  void require_no_marks() const;
  void predict_crossed(Dataset& rows, std::span<double> to, std::size_t first, Forecast* forecast, bool follows) const;
  void cross(Dataset& rows, bool built = false) const;
  void scale(Dataset& rows);
  void scale_call();
  void put_means(Dataset& rows);
  double understood(const Label& label, RowRules& rules) const;
  void build_row(std::span<const NamedValue> features, double label, double weight, NewNames new_names);
  FeatureNames& open_names();
  void know_classes(const RowsOfBlock& rows);
  void know_classes();
  // Learns from rows `from` to `to`, with features that online scaling divides anew. Returns the rows as the learner saw them.
  const Dataset& learn_range(Dataset& rows, std::span<const Growth> growths, std::size_t from, std::size_t to);
  void add(const Dataset& rows, std::size_t i, const Block* block) {
    if (least_ != nullptr) rounds_[i].least = rows.weight(i) * least_(rows.label(i));
    if (!is_sound(rounds_[i]) || (intervals_ && !intervals_->is_sound(i))) spoil(rows, i, block);
    const CountedFeatures counted = counted_features(rows[i], filled_, crosses_ != nullptr);
    tally_.add(rounds_[i], counted.example, task_, counted.further);
    if (!tally_.fits(Limits{}.high)) spoil_sum(rows, i, block);
  }
  [[noreturn]] void spoil(const Dataset& rows, std::size_t i, const Block* block);
  [[noreturn]] void spoil_sum(const Dataset& rows, std::size_t i, const Block* block);
  std::string place(const Dataset& rows, std::size_t i, const Block* block) const;
  template <class Told>
  void learn_prepared(Dataset& rows, std::span<const Growth> growths, Told told) {
    unfinished_.reset();
    const Dataset& seen = learn_range(rows, growths, 0, rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      add(seen, i, nullptr);
      told(i, rounds_[i]);
    }
  }

  void begin_files(const std::vector<std::string>& files, const Settings& how, Complaints& complaints, const Unfinished& skipped);
  bool wait_for_block(std::chrono::steady_clock::time_point until);
  Block* next_block();
  const ExampleStream& stream() const;
  RowsOfBlock skip_rows(const Block& block);
  Block& begin_filling(Block& block, const RowsOfBlock& skipped);
  void fill_rows(const RowsOfBlock& rows);
  bool has_more(const Block& block) const;
  RowsOfBlock next_rows(const Block& block, std::uint64_t pause) const;
  void pass(const RowsOfBlock& rows);
  void know_labels(const std::pair<double, double>& labels);
  std::size_t names_learned() const;
  void note_times() const;
  void note_class_weights() const;
  std::uint64_t end_files();
  void abandon_files();
  Unfinished unfinished_here() const;
  bool begin_passes(const std::vector<std::string>& files, const Settings& how, Complaints& complaints, const Unfinished& from);
  void learn_again(const std::vector<std::string>& files, const Settings& how, Complaints& complaints, LaterPasses told);
  void learn_pass(const std::vector<std::string>& files, const Settings& how, Complaints& complaints, LaterPasses& told);

  // Defined in session_files.hpp.
  template <class Observer>
  std::uint64_t learn_passes(const std::vector<std::string>& files, const Settings& how, Complaints& complaints,
                             const Unfinished& from, Observer& observer);
  template <class Observer>
  std::uint64_t learn_open_files(Observer& observer);
  template <class Observer>
  Block* next_block(Observer& observer);
  template <class Observer>
  void learn_block(Block& block, Observer& observer);

  Configuration configuration_;
  Task task_;
  LeastLoss least_;
  Scaling scale_;
  std::unique_ptr<AnyLearner> learner_;
  std::unique_ptr<Intervals> intervals_;  // null: none are made
  Tally tally_;
  std::unique_ptr<LabelWeights> class_weights_;  // null: all classes weigh alike
  std::unique_ptr<Passes> passes_;               // of the last run over files
  std::unique_ptr<Baselines> baselines_;
  std::unique_ptr<Making> making_;  // where rows have times, lags, groups or late labels
  std::unique_ptr<ClassTable> classes_;
  std::unique_ptr<GivenCrosses> crosses_;  // of rows in memory
  RowRules rules_;
  LargestValues largest_;
  Missing missing_;
  MissingValues means_;
  bool filled_ = false;  // rows that are learned from have had missing numbers
  Block filled_block_;
  ColumnChoice columns_;
  ColumnContents contents_;
  std::vector<std::string> dictionary_;  // until names_ has it
  std::unique_ptr<FeatureNames> names_;  // once asked for: to note who shares an index takes memory
  std::string spoiled_;                  // why, if it is
  std::unique_ptr<Files> files_;         // being read
  std::optional<Unfinished> unfinished_;
  Block block_;
  std::vector<Round> rounds_;
  bool keeps_scores_ = false;
  std::vector<double> scores_;  // of the rows from first_scored_ on
  std::size_t first_scored_ = 0;
  RowBuilder builder_;
};

}  // namespace tacit

#include "tacit/run/session_files.hpp"
