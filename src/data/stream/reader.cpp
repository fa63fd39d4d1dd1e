#include "tacit/data/reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>

#include "data/formats/csv/parser.hpp"
#include "data/formats/jsonl/parser.hpp"
#include "data/formats/libsvm.hpp"
#include "data/formats/vw.hpp"
#include "data/stream/ahead.hpp"
#include "data/text/not_text.hpp"
#include "tacit/data/byte_source.hpp"
#include "tacit/data/cache.hpp"
#include "tacit/data/data_error.hpp"

namespace tacit {

namespace {

constexpr std::size_t piece = 1U << 18U;  // read at a time: small enough for the cache of a core
constexpr std::size_t largest_buffer = longest_record + 2 * piece + TextBlock::padding;

struct Piece {
  std::vector<char> bytes = std::vector<char>(piece);
  std::size_t size = 0;
};

// In 32 sums side by side, each emptied before its byte overflows: a few instructions for 32 bytes of text.
std::uint64_t count_lines(std::string_view text) {
  std::uint64_t lines = 0;
  while (text.size() >= 32) {
    std::array<std::uint8_t, 32> sums{};
    for (int turn = 0; turn < 255 && text.size() >= 32; ++turn) {
      for (std::size_t k = 0; k < 32; ++k) sums[k] = static_cast<std::uint8_t>(sums[k] + (text[k] == '\n' ? 1 : 0));
      text.remove_prefix(32);
    }
    for (const std::uint8_t sum : sums) lines += sum;
  }
  return lines + static_cast<std::uint64_t>(std::ranges::count(text, '\n'));
}

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

std::unique_ptr<Parser> make_parser(std::string_view format, ParserContext context, const ReaderSettings& settings) {
  if (format == "vw") return std::make_unique<VwParser>(std::move(context));
  if (format == "csv") {
    return std::make_unique<CsvParser>(
        std::move(context),
        CsvSettings{settings.label_column, settings.header, settings.categorical, settings.delimiter, settings.columns_seen,
                    settings.ignored, settings.label_column == settings.remembered.label_column});
  }
  if (format == "jsonl")
    return std::make_unique<JsonLinesParser>(std::move(context), JsonLinesSettings{settings.label_column, settings.ignored});
  return std::make_unique<LibsvmParser>(std::move(context));
}

}  // namespace

std::vector<Mention> unused_settings(const ReaderSettings& settings, std::string_view format) {
  std::vector<Mention> unused;
  const ColumnChoice& remembered = settings.remembered;
  const auto typed = []<class Setting>(const Setting& setting, const Setting& by_model) {
    return setting != Setting{} && setting != by_model;
  };
  if (typed(settings.label_column, remembered.label_column) && format != "csv" && format != "jsonl")
    unused.push_back(mention("label-column"));
  if (typed(settings.header, remembered.header) && format != "csv")
    unused.push_back(mention("header", *settings.header ? "yes" : "no"));
  if (typed(settings.categorical, remembered.categorical) && format != "csv") unused.push_back(mention("categorical"));
  if (typed(settings.ignored, remembered.ignored) && format != "csv" && format != "jsonl") unused.push_back(mention("ignore"));
  if (settings.delimiter && format != "csv") unused.push_back(mention("delimiter"));
  return unused;
}

class Reader::Impl {
 public:
  Impl(const std::string& path, ReaderSettings settings, FeatureNames& names, Complaints& complaints, RowRules* rules)
      : settings_(std::move(settings)),
        names_(names),
        complaints_(complaints),
        rules_(rules),
        path_(path),
        source_(path),
        name_(source_.name()) {}

  const std::string& name() const { return name_; }
  std::string_view format() const { return format_; }
  void cancel() {
    cancelled_ = true;
    source_.cancel();
  }

  bool read(Dataset& rows, std::uint64_t most) {
    if (most == 0) return false;
    if (!parser_ && !cache_) begin();
    const std::size_t before = rows.size();
    const std::uint64_t complaints_before = complaints_.count();
    while (rows.size() == before && complaints_.count() == complaints_before) {
      if (cancelled_) return false;  // what is held may be half a record
      if (cache_) {
        if (!cache_->read(rows, settings_.bias)) return false;
        if (rules_ != nullptr) rules_->keep_good(rows, before, most, name_, complaints_);
        if (rows.size() - before > most) rows.truncate(before + most);
        continue;
      }
      const std::string_view text = held();
      const std::size_t whole = first_records(text, most);
      if (whole > 0) {
        if (!begun_) require_line_ends(text.substr(0, whole));
        begun_ = true;
        parse({text.substr(0, whole), line_}, rows);
        pass(whole);
        if (rows.size() - before > most) rows.truncate(before + most);
      } else if (ended_) {
        if (!understood_ && settings_.format == "auto" && complaints_.count() > complaints_before_)
          complaints_.note(fmt::format("{}: no row was understood as {}; if it is something else, say --format", name_, format_));
        return false;
      } else if (text.size() > longest_record) {
        leave_record_out();
      } else {
        seen_ = text.size();
        fill();
      }
    }
    return true;
  }

 private:
  // How many bytes at the beginning of the text are whole records, not more of them than so many. A record has a line or more,
  // so that as many lines hold no more, or the beginning of one: then it is the first of them that is looked for.
  std::size_t first_records(std::string_view text, std::uint64_t most) {
    if (most >= text.size()) return ended_ ? text.size() : parser_->whole_records(text, seen_);
    const auto whole = [&](std::uint64_t lines) { return parser_->whole_records(text.substr(0, first_lines(text, lines))); };
    std::uint64_t too_few = 0;
    std::uint64_t enough = most;
    for (; whole(enough) == 0; enough *= 2) {
      if (first_lines(text, enough) == text.size()) return ended_ ? endless_record(text) : 0;
      too_few = enough;
    }
    while (too_few > 0 && enough - too_few > 1) {
      const std::uint64_t middle = too_few + (enough - too_few) / 2;
      (whole(middle) > 0 ? enough : too_few) = middle;
    }
    return whole(enough);
  }

  // Of a text that is all there is and was asked about just now. A parser that cannot go on without the record ends the run.
  std::size_t endless_record(std::string_view text) const {
    return parser_->can_go_on() ? parser_->endless_record(text) : text.size();
  }

  // With lone CRs, all of a table would be its header. Between quotes they are part of a name.
  void require_line_ends(std::string_view text) const {
    if (format_ != "csv") return;
    bool quoted = false;
    for (std::size_t i = 0; i < text.size() && (quoted || text[i] != '\n'); ++i) {
      if (text[i] == '"') quoted = !quoted;
      if (quoted || text[i] != '\r' || text[text.find_first_not_of('\r', i)] == '\n') continue;
      throw DataError(fmt::format("{}:{}: lines end with CR alone; expected LF or CR LF: convert them, as with tr '\\r' '\\n'",
                                  name_, line_));
    }
  }

  // Where nothing has been understood yet, the guess of the format may be what is wrong.
  void parse(TextBlock block, Dataset& rows) {
    const std::size_t before = rows.size();
    const std::uint64_t judged = rules_ == nullptr ? 0 : rules_->judged();
    const auto understood = [&] { return rows.size() > before || (rules_ != nullptr && rules_->judged() > judged); };
    try {
      parser_->parse(block, rows);
    } catch (const DataError& error) {
      if (understood_ || understood() || settings_.format != "auto") throw;
      throw DataError(fmt::format("{} (taken for {}; if it is not, say --format)", error.what(), format_));
    }
    understood_ = understood_ || understood();
  }

  // Whether a line that says something is there to its end, or as much of one as may be held. Lines before it are kept for the
  // parser, to which # may be no comment, as long as there is room.
  bool line_tells() {
    for (;;) {
      const std::size_t stop = held().find('\n', seen_);
      if (stop == std::string_view::npos) break;
      if (says_something(held().substr(silent_, stop - silent_))) return true;
      comments_ = comments_ || held().substr(silent_, stop - silent_).find('#') != std::string_view::npos;
      silent_ = seen_ = stop + 1;
    }
    seen_ = held().size();
    if (seen_ <= longest_record) return false;
    if (silent_ == 0) return true;
    comments_dropped_ = comments_;
    const std::size_t rest = seen_ - silent_;
    pass(silent_);
    silent_ = 0;
    seen_ = rest;
    return false;
  }

  // Reads until there is a line that says something, and decides what it is.
  void begin() {
    constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
    fill();
    while (!ended_ && held().size() < byte_order_mark.size() && byte_order_mark.starts_with(held())) fill();
    if (held().starts_with(byte_order_mark)) begin_ += byte_order_mark.size();
    if (ended_ && held().empty()) {  // which is as good as any format
      parser_ = make_parser("libsvm", context(), settings_);
      return;
    }
    const bool unknown = settings_.format == "auto";
    while (unknown && !ended_ && !CacheReader::recognises(held()) && !line_tells()) fill();
    const bool cached = CacheReader::recognises(held());
    format_ = cached ? "cache" : unknown ? detect_format(held().substr(silent_)) : settings_.format;
    if (unknown && !cached && format_ != "jsonl" && settings_.delimiter) {  // where it stands, a bar is none of vw
      const std::string_view line = held().substr(silent_, held().find('\n', silent_) - silent_);
      if (line.find(*settings_.delimiter) != std::string_view::npos) format_ = "csv";
    }
    if (unknown && !cached && settings_.label_words && begins_with_label_word()) format_ = "vw";
    seen_ = 0;
    if (comments_dropped_ && format_ != "libsvm") {
      throw DataError(fmt::format("{}: begins with more than {} MiB of lines with #, which are no comments in {}; take them out",
                                  name_, longest_record >> 20U, format_));
    }
    if (cached && settings_.format != "auto" && settings_.format != "cache")
      throw DataError(fmt::format("{}: is a tacit cache; expected {}", name_, settings_.format));
    if (!cached && format_ == "cache") throw DataError(fmt::format("{}: is not a tacit cache", name_));
    if (!names_.hashes() && cached) {
      throw DataError(
          fmt::format("{}: a cache holds no names; leave out --dictionary, or give the text it was made from", name_));
    }
    if (!names_.hashes() && format_ == "libsvm") {
      throw DataError(fmt::format("{}: its features are numbered; expected named ones with --dictionary", name_));
    }
    for (const Mention& unused : unused_settings(settings_, format_))
      complaints_.note(say(fmt::format("{}: is {}, where ", name_, format_), unused, " means nothing"));
    if (!cached) {
      if (const auto what = not_text(held(), ended_)) throw DataError(fmt::format("{}: {}", name_, *what));
      parser_ = make_parser(format_, context(), settings_);
      return;
    }
    if (path_ == "-" || source_.compressed())
      throw DataError(fmt::format("{}: a cache is mapped into memory; expected it as a plain file", name_));
    cache_.emplace(path_);
    const HashedNames hashed = cache_->hashed();
    if (hashed.bits != 0 && hashed.bits != names_.bits()) {
      throw DataError(fmt::format("{}: its names were hashed to {} bits, not {}; expected --hash {}", name_, hashed.bits,
                                  names_.bits(), hashed.bits));
    }
    names_.know(hashed);
  }

  ParserContext context() {
    return {name_, settings_.bias, settings_.labelled, &complaints_, &names_, rules_, settings_.label_words};
  }

  // A word that is a label, and a bar behind it.
  bool begins_with_label_word() const {
    std::string_view line = held().substr(silent_, held().find('\n', silent_) - silent_);
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    const std::size_t size = std::min(line.find_first_of(" \t"), line.size());
    return settings_.label_words->find(line.substr(0, size)) && line.find('|', size) != std::string_view::npos;
  }

  std::string_view held() const { return {buffer_.data() + begin_, end_ - begin_}; }

  // Done with so many bytes.
  void pass(std::size_t bytes) {
    line_ += count_lines(held().substr(0, bytes));
    begin_ += bytes;
    seen_ = 0;
  }

  // The record at hand is too long to be one.
  void leave_record_out() {
    const std::string what =
        fmt::format("a record longer than {} MiB; expected a line end (or a closing quote)", longest_record >> 20U);
    if (!parser_->can_go_on()) throw DataError(fmt::format("{}:{}: {}", name_, line_, what));
    complaints_.add({name_, line_, 0}, what);
    std::size_t size = parser_->endless_record(held());
    for (; size == 0 && !ended_ && !cancelled_; size = held().find('\n') + 1) {
      pass(held().size());
      fill();
    }
    pass(size);
  }

  // More bytes behind those held. The last line gets the line end that it lacks.
  void fill() {
    if (begin_ > 0) std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
    if (buffer_.size() - end_ < piece + TextBlock::padding) buffer_.resize(std::min(2 * buffer_.size(), largest_buffer));
    const std::size_t count = more(std::span(buffer_).subspan(end_, piece));
    end_ += count;
    if (count > 0) return;
    ended_ = true;
    if (end_ > begin_ && buffer_[end_ - 1] != '\n') buffer_[end_++] = '\n';
  }

  // Compressed input is decompressed by a thread of its own, so that it waits for nothing but itself.
  std::size_t more(std::span<char> into) {
    if (!source_.compressed()) return source_.read(into);
    if (!decompressed_) {
      decompressed_.emplace([this](Piece& next) { return (next.size = source_.read(next.bytes)) > 0; },
                            [this] { source_.cancel(); });
    }
    const Piece* next = decompressed_->next();
    if (next == nullptr) return 0;
    std::copy_n(next->bytes.data(), next->size, into.data());
    return next->size;
  }

  ReaderSettings settings_;
  FeatureNames& names_;
  Complaints& complaints_;
  RowRules* rules_;
  std::string path_;
  ByteSource source_;
  std::string name_;
  std::string_view format_;
  std::unique_ptr<Parser> parser_;
  std::optional<CacheReader> cache_;
  std::vector<char> buffer_ = std::vector<char>(2 * piece + TextBlock::padding);
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  std::size_t seen_ = 0;    // of the bytes held: they hold no whole record
  std::size_t silent_ = 0;  // of the bytes held, while the format is not known: lines that do not tell it
  bool comments_ = false;   // among those
  bool comments_dropped_ = false;
  std::uint64_t line_ = 1;
  bool ended_ = false;
  bool begun_ = false;       // parsing
  bool understood_ = false;  // some row
  std::uint64_t complaints_before_ = complaints_.count();
  std::atomic<bool> cancelled_ = false;
  std::optional<Ahead<Piece>> decompressed_;
};

Reader::Reader(const std::string& path, const ReaderSettings& settings, FeatureNames& names, Complaints& complaints,
               RowRules* rules)
    : impl_(std::make_unique<Impl>(path, settings, names, complaints, rules)) {}
Reader::~Reader() = default;
const std::string& Reader::name() const { return impl_->name(); }
std::string_view Reader::format() const { return impl_->format(); }
bool Reader::read(Dataset& rows, std::uint64_t most) { return impl_->read(rows, most); }
void Reader::cancel() { impl_->cancel(); }

}  // namespace tacit
