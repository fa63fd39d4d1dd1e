#include "tacit/data/reader.hpp"

#include <fmt/format.h>

#include "data/formats/format.hpp"
#include "data/stream/first_lines.hpp"
#include "data/stream/input_text.hpp"
#include "data/stream/not_text.hpp"
#include "tacit/core/names.hpp"
#include "tacit/data/cache.hpp"
#include "tacit/data/data_error.hpp"

namespace tacit {

namespace {

// How many bytes the first lines have, their ends included.
std::size_t first_lines(std::string_view text, std::uint64_t lines) {
  if (lines >= text.size()) return text.size();
  std::size_t at = 0;
  for (; lines > 0; --lines) {
    const std::size_t end = text.find('\n', at);
    if (end == std::string_view::npos) return text.size();
    at = end + 1;
  }
  return at;
}

}  // namespace

class Reader::Impl {
 public:
  Impl(const std::string& path, ReaderSettings settings, FeatureNames& names, Complaints& complaints, RowRules* rules)
      : settings_(std::move(settings)), names_(names), complaints_(complaints), rules_(rules), path_(path), text_(path) {
    require_name("format", input_formats(), settings_.format);
  }

  const std::string& name() const { return text_.name(); }
  std::string_view format() const { return format_ == nullptr ? std::string_view() : format_->name; }
  void cancel() { text_.cancel(); }

  bool read(Dataset& rows, std::uint64_t limit);

 private:
  bool read_cached(Dataset& rows, std::uint64_t limit);
  bool read_text(Dataset& rows, std::uint64_t limit);
  std::size_t first_records(std::uint64_t limit);
  std::size_t endless_record(std::string_view text) const;
  void parse(std::size_t size, Dataset& rows);
  void leave_record_out();
  void pass(std::size_t bytes);

  void begin();
  void find_format();
  void begin_text();
  void begin_cache();
  template <class... Parts>
  [[noreturn]] void refuse(const Parts&... parts) const {
    throw DataError(text_.name(), say(parts...));
  }
  ParserContext context() {
    return {text_.name(), settings_.bias, settings_.labelled,    &complaints_,
            &names_,      rules_,         settings_.label_words, settings_.absent_label};
  }

  ReaderSettings settings_;
  FeatureNames& names_;
  Complaints& complaints_;
  RowRules* rules_;
  std::string path_;
  InputText text_;
  const Format* format_ = nullptr;
  std::unique_ptr<Parser> parser_;
  std::optional<CacheReader> cache_;
  std::size_t seen_ = 0;     // bytes held that have no whole record
  bool begun_ = false;       // parsing
  bool understood_ = false;  // some row
  std::uint64_t complaints_before_ = complaints_.count();
};

bool Reader::Impl::read(Dataset& rows, std::uint64_t limit) {
  if (limit == 0) return false;
  if (!parser_ && !cache_) begin();
  const std::size_t before = rows.size();
  const std::uint64_t complaints = complaints_.count();
  while (rows.size() == before && complaints_.count() == complaints) {
    if (text_.cancelled()) return false;  // what is held may be half a record
    if (cache_ ? !read_cached(rows, limit) : !read_text(rows, limit)) return false;
    if (rows.size() - before > limit) rows.truncate(before + limit);
  }
  return true;
}

bool Reader::Impl::read_cached(Dataset& rows, std::uint64_t limit) {
  const std::size_t before = rows.size();
  if (!cache_->read(rows, settings_.bias)) return false;
  if (rules_ != nullptr) rules_->keep_good(rows, before, limit, text_.name(), complaints_);
  return true;
}

// Parses the records held, or reads more; false at the end.
bool Reader::Impl::read_text(Dataset& rows, std::uint64_t limit) {
  if (const std::size_t whole = first_records(limit); whole > 0) {
    parse(whole, rows);
    pass(whole);
  } else if (text_.ended()) {
    if (!understood_ && settings_.format == "auto" && complaints_.count() > complaints_before_) {
      complaints_.note(say(fmt::format("{}: no row was understood as {}; if it is something else, say ", text_.name(), format()),
                           mention("format")));
    }
    return false;
  } else if (text_.held().size() > longest_record) {
    leave_record_out();
  } else {
    seen_ = text_.held().size();
    text_.fill();
  }
  return true;
}

// How many bytes at the beginning of the text are whole records, at most `limit` of them. A record has a line or more, so that
// `limit` lines hold no more records. If they hold only the beginning of one, the search is for its end.
std::size_t Reader::Impl::first_records(std::uint64_t limit) {
  const std::string_view text = text_.held();
  if (limit >= text.size()) return text_.ended() ? text.size() : parser_->whole_records(text, seen_);
  const auto whole = [&](std::uint64_t lines) { return parser_->whole_records(text.substr(0, first_lines(text, lines))); };
  std::uint64_t too_few = 0;
  std::uint64_t enough = limit;
  for (; whole(enough) == 0; enough *= 2) {
    if (first_lines(text, enough) == text.size()) return text_.ended() ? endless_record(text) : 0;
    too_few = enough;
  }
  while (too_few > 0 && enough - too_few > 1) {
    const std::uint64_t middle = too_few + (enough - too_few) / 2;
    (whole(middle) > 0 ? enough : too_few) = middle;
  }
  return whole(enough);
}

// Returns how many bytes to leave out of a text that is all there is and was asked about just now. A parser that cannot go on
// without the record ends the run.
std::size_t Reader::Impl::endless_record(std::string_view text) const {
  return parser_->can_go_on() ? parser_->endless_record(text) : text.size();
}

// Parses the first bytes held. While nothing has been understood, the guess of the format may be what is wrong.
void Reader::Impl::parse(std::size_t size, Dataset& rows) {
  const TextBlock block{text_.held().substr(0, size), text_.line()};
  if (!std::exchange(begun_, true)) parser_->check_beginning(block);
  const std::size_t before = rows.size();
  const std::uint64_t judged = rules_ == nullptr ? 0 : rules_->judged();
  const auto understood = [&] { return rows.size() > before || (rules_ != nullptr && rules_->judged() > judged); };
  try {
    parser_->parse(block, rows);
  } catch (const DataError& error) {
    if (understood_ || understood() || settings_.format != "auto") throw;
    throw error.with(say(fmt::format(" (taken for {}; if it is not, say ", format()), mention("format"), ")"));
  }
  understood_ = understood_ || understood();
}

// Leaves out the record at hand, which is too long.
void Reader::Impl::leave_record_out() {
  const std::string what =
      fmt::format("a record longer than {} MiB; expected a line end (or a closing quote)", longest_record >> 20U);
  if (!parser_->can_go_on()) Complaints{}.add({text_.name(), text_.line(), 0}, what);
  complaints_.add({text_.name(), text_.line(), 0}, what);
  std::size_t size = parser_->endless_record(text_.held());
  for (; size == 0 && !text_.ended() && !text_.cancelled(); size = text_.held().find('\n') + 1) {
    pass(text_.held().size());
    text_.fill();
  }
  pass(size);
}

void Reader::Impl::pass(std::size_t bytes) {
  text_.pass(bytes);
  seen_ = 0;
}

// Reads until it is known what the input is.
void Reader::Impl::begin() {
  constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
  text_.fill();
  while (!text_.ended() && text_.held().size() < byte_order_mark.size() && byte_order_mark.starts_with(text_.held()))
    text_.fill();
  if (text_.held().starts_with(byte_order_mark)) text_.leave_out(byte_order_mark.size());
  if (text_.ended() && text_.held().empty()) {  // nothing is as good as any format
    parser_ = all_formats().front()->make_parser(context(), settings_);
    return;
  }
  find_format();
  const auto require_column = [&](std::string_view setting, const std::optional<std::string>& column) {
    if (column && !format_->uses(setting))
      refuse(fmt::format("is {}, which has no columns for ", format()), mention(setting, *column),
             "; give a table or JSON lines");
  };
  require_column("time", settings_.time);
  require_column("group", settings_.group);
  for (const Mention& unused : unused_settings(said_settings(settings_), format()))
    complaints_.note(say(fmt::format("{}: is {}, where ", text_.name(), format()), unused, " means nothing"));
  if (format_->is_text()) {
    begin_text();
  } else {
    begin_cache();
  }
}

void Reader::Impl::find_format() {
  const bool unknown = settings_.format == "auto";
  FirstLines lines(text_);
  while (unknown && !text_.ended() && recognised_format(text_.held()) == nullptr && !lines.tell()) text_.fill();
  const Format* const recognised = recognised_format(text_.held());
  if (recognised != nullptr) {
    format_ = recognised;
  } else {
    format_ = unknown ? &guess_format(lines.telling(), settings_) : tacit::find_format(settings_.format);
  }
  if (lines.comments_dropped() && !format_->has_comments) {
    refuse(fmt::format("begins with more than {} MiB of lines with #, which are no comments in {}; take them out",
                       longest_record >> 20U, format()));
  }
  if (recognised != nullptr && !unknown && format() != settings_.format)
    refuse(fmt::format("is a tacit {}; expected {}", format(), settings_.format));
  if (recognised == nullptr && !format_->is_text()) refuse(fmt::format("is not a tacit {}", format()));
  if (names_.hashes()) return;
  if (!format_->is_text())
    refuse(fmt::format("a {} holds no names; leave out ", format()), mention("dictionary"),
           ", or give the text it was made from");
  if (format_->numbers_features) refuse("its features have numbers, not names; leave out ", mention("dictionary"));
}

void Reader::Impl::begin_text() {
  std::size_t line_end = text_.held().find('\n');
  while (line_end == std::string_view::npos && !text_.ended() && text_.held().size() <= longest_record) {
    const std::size_t seen = text_.held().size();
    text_.fill();
    line_end = text_.held().find('\n', seen);
  }
  // Where bad rows are skipped, one behind the first line says nothing of the file: a pipe may not have brought it yet.
  const std::size_t plain = complaints_.skips() ? line_end : std::string_view::npos;
  if (const auto what = not_text(text_.held(), text_.ended(), plain)) refuse(*what);
  parser_ = format_->make_parser(context(), settings_);
}

void Reader::Impl::begin_cache() {
  if (path_ == "-" || text_.compressed()) refuse("a cache is mapped into memory; expected it as a plain file");
  cache_.emplace(path_);
  const HashedNames hashed = cache_->hashed();
  if (hashed.bits != 0 && hashed.bits != names_.bits()) {
    refuse(fmt::format("its names were hashed to {} bits, not {}; expected ", hashed.bits, names_.bits()),
           mention("hash", std::to_string(hashed.bits)));
  }
  names_.know(hashed);
}

Reader::Reader(const std::string& path, const ReaderSettings& settings, FeatureNames& names, Complaints& complaints,
               RowRules* rules)
    : impl_(std::make_unique<Impl>(path, settings, names, complaints, rules)) {}
Reader::~Reader() = default;
const std::string& Reader::name() const { return impl_->name(); }
std::string_view Reader::format() const { return impl_->format(); }
bool Reader::read(Dataset& rows, std::uint64_t limit) { return impl_->read(rows, limit); }
void Reader::cancel() { impl_->cancel(); }

}  // namespace tacit
