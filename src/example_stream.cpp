#include "tacit/data/example_stream.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>

#include "tacit/data/ahead.hpp"
#include "tacit/data/byte_source.hpp"
#include "tacit/data/cache.hpp"
#include "tacit/data/data_error.hpp"
#include "tacit/data/labels.hpp"
#include "tacit/data/shuffle.hpp"

namespace tacit {

namespace {

constexpr std::size_t shuffled_rows_a_block = 1024;

std::string display_name(const std::string& file) { return file == "-" ? "standard input" : file; }

bool can_be_read_twice(const std::string& file) {
  struct stat status {};
  return file != "-" && stat(file.c_str(), &status) == 0 && S_ISREG(status.st_mode);
}

bool is_cache(const std::string& file) {
  if (!can_be_read_twice(file)) return false;
  std::array<char, 8> beginning{};
  ByteSource source(file);
  return !source.compressed() && CacheReader::recognises({beginning.data(), source.read(beginning)});
}

// The rows of all files, one after the other, as they are.
class Files {
 public:
  Files(const StreamSettings& settings, FeatureNames& names, Complaints& complaints)
      : settings_(settings), names_(names), complaints_(complaints) {}

  // False at the end. Rows before a bad one that ends the run come first: with a limit, they may be all that is wanted.
  bool read(Block& block) {
    block.rows.clear();
    block.growths.clear();
    if (failure_) std::rethrow_exception(failure_);
    for (;;) {
      if (!reader_) {
        if (next_ == settings_.files.size()) {
          columns_seen_->note_missing(complaints_);
          return false;
        }
        open(settings_.files[next_++]);
      }
      block.file.assign(1, static_cast<std::uint32_t>(next_ - 1));
      try {
        if (reader_->read(block.rows)) return true;
      } catch (const DataError&) {
        if (block.rows.empty()) throw;
        failure_ = std::current_exception();
        return true;
      }
      close();
    }
  }

  void cancel() {
    const std::lock_guard lock(mutex_);
    cancelled_ = true;
    if (reader_) reader_->cancel();
  }

  // The cache of a file, made anew unless it was made from the file as it is now, in the way asked for now. A file with bad rows
  // gets none, as they have to be complained of each time: it is read itself.
  std::string fresh_cache(const std::string& file) {
    if (!can_be_read_twice(file)) throw DataError(fmt::format("{}: only a file can have a cache", display_name(file)));
    ReaderSettings how = settings_.reader;
    how.columns_seen = std::make_shared<ColumnsSeen>();  // a cache depends on its own file alone
    const CacheSource source = cache_source(file, cache_settings(how.labelled));
    CacheSource labelled = source;
    labelled.settings = cache_settings(true);  // rows that all have their labels read the same if they need none
    std::string path = file + ".tacit-cache";
    if (can_be_read_twice(path)) {
      try {
        if (const CacheReader cache(path); cache.fresh(source) || cache.fresh(labelled)) return path;
      } catch (const DataError& error) {
        complaints_.note(fmt::format("{}; it is made anew", error.what()));
      }
    }
    Complaints heard(OnError::skip);
    Reader reader(file, how, names_, heard);
    CacheWriter writer(path, source);
    for (Dataset rows; heard.count() == 0 && reader.read(rows); rows.clear()) writer.add(rows);
    if (heard.count() > 0) {
      complaints_.note(fmt::format("{}: has bad rows, so no cache is made of it", file));
      return file;
    }
    how.columns_seen->note_missing(heard);
    for (const auto& note : heard.notes()) complaints_.note(note);
    if (names_.hashed()) writer.note_hash(names_.bits());
    writer.finish();
    return path;
  }

 private:
  void open(const std::string& file) {
    ReaderSettings how = settings_.reader;
    how.columns_seen = columns_seen_;
    auto reader = std::make_unique<Reader>(settings_.cache ? fresh_cache(file) : file, how, names_, complaints_);
    const std::lock_guard lock(mutex_);
    reader_ = std::move(reader);
    if (cancelled_) reader_->cancel();
  }
  void close() {
    const std::lock_guard lock(mutex_);
    reader_.reset();
  }

  // All that decides the rows besides the file.
  std::string cache_settings(bool labelled) const {
    const ReaderSettings& how = settings_.reader;
    return fmt::format("format {} label {} header {} categorical {} hash {} labelled {}", how.format,
                       how.label_column.value_or(""), how.header ? (*how.header ? "yes" : "no") : "auto",
                       fmt::join(how.categorical, ","), names_.bits(), labelled ? "yes" : "no");
  }

  const StreamSettings& settings_;
  FeatureNames& names_;
  Complaints& complaints_;
  std::size_t next_ = 0;
  std::exception_ptr failure_;
  std::shared_ptr<ColumnsSeen> columns_seen_ = std::make_shared<ColumnsSeen>();
  std::mutex mutex_;
  bool cancelled_ = false;
  std::unique_ptr<Reader> reader_;
};

// Of the files' rows those that the learner can take, labels understood; of others it complains. At most as many as the limit.
class GoodRows {
 public:
  GoodRows(const StreamSettings& settings, FeatureNames& names, Complaints& complaints)
      : settings_(settings), complaints_(complaints), files_(settings, names, complaints) {
    if (settings.labels) labels_ = {settings.labels->first, settings.labels->second};
  }

  // False at the end.
  bool read(Block& block) {
    do {
      if (left_ == 0 || !files_.read(block)) return false;
      check(block);
    } while (block.rows.empty());
    return true;
  }

  void cancel() { files_.cancel(); }
  std::string cache_of(const std::string& file) { return files_.fresh_cache(file); }
  const TwoClassLabels& labels() const { return labels_; }

 private:
  void check(Block& block) {
    Dataset& rows = block.rows;
    const std::string name = display_name(settings_.files[block.file_of(0)]);
    std::vector<bool> bad;
    std::size_t i = 0;
    for (; i < rows.size() && left_ != 0; ++i) {
      if (const auto complaint = fault(rows, i)) {
        complaints_.add({name, rows.line(i), 0}, *complaint);
        bad.resize(rows.size());
        bad[i] = true;
      } else if (left_) {
        --*left_;
      }
    }
    rows.truncate(i);
    if (!bad.empty()) rows.keep_if([&](std::size_t k) { return !bad[k]; });
  }

  // What is wrong with row i, if anything is.
  std::optional<std::string> fault(Dataset& rows, std::size_t i) {
    if (settings_.most_features && rows.row(i).dimension() > *settings_.most_features + 1) {
      return fmt::format("feature {} lies beyond the simplex, which was given {} features", rows.row(i).dimension() - 1,
                         *settings_.most_features);
    }
    if (!settings_.two_class) return std::nullopt;
    if (const auto label = labels_.understand(rows.label(i))) {
      rows.relabel(i, *label);
      return std::nullopt;
    }
    const auto [negative, positive] = labels_.names();
    return fmt::format("label {}; expected {}; if the classes have other labels, say so with --labels NEG,POS", rows.label(i),
                       labels_.fixed() ? fmt::format("{} or {}", negative, positive) : "-1, 0 or 1");
  }

  const StreamSettings& settings_;
  Complaints& complaints_;
  Files files_;
  TwoClassLabels labels_;
  std::optional<std::uint64_t> left_ = settings_.limit;
};

}  // namespace

class ExampleStream::Impl {
 public:
  Impl(StreamSettings settings, FeatureNames& names, Complaints& complaints)
      : settings_(std::move(settings)),
        names_(names),
        complaints_(complaints),
        good_rows_(settings_, names, complaints),
        largest_(settings_.largest) {
    if (settings_.scale == "max-abs" && settings_.largest.empty() && !settings_.shuffle) {
      for (const auto& file : settings_.files) {
        if (can_be_read_twice(file)) continue;
        throw DataError(
            fmt::format("{}: --scale max-abs reads its data twice; expected files (or --scale online)", display_name(file)));
      }
    }
  }

  const Block* next() {
    if (!ahead_) ahead_.emplace([this](Block& block) { return make(block); }, [this] { good_rows_.cancel(); });
    return ahead_->next();
  }

  std::string where(const Block& block, std::size_t i) const {
    return fmt::format("{}:{}", display_name(settings_.files[block.file_of(i)]), block.rows.line(i));
  }
  std::optional<std::pair<double, double>> labels() const {
    const TwoClassLabels& labels = good_rows_.labels();
    return settings_.two_class && labels.fixed() ? std::optional(labels.names()) : std::nullopt;
  }
  LargestValues::Pairs largest() const { return settings_.scale == "none" ? LargestValues::Pairs{} : largest_.pairs(); }

 private:
  bool make(Block& block) {
    if (!begun_) begin();
    if (settings_.shuffle ? !shuffled(block) : !good_rows_.read(block)) return false;
    if (settings_.scale == "max-abs") largest_.divide(block.rows);
    if (settings_.scale == "online") largest_.divide_online(block.rows, block.growths);
    return true;
  }

  // What has to be known before the first row.
  void begin() {
    begun_ = true;
    if (settings_.shuffle) {
      for (Block block; good_rows_.read(block);) {
        for (std::size_t i = 0; i < block.rows.size(); ++i) {
          all_.append(block.rows[i], block.rows.line(i));
          file_.push_back(block.file_of(i));
        }
      }
      order_ = shuffled_order(all_.size(), *settings_.shuffle);
    }
    if (settings_.scale != "max-abs" || !settings_.largest.empty()) return;
    if (settings_.shuffle) {
      largest_.observe(all_);
      return;
    }
    if (largest_known()) return;
    // Bad rows are complained of when they are read again.
    Complaints unheard(OnError::skip);
    GoodRows first_pass(settings_, names_, unheard);
    for (Block block; first_pass.read(block);) largest_.observe(block.rows);
  }

  // Caches know the largest values of all their rows: no pass is needed if all rows are wanted.
  bool largest_known() {
    if (settings_.limit || settings_.most_features || (settings_.two_class && complaints_.skips())) return false;
    LargestValues::Pairs known;
    for (const auto& file : settings_.files) {
      const std::string path = settings_.cache ? good_rows_.cache_of(file) : file;
      if (!is_cache(path)) return false;
      const CacheReader cache(path);
      const Row maxima = cache.statistics().maxima;
      for (std::size_t i = 0; i < maxima.size; ++i) known.emplace_back(maxima.index[i], maxima.value[i]);
    }
    for (const auto& [index, value] : known) largest_.observe(Row({&index, 1}, {&value, 1}));
    return true;
  }

  bool shuffled(Block& block) {
    block.rows.clear();
    block.growths.clear();
    block.file.clear();
    for (; given_ < order_.size() && block.rows.size() < shuffled_rows_a_block; ++given_) {
      const std::size_t i = order_[given_];
      block.rows.append(all_[i], all_.line(i));
      block.file.push_back(file_[i]);
    }
    return !block.rows.empty();
  }

  StreamSettings settings_;
  FeatureNames& names_;
  Complaints& complaints_;
  GoodRows good_rows_;
  LargestValues largest_;
  bool begun_ = false;
  Dataset all_;  // shuffling
  std::vector<std::uint32_t> file_;
  std::vector<std::uint32_t> order_;
  std::size_t given_ = 0;
  std::optional<Ahead<Block>> ahead_;  // last: it stops before what it uses goes
};

ExampleStream::ExampleStream(StreamSettings settings, FeatureNames& names, Complaints& complaints)
    : impl_(std::make_unique<Impl>(std::move(settings), names, complaints)) {}
ExampleStream::~ExampleStream() = default;
const Block* ExampleStream::next() { return impl_->next(); }
std::string ExampleStream::where(const Block& block, std::size_t i) const { return impl_->where(block, i); }
std::optional<std::pair<double, double>> ExampleStream::labels() const { return impl_->labels(); }
LargestValues::Pairs ExampleStream::largest() const { return impl_->largest(); }

}  // namespace tacit
