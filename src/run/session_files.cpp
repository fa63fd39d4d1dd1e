// A session's files: learned from block by block. What is thrown half-way leaves the session as it was.
#define XXH_INLINE_ALL
#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <array>

#include "run/baselines.hpp"
#include "run/files.hpp"
#include "run/given_crosses.hpp"
#include "run/making/choose_making.hpp"
#include "run/making/making.hpp"
#include "run/missing_memory.hpp"
#include "run/passes.hpp"
#include "tacit/core/legible.hpp"
#include "tacit/core/setting_error.hpp"
#include "tacit/data/byte_source.hpp"
#include "tacit/data/data_error.hpp"
#include "tacit/learners/kinds.hpp"
#include "tacit/run/configure.hpp"
#include "tacit/run/label_weights.hpp"
#include "tacit/run/reading.hpp"

namespace tacit {

namespace {

// Says which class is all there is.
void note_classes(const ClassTable& classes, Complaints& complaints) {
  if (classes.size() == 1)
    complaints.note(fmt::format("all labels are {}: there is no other class to tell it from", shown(classes.names().front())));
}

// Throws DataError if a learner that takes so many examples at most would see more with this block: `given` came from these
// files before it, `known` before the files.
void require_few_examples(const ExampleStream& stream, const Block& block, std::uint64_t given, std::uint64_t known,
                          const Configuration& configuration) {
  const std::uint64_t most = kind_of(configuration).most_examples.value();
  const std::uint64_t taken = most - std::min(known, most);
  if (given + block.rows.size() <= taken) return;
  throw DataError(DataError::Kind::examples, stream.where(block, taken - given), too_many_examples(configuration, taken));
}

// Such a learner refuses a longer file before it spends minutes on the first part.
void require_short_files(StreamSettings settings, const Model& model, std::uint64_t known) {
  if (!std::ranges::all_of(settings.files, [](const std::string& file) { return can_be_read_twice(file); })) return;
  settings.shuffle.reset();
  FeatureNames names = feature_names(model);
  Complaints complaints(OnError::skip);
  ExampleStream stream(std::move(settings), names, complaints);
  std::uint64_t given = 0;
  while (const Block* block = stream.next()) {
    require_few_examples(stream, *block, given, known, model.configuration);
    given += block->rows.size();
  }
}

// A hash of all that a learner sees of the row.
std::uint64_t hash_of(const Example& example) {
  const Row& row = example.features;
  const std::uint64_t indices = XXH3_64bits(row.index, row.size * sizeof(Index));
  const std::uint64_t values = XXH3_64bits_withSeed(row.value, row.size * sizeof(double), indices);
  const std::array numbers{example.label, example.weight};
  return XXH3_64bits_withSeed(numbers.data(), sizeof numbers, values);
}

constexpr std::string_view other_input = "expected the input of the unfinished run, and the settings that it was read with";

}  // namespace

std::uint64_t Session::learn_files(const std::vector<std::string>& files, const Settings& how) {
  Complaints complaints(on_error(how));
  return learn_files(files, how, complaints, NoObserver());
}

void Session::begin_files(const std::vector<std::string>& files, const Settings& how, Complaints& complaints,
                          const Unfinished& skipped) {
  require_sound();
  Model before = model();
  StreamSettings settings = stream_settings(files, how, before);
  for (const std::string& column : skipped.decided) settings.contents.erase(column);  // as it was before these files
  ColumnChoice columns = column_choice(how, before);
  require_passes(settings.files, how, configuration_);
  note_other_columns(how, before, complaints);
  if (kind_of(configuration_).most_examples) require_short_files(settings, before, before.tally.examples - skipped.rows);
  const auto labels = settings.labels;
  ColumnContents contents = settings.contents;
  files_ = std::make_unique<Files>(std::move(settings), open_names(), complaints, std::move(before));
  files_->skipped = skipped;
  if (labels) know_labels(*labels);
  columns_ = kept(std::move(columns));
  contents_ = std::move(contents);
  if (!Making::is_wanted(configuration_, columns_)) return;
  if (!making_) making_ = std::make_unique<Making>(configuration_, columns_);
  making_->expect(columns_);
  files_->steps_back = making_->maker().steps_back();
}

const ExampleStream& Session::stream() const { return files_->stream; }

bool Session::wait_for_block(std::chrono::steady_clock::time_point until) { return files_->stream.wait(until); }

Block* Session::next_block() {
  Files& files = *files_;
  Block* block = files.stream.next();
  if (block == nullptr) {
    files.ended = true;
    if (files.passed.rows < files.skipped.rows) {
      throw DataError(DataError::Kind::examples,
                      fmt::format("the input ends after {} rows, though {} were learned from before; {}", files.passed.rows,
                                  files.skipped.rows, other_input));
    }
    return nullptr;
  }
  if (kind_of(configuration_).most_examples) {
    const std::uint64_t known = files.before.tally.examples - files.skipped.rows;
    require_few_examples(files.stream, *block, files.passed.rows, known, configuration_);
  }
  files.names.insert(files.names.end(), block->names.begin(), block->names.end());
  files.classes.insert(files.classes.end(), block->classes.begin(), block->classes.end());
  files.row = files.gap = files.found = files.decided = 0;
  return block;
}

RowsOfBlock Session::skip_rows(const Block& block) {
  Files& files = *files_;
  const std::uint64_t left = files.skipped.rows - std::min(files.skipped.rows, files.passed.rows);
  const std::uint64_t bad_left = files.skipped.bad_rows - std::min(files.skipped.bad_rows, files.passed.bad_rows);
  const std::size_t to = std::min<std::uint64_t>(left, block.rows.size());
  std::size_t gap = 0;
  while (gap < block.gaps.size() && gap < bad_left && block.gaps[gap] <= to) ++gap;
  const RowsOfBlock rows{block, 0, to, 0, gap};
  pass(rows);
  if (left > 0 && left == to && files.passed.last_row != files.skipped.last_row) {
    throw DataError(DataError::Kind::examples, files.stream.where(block, to - 1),
                    fmt::format("row {} is not the one that was learned from before; {}", files.skipped.rows, other_input));
  }
  return rows;
}

// Returns the block that is learned from: the one given, or a copy with missing numbers put in as learning comes to them, so that
// the means are always those of the rows learned from.
Block& Session::begin_filling(Block& block, const RowsOfBlock& skipped) {
  filled_ = missing_ == Missing::mean && block.rows.has_missing();
  if (missing_ == Missing::mean) {
    for (const auto& [row, index] : block.rows.numbers()) {
      if (row < skipped.to) means_.follow(index);
    }
  }
  if (!filled_) return block;
  filled_block_.gaps = block.gaps;
  filled_block_.growths = block.growths;
  filled_block_.file = block.file;
  filled_block_.rows.clear();
  for (std::size_t i = 0; i < skipped.to; ++i) filled_block_.rows.append(block.rows, i);
  return filled_block_;
}

// A class is known with its first row; classes read ahead are not.
void Session::know_classes(const RowsOfBlock& rows) {
  for (std::size_t i = rows.from; i < rows.to && classes_; ++i) {
    while (rows.block.rows.label(i) >= static_cast<double>(classes_->size())) classes_->add(files_->classes[classes_->size()]);
  }
  know_classes();
}

void Session::fill_rows(const RowsOfBlock& rows) {
  know_classes(rows);
  const Block& block = rows.block;
  if (missing_ != Missing::mean || !block.rows.may_miss_numbers()) return;
  const std::size_t beyond = means_.walk(block.rows, block.growths, rows.from, rows.to, filled_ ? &filled_block_.rows : nullptr);
  if (beyond < rows.to) throw DataError(DataError::Kind::numbers, stream().where(block, beyond), no_sum(means_, files_->names));
}

bool Session::has_more(const Block& block) const { return files_->row < block.rows.size() || files_->gap < block.gaps.size(); }

RowsOfBlock Session::next_rows(const Block& block, std::uint64_t pause) const {
  constexpr std::uint64_t most = 256;  // so that a wish to stop is soon heard
  const std::size_t from = files_->row;
  const std::uint64_t wanted = std::min(most, pause - tally_.examples);
  const std::size_t to = from + static_cast<std::size_t>(std::min<std::uint64_t>(wanted, block.rows.size() - from));
  std::size_t gap = files_->gap;
  while (gap < block.gaps.size() && (block.gaps[gap] < to || to == block.rows.size())) ++gap;
  return {block, from, to, files_->gap, gap};
}

// Keeps what reading found out by the end of these rows.
void Session::pass(const RowsOfBlock& rows) {
  Files& files = *files_;
  const Block& block = rows.block;
  const auto is_known = [&](const NewLargest& found) { return found.row < rows.to || scale_ == Scaling::max_abs; };
  for (; files.found < block.found.size() && is_known(block.found[files.found]); ++files.found)
    largest_.set(block.found[files.found].index, block.found[files.found].value);
  for (std::size_t i = rows.from; i < rows.to && !files.labels_known && block.labels; ++i) {
    if (block.rows.label(i) < 0) know_labels(*block.labels);
  }
  know_classes(rows);
  const bool all_passed = rows.to == block.rows.size();  // rows that were left out at the end tell, too
  for (; files.decided < block.decided.size(); ++files.decided) {
    const DecidedColumn& decided = block.decided[files.decided];
    if (decided.row >= rows.to && !all_passed) break;
    if (contents_.emplace(decided.column, decided.content).second) files.passed.decided.insert(decided.column);
  }
  files.passed.rows += rows.to - rows.from;
  files.passed.bad_rows += rows.gap_to - rows.gap_from;
  if (rows.to > rows.from) {
    Example last = block.rows[rows.to - 1];
    last.weight = block.rows.given_weight(rows.to - 1);
    files.passed.last_row = hash_of(last);
  }
  files.row = rows.to;
  files.gap = rows.gap_to;
}

void Session::know_labels(const std::pair<double, double>& labels) {
  rules_ = RowRules(task_, labels, most_features(configuration_), outputs());
  files_->labels_known = true;
}

// Names beyond those of the rows learned from are of rows that were read ahead.
std::size_t Session::names_learned() const {
  const std::size_t known = std::max<std::size_t>(files_->before.names.size(), tally_.features);
  return std::min(known, files_->names.size());
}

void Session::note_times() const {
  if (const std::uint64_t back = making_ ? making_->maker().steps_back() - files_->steps_back : 0; back > 0) {
    files_->complaints.note(fmt::format(
        "{} row{} earlier than the row before; rows are taken in the order of the input: sort them by time if that is not meant",
        back, back == 1 ? " is" : "s are"));
  }
  if (const std::size_t rows = waiting(); rows > 0 && rows == tally_.examples && files_->ended) {
    const auto late = configuration_.horizon > 0 ? mention("horizon", std::to_string(configuration_.horizon))
                                                 : mention("delay", typed_duration(configuration_.delay));
    files_->complaints.note(say("nothing is learned yet: ", late, fmt::format(" lets all {} rows wait for their labels", rows)));
  }
}

void Session::note_class_weights() const {
  if (!class_weights_ || !files_->ended) return;
  for (const Message& note : class_weights_->notes(configuration_.classes.names)) files_->complaints.note(note);
}

std::uint64_t Session::end_files() {
  Files& files = *files_;
  const std::uint64_t examples = tally_.examples - files.before.tally.examples;
  const bool all_left_out = files.passed.rows == 0 && files.ended;
  // A part of a stream may lack a number in each of its rows.
  if (all_left_out && (tally_.examples == 0 || files.stream.rows_lacking() == 0)) throw NoExamples(files.stream.no_examples());
  if (all_left_out) {
    files.complaints.note("no row is left to learn from: the model stays as it was");
  } else if (files.passed.rows == 0 || files.passed.rows < files.skipped.rows) {  // stopped before the first row that is new
    abandon_files();
    return 0;
  }
  note_times();
  if (classes_ && files.ended) note_classes(*classes_, files.complaints);
  note_class_weights();
  unfinished_.reset();
  if (!files.ended) unfinished_ = unfinished_here();
  // A run that was stopped reads its input again from the beginning, so its model keeps what was known there.
  if (files.ended && missing_ == Missing::skip) {
    const Tally& tally = passes_->first ? passes_->first->tally : tally_;
    means_ = MissingValues(tally.examples, files.stream.means().features());
  }
  const std::size_t names = names_learned();
  const bool read_ahead = !files.ended && !names_->hashes();
  files_.reset();
  if (read_ahead) names_->forget_behind(names);
  return examples;
}

void Session::abandon_files() {
  const Model before = std::move(files_->before);
  files_.reset();  // before the names that it reads for go
  *this = Session(before);
}

}  // namespace tacit
