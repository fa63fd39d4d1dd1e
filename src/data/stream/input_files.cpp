#include "data/stream/input_files.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tacit/data/data_error.hpp"

namespace tacit {

namespace {

// Marks where bad rows were left out, by their lines, which are in order like the rows.
void mark_gaps(const std::vector<std::uint64_t>& lines, Block& block) {
  std::size_t before = 0;
  for (const std::uint64_t line : lines) {
    while (before < block.rows.size() && block.rows.line(before) < line) ++before;
    block.gaps.push_back(before);
  }
}

// The first row from this line on; lines are in order.
std::size_t row_from(const Dataset& rows, std::uint64_t line) {
  std::size_t low = 0;
  for (std::size_t high = rows.size(); low < high;) {
    const std::size_t middle = low + (high - low) / 2;
    rows.line(middle) < line ? low = middle + 1 : high = middle;
  }
  return low;
}

// Tells from which row on it is known what columns hold.
void note_decided(const std::vector<ColumnsSeen::Contents::const_pointer>& decided, Block& block) {
  for (const auto* const column : decided)
    block.decided.push_back({row_from(block.rows, column->second.line), column->first, column->second.what});
  std::ranges::stable_sort(block.decided, {}, &DecidedColumn::row);
}

}  // namespace

InputFiles::InputFiles(const StreamSettings& settings, FeatureNames& names, Complaints& complaints)
    : settings_(settings),
      names_(names),
      complaints_(complaints),
      classes_(settings.class_names.value_or(ClassNames())),
      rules_(settings.class_names
                 ? RowRules(classes_, settings.most_features,
                            settings.reader.labelled ? std::nullopt : std::optional(settings.reader.absent_label))
                 : RowRules(settings.task, settings.labels, settings.most_features, settings.classes)),
      columns_seen_(std::make_shared<ColumnsSeen>(settings.contents)),
      numbers_(settings.missing == Missing::skip ? settings.means : MissingValues()),
      left_(settings.limit.value_or(std::numeric_limits<std::uint64_t>::max())) {
  if (const auto& crosses = settings.reader.crosses; crosses && crosses->any_of_all()) rules_.expect_crosses(crosses);
}

bool InputFiles::read(Block& block) {
  block.rows.clear();
  block.gaps.clear();
  block.growths.clear();
  block.decided.clear();
  while (left_ > 0 && !cancelled_) {
    if (failure_) std::rethrow_exception(failure_);
    if (!reader_ && !cached_) {
      if (next_ == settings_.files.size()) break;
      open(settings_.files[next_++]);
    }
    block.file.assign(1, static_cast<std::uint32_t>(next_ - 1));
    bool more = true;
    try {
      more = read_open(settings_.files[next_ - 1], block.rows);
    } catch (const DataError&) {
      failure_ = std::current_exception();
    }
    if (format_.empty() && reader_) format_ = reader_->format();
    if (!more && reader_ && reader_->format().empty() && settings_.files.size() > 1)
      complaints_.note(fmt::format("{}: is empty", reader_->name()));
    if (!more) close();
    const std::uint64_t last_line = block.rows.empty() ? 0 : block.rows.line(block.rows.size() - 1);
    const auto decided = columns_seen_->take_decided(more ? last_line : std::numeric_limits<std::uint64_t>::max());
    if (settings_.missing == Missing::mean && settings_.most_features && block.rows.has_missing()) refuse_missing(block.rows);
    std::vector<std::uint64_t> left_out = complaints_.take_lines();
    std::ranges::sort(left_out);
    if (settings_.missing == Missing::skip) leave_out_lacking(block.rows, left_out);
    if (settings_.missing != Missing::mean) drop_marks(block.rows);
    left_ -= block.rows.size();
    mark_gaps(left_out, block);
    if (!decided.empty()) note_decided(decided, block);
    if (!block.rows.empty() || !block.gaps.empty()) return true;
  }
  columns_seen_->note_missing(complaints_, settings_.missing);
  const ReaderSettings& how = settings_.reader;
  if (how.crosses && how.labelled && reads_names_) how.crosses->note_never_met(complaints_);
  if (lacking_ > 0) {
    complaints_.note(say(fmt::format("{} row{} a number and {} left out, as ", lacking_, lacking_ == 1 ? " lacks" : "s lack",
                                     lacking_ == 1 ? "is" : "are"),
                         mention("missing", "skip"), " says"));
  }
  return false;
}

bool InputFiles::read_open(const std::string& file, Dataset& rows) {
  if (reader_) return reader_->read(rows, left_);
  if (!cached_->read(rows)) return false;
  rules_.keep_good(rows, 0, left_, file, complaints_, cached_->classes());
  return true;
}

// Adds the lines of the rows that lack a number, all in order.
void InputFiles::leave_out_lacking(Dataset& rows, std::vector<std::uint64_t>& left_out) {
  const std::vector<bool> lack = lacking(rows);
  const std::size_t bad = left_out.size();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (lack[i]) left_out.push_back(rows.line(i));
  }
  if (left_out.size() == bad) return;
  lacking_ += left_out.size() - bad;
  std::ranges::inplace_merge(left_out, left_out.begin() + static_cast<std::ptrdiff_t>(bad));
  rows.keep_if([&](std::size_t i) { return !lack[i]; });
}

// Says of each row whether it lacks a number. An empty cell of a column that had nothing yet in this file counts if an earlier
// file or run found numbers in it.
std::vector<bool> InputFiles::lacking(const Dataset& rows) {
  std::vector<bool> lack(rows.size());
  auto number = rows.numbers().begin();
  for (std::size_t i = 0; i < rows.size() && rows.has_missing(); ++i) {
    for (; number != rows.numbers().end() && number->row <= i; ++number) numbers_.follow(number->index);
    const Row row = rows.row(i);
    for (std::size_t k = 0; k < row.size && !lack[i]; ++k) lack[i] = numbers_.lacks(row.index[k], row.value[k]);
  }
  for (; number != rows.numbers().end(); ++number) numbers_.follow(number->index);  // all of them, where no row lacks a number
  return lack;
}

// Where features are counted beforehand, rows that lack a number are bad.
void InputFiles::refuse_missing(Dataset& rows) {
  const std::string name = display_name(settings_.files[next_ - 1]);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (lacks_number(rows, i)) complaints_.add({name, rows.line(i), 0}, no_room_for_indicator());
  }
  rows.keep_if([&](std::size_t i) { return !lacks_number(rows, i); });
  drop_marks(rows);
}

void InputFiles::cancel() {
  const std::lock_guard lock(mutex_);
  cancelled_ = true;
  if (reader_) reader_->cancel();
}

void InputFiles::open(const std::string& file) {
  ReaderSettings how = settings_.reader;
  how.columns_seen = columns_seen_;
  // A file that is a cache needs none.
  if (settings_.cache && !is_cache(file)) cached_ = CachedFile::open(file, how, names_, complaints_, cancelled_);
  reads_names_ = !cached_ && !is_cache(file);  // a cache has none
  if (cached_) return;
  auto reader = std::make_unique<Reader>(file, how, names_, complaints_, &rules_);
  const std::lock_guard lock(mutex_);
  reader_ = std::move(reader);
  if (cancelled_) reader_->cancel();
}

void InputFiles::close() {
  cached_.reset();
  const std::lock_guard lock(mutex_);
  reader_.reset();
}

}  // namespace tacit
