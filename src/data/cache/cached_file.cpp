#include "data/cache/cached_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <system_error>
#include <utility>

#include "tacit/core/legible.hpp"
#include "tacit/data/byte_source.hpp"
#include "tacit/data/data_error.hpp"

namespace tacit {

namespace {

constexpr std::string_view cross_part = ", crosses ";  // comes last

}  // namespace

std::string cache_settings(const ReaderSettings& how, unsigned hash_bits) {
  const auto part = [](const std::string& text) { return fmt::format("{}:{}", text.size(), text); };
  std::string text =
      fmt::format("format {}, label {}, header {}, delimiter {}, labelled {}, hash {}, categorical", part(how.format),
                  how.label_column ? part(*how.label_column) : "auto", how.header ? (*how.header ? "yes" : "no") : "auto",
                  how.delimiter ? part(std::string(1, *how.delimiter)) : "auto", how.labelled ? "yes" : "no", hash_bits);
  for (const auto& name : how.categorical) text += fmt::format(" {}", part(name));
  if (!how.ignored.empty()) text += ", ignore";
  for (const auto& name : how.ignored) text += fmt::format(" {}", part(name));
  if (!how.missing_words.empty()) text += ", missing";
  for (const auto& word : how.missing_words) text += fmt::format(" {}", part(word));
  if (how.id) text += fmt::format(", id {}", part(*how.id));
  if (how.time) text += fmt::format(", time {}", part(*how.time));
  if (how.group) text += fmt::format(", group {}", part(*how.group));
  if (how.absent_label != 0) text += fmt::format(", without a label {}", how.absent_label);
  if (how.label_words) text += fmt::format(", labels {} {}", part(how.label_words->negative), part(how.label_words->positive));
  if (how.class_labels) text += ", classes";
  if (how.crosses && how.crosses->any_named()) text += std::string(cross_part) + how.crosses->named();
  return text;
}

std::string crosses_of_cache(std::string_view settings) {
  const std::size_t at = settings.rfind(cross_part);
  return at == std::string_view::npos ? "" : std::string(settings.substr(at + cross_part.size()));
}

CacheSource cache_source(const std::string& path, const ReaderSettings& how, unsigned hash_bits) {
  return cache_source(path, cache_settings(how, hash_bits));
}

std::vector<SourceColumn> source_columns(const ColumnsSeen& seen) {
  std::vector<SourceColumn> columns;
  for (const auto& [name, content] : seen.contents()) {
    if (content.file.empty() || content.what == ColumnContent::times) continue;  // other data decided; no cache holds times
    columns.push_back({name, content.what == ColumnContent::text, content.line});
  }
  return columns;
}

namespace {

ColumnContent content_of(const SourceColumn& column) { return column.text ? ColumnContent::text : ColumnContent::numbers; }

// Whether a mark stands for a cell of a column of which nothing was known.
bool may_lack_numbers(const Dataset& rows) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Row row = rows.row(i);
    if (std::any_of(row.value, row.value + row.size, [](double value) { return is_mark(value) && !is_sure_mark(value); }))
      return true;
  }
  return false;
}

// Returns the problem without the advice: what it advises is done here.
Message problem(const DataError& error) {
  const auto* const cache = dynamic_cast<const CacheError*>(&error);
  return cache == nullptr ? error.message() : cache->problem();
}

// Whether somebody else's file has the name of the cache: it stays as it is. Nobody misses an empty one, and a link gives way
// without harm to what it leads to.
bool is_foreign(const std::string& path) {
  std::error_code none;
  return !std::filesystem::is_symlink(path, none) && can_be_read_twice(path) && std::filesystem::file_size(path, none) > 0 &&
         !is_cache(path);
}

}  // namespace

CachedFile::CachedFile(std::string file, ReaderSettings how, FeatureNames& names, Complaints& complaints,
                       const std::atomic<bool>& cancelled)
    : file_(std::move(file)),
      path_(file_ + std::string(cache_ending)),
      how_(std::move(how)),
      names_(names),
      complaints_(complaints),
      cancelled_(cancelled) {}

std::unique_ptr<CachedFile> CachedFile::open(const std::string& file, const ReaderSettings& how, FeatureNames& names,
                                             Complaints& complaints, const std::atomic<bool>& cancelled) {
  if (!can_be_read_twice(file)) throw DataError(file == "-" ? "standard input" : file, "only a file can have a cache");
  if (!names.hashes()) {
    throw DataError(file, say("a cache holds no names; leave out ", mention("cache"), " or ", mention("dictionary")));
  }
  std::unique_ptr<CachedFile> opened(new CachedFile(file, how, names, complaints, cancelled));
  opened->cache_ = opened->find();
  if (!opened->cache_) opened->cache_ = opened->make();
  if (!opened->cache_ || !opened->agrees_with_columns()) return nullptr;
  opened->join_columns();
  opened->classes_ = opened->cache_->classes();
  names.know(opened->cache_->hashed());
  return opened;
}

std::optional<CacheReader> CachedFile::find() {
  if (!can_be_read_twice(path_) || is_foreign(path_)) return std::nullopt;
  const CacheSource source = cache_source(file_, how_, names_.bits());
  CacheSource labelled = source;  // rows with labels read the same where labels may be missing
  ReaderSettings with_labels = how_;
  with_labels.labelled = true;
  labelled.settings = cache_settings(with_labels, names_.bits());
  try {
    CacheReader cache(path_);
    if (cache.fresh(source) || cache.fresh(labelled)) return cache;
  } catch (const DataError& error) {
    complaints_.note(say(problem(error), "; it is made anew"));
  }
  return std::nullopt;
}

std::optional<CacheReader> CachedFile::make() {
  if (is_foreign(path_)) {
    complaints_.note(fmt::format("{}: is no cache, so it is left as it is; {} is read without a cache", path_, file_));
    return std::nullopt;
  }
  CacheSource source = cache_source(file_, how_, names_.bits());
  try {
    CacheWriter writer(path_, source, OutputFile::Links::replace);  // nobody chose this name
    FeatureNames names(names_.bits());  // those of this file alone: the same file makes the same cache
    Complaints heard(OnError::skip);
    ReaderSettings how = how_;
    how.columns_seen = std::make_shared<ColumnsSeen>();  // likewise
    Reader reader(file_, how, names, heard);
    for (Dataset rows; heard.count() == 0 && reader.read(rows); rows.clear()) {
      if (cancelled_) return std::nullopt;
      writer.add(rows);
    }
    if (heard.count() > 0) {
      complaints_.note(fmt::format("{}: has bad rows, so no cache is made of it", file_));
      return std::nullopt;
    }
    how.columns_seen->note_missing(heard);
    for (const auto& note : heard.notes()) complaints_.note(note);
    source.columns = source_columns(*how.columns_seen);
    writer.made_from(source);
    writer.note_hashed(names.hashed());
    how.class_labels ? writer.finish_classes(reader.classes()) : writer.finish();
    return CacheReader(path_);
  } catch (const DataError& error) {  // what is wrong with the text is said again when that is read
    complaints_.note(say(error.message(), fmt::format("; {} is read without a cache", file_)));
    return std::nullopt;
  }
}

// Whether the rows are those that the text would give after the data before it. A cache is made of its file alone.
bool CachedFile::agrees_with_columns() {
  if (!how_.columns_seen || how_.columns_seen->contents().empty()) return true;
  for (const auto& column : cache_->source().columns) {
    const auto* seen = how_.columns_seen->find(column.name);
    if (seen == nullptr || seen->what == content_of(column)) continue;
    complaints_.note(fmt::format("{}: column {} holds {} and not {} as in {}; the file is read without a cache", file_,
                                 shown(column.name), name_of(content_of(column)), name_of(seen->what), seen->where()));
    return false;
  }
  if (!has_undecided_cells()) return true;
  complaints_.note(
      fmt::format("{}: begins with empty cells in columns that earlier data tell of; the file is read without a cache", file_));
  return false;
}

// Whether cells are empty where the cache did not know yet what its columns hold, though the data before this file tell of some
// of them. Only where a column is not decided in the first row need the rows be looked at.
bool CachedFile::has_undecided_cells() {
  try {
    Dataset rows;
    if (cache_->blocks() > 0) cache_->read_block(0, rows, false);
    const std::uint64_t first_line = rows.empty() ? 0 : rows.line(0);
    std::size_t decided_at_once = 0;
    for (const auto& column : cache_->source().columns) {
      if (column.line <= first_line && how_.columns_seen->find(column.name) != nullptr) ++decided_at_once;
    }
    if (decided_at_once == how_.columns_seen->contents().size()) return false;
    for (std::size_t b = 0; b < cache_->blocks(); ++b) {
      rows.clear();
      cache_->read_block(b, rows, false);
      if (rows.has_missing() && may_lack_numbers(rows)) return true;
    }
    return false;
  } catch (const DataError&) {  // damaged: reading says so, and makes it anew
    return false;
  }
}

// Joins what the columns hold to what is known.
void CachedFile::join_columns() {
  if (!how_.columns_seen) return;
  for (const auto& column : cache_->source().columns)
    how_.columns_seen->decide(column.name, {content_of(column), file_, column.line});
}

bool CachedFile::read(Dataset& rows) {
  if (text_) return text_->read(rows);
  if (next_ == cache_->blocks()) return false;
  const std::size_t before = rows.size();
  try {
    cache_->read_block(next_, rows, how_.bias);
  } catch (const DataError& error) {
    complaints_.note(say(problem(error), "; it is made anew"));
    renew();
    return read(rows);
  }
  ++next_;
  given_ += rows.size() - before;
  return true;
}

// What was read so far is right, as blocks are checked before they are given. Reading goes on behind it.
void CachedFile::renew() {
  if (!std::exchange(renewed_, true)) {
    const std::size_t blocks = cache_->blocks();
    if (auto renewed = make(); renewed && renewed->blocks() == blocks) {
      cache_ = std::move(renewed);
      return;
    }
  }
  text_ = std::make_unique<Reader>(file_, how_, names_, complaints_);
  Dataset passed;
  for (std::uint64_t left = given_; left > 0 && text_->read(passed, left); passed.clear()) left -= passed.size();
}

}  // namespace tacit
