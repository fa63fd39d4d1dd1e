// A session's files: learned from block by block. What is thrown half-way leaves the session as it was.
#include <algorithm>

#include "run/files.hpp"
#include "tacit/data/byte_source.hpp"
#include "tacit/data/data_error.hpp"
#include "tacit/learners/kinds.hpp"
#include "tacit/run/configure.hpp"
#include "tacit/run/reading.hpp"

namespace tacit {

namespace {

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
void require_short_files(StreamSettings settings, const Model& model) {
  if (!std::ranges::all_of(settings.files, [](const std::string& file) { return can_be_read_twice(file); })) return;
  settings.shuffle.reset();
  FeatureNames names = feature_names(model);
  Complaints complaints(OnError::skip);
  ExampleStream stream(std::move(settings), names, complaints);
  std::uint64_t given = 0;
  while (const Block* block = stream.next()) {
    require_few_examples(stream, *block, given, model.tally.examples, model.configuration);
    given += block->rows.size();
  }
}

}  // namespace

std::uint64_t Session::learn_files(const std::vector<std::string>& files, const Settings& how) {
  Complaints complaints(on_error(how));
  return learn_files(files, how, complaints, NoObserver());
}

void Session::begin_files(const std::vector<std::string>& files, const Settings& how, Complaints& complaints) {
  require_sound();
  Model before = model();
  StreamSettings settings = stream_settings(files, how, before);
  const ColumnChoice columns = column_choice(how, before);
  note_other_columns(how, before, complaints);
  if (kind_of(configuration_).most_examples) require_short_files(settings, before);
  files_ = std::make_unique<Files>(std::move(settings), open_names(), complaints, std::move(before));
  files_->columns = columns;
}

const ExampleStream& Session::stream() const { return files_->stream; }

const Block* Session::next_block() {
  const Block* block = files_->stream.next();
  if (block == nullptr) return nullptr;
  if (kind_of(configuration_).most_examples) {
    const std::uint64_t known = files_->before.tally.examples;
    require_few_examples(files_->stream, *block, tally_.examples - known, known, configuration_);
  }
  return block;
}

std::uint64_t Session::end_files() {
  const std::uint64_t examples = tally_.examples - files_->before.tally.examples;
  if (examples == 0) throw NoExamples(files_->stream.no_examples());
  if (const auto labels = files_->stream.labels()) rules_ = RowRules(task_, labels, most_features(configuration_), outputs());
  largest_ = LargestValues(files_->stream.largest());
  columns_ = kept(files_->columns);
  files_.reset();
  return examples;
}

void Session::abandon_files() {
  const Model before = std::move(files_->before);
  files_.reset();  // before the names that it reads for go
  *this = Session(before);
}

}  // namespace tacit
