#include "tacit/data/example_stream.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/stat.h>

#include <algorithm>

#include "tacit/data/ahead.hpp"
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

// The rows of all files, one after the other, as they are.
class Files {
 public:
  Files(const StreamSettings& settings, FeatureNames& names, Complaints& complaints)
      : settings_(settings), names_(names), complaints_(complaints) {}

  // False at the end.
  bool read(Block& block) {
    block.rows.clear();
    block.growths.clear();
    while (left_.value_or(1) > 0) {
      if (!reader_) {
        if (next_ == settings_.files.size()) return false;
        open(settings_.files[next_++]);
      }
      if (reader_->read(block.rows)) {
        block.file.assign(1, static_cast<std::uint32_t>(next_ - 1));
        if (left_ && block.rows.size() > *left_) block.rows.truncate(*left_);
        if (left_) *left_ -= block.rows.size();
        return true;
      }
      close();
    }
    return false;
  }

  // Makes the caches that are asked for and not fresh.
  void renew_caches() {
    if (!settings_.cache) return;
    for (const auto& file : settings_.files) fresh_cache(file);
  }

  void cancel() {
    const std::lock_guard lock(mutex_);
    cancelled_ = true;
    if (reader_) reader_->cancel();
  }

 private:
  void open(const std::string& file) {
    auto reader = std::make_unique<Reader>(settings_.cache ? fresh_cache(file) : file, settings_.reader, names_, complaints_);
    const std::lock_guard lock(mutex_);
    reader_ = std::move(reader);
    if (cancelled_) reader_->cancel();
  }
  void close() {
    const std::lock_guard lock(mutex_);
    reader_.reset();
  }

  // The cache of a file, made anew unless it was made from the file as it is now, in the way asked for now.
  std::string fresh_cache(const std::string& file) {
    if (!can_be_read_twice(file)) throw DataError(fmt::format("{}: only a file can have a cache", display_name(file)));
    const ReaderSettings& how = settings_.reader;
    const CacheSource source =
        cache_source(file, fmt::format("format {} label {} header {} categorical {} hash {} labelled {}", how.format,
                                       how.label_column.value_or(""), how.header ? (*how.header ? "yes" : "no") : "auto",
                                       fmt::join(how.categorical, ","), names_.bits(), how.labelled ? "yes" : "no"));
    const std::string path = file + ".tacit-cache";
    if (can_be_read_twice(path)) {
      try {
        if (CacheReader(path).fresh(source)) return path;
      } catch (const DataError& error) {
        complaints_.note(fmt::format("{}; it is made anew", error.what()));
      }
    }
    Reader reader(file, how, names_, complaints_);
    CacheWriter writer(path, source);
    for (Dataset rows; reader.read(rows); rows.clear()) writer.add(rows);
    writer.finish();
    return path;
  }

  const StreamSettings& settings_;
  FeatureNames& names_;
  Complaints& complaints_;
  std::optional<std::uint64_t> left_ = settings_.limit;
  std::size_t next_ = 0;
  std::mutex mutex_;
  bool cancelled_ = false;
  std::unique_ptr<Reader> reader_;
};

}  // namespace

class ExampleStream::Impl {
 public:
  Impl(StreamSettings settings, FeatureNames& names, Complaints& complaints)
      : settings_(std::move(settings)),
        names_(names),
        complaints_(complaints),
        files_(settings_, names, complaints),
        largest_(settings_.largest) {
    if (settings_.labels) labels_ = {settings_.labels->first, settings_.labels->second};
    if (settings_.scale == "max-abs" && settings_.largest.empty() && !settings_.shuffle) {
      for (const auto& file : settings_.files) {
        if (can_be_read_twice(file)) continue;
        throw DataError(
            fmt::format("{}: --scale max-abs reads its data twice; expected files (or --scale online)", display_name(file)));
      }
    }
  }

  const Block* next() {
    if (!ahead_) ahead_.emplace([this](Block& block) { return make(block); }, [this] { files_.cancel(); });
    return ahead_->next();
  }

  std::string where(const Block& block, std::size_t i) const {
    return fmt::format("{}:{}", display_name(settings_.files[block.file_of(i)]), block.rows.line(i));
  }
  std::optional<std::pair<double, double>> labels() const {
    return settings_.two_class && labels_.fixed() ? std::optional(labels_.names()) : std::nullopt;
  }
  LargestValues::Pairs largest() const { return settings_.scale == "none" ? LargestValues::Pairs{} : largest_.pairs(); }

 private:
  bool make(Block& block) {
    if (!begun_) begin();
    do {
      if (settings_.shuffle ? !shuffled(block) : !files_.read(block)) return false;
      if (!settings_.shuffle) check(block);
    } while (block.rows.empty());
    if (settings_.scale == "max-abs") largest_.divide(block.rows);
    if (settings_.scale == "online") largest_.divide_online(block.rows, block.growths);
    return true;
  }

  // What has to be known before the first row.
  void begin() {
    begun_ = true;
    if (settings_.shuffle) {
      for (Block block; files_.read(block);) {
        check(block);
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
    // Bad rows are complained of when they are read again, but for those that a cache made now leaves out.
    files_.renew_caches();
    Complaints unheard(OnError::skip);
    Files first_pass(settings_, names_, unheard);
    TwoClassLabels labels = labels_;
    for (Block block; first_pass.read(block);) {
      for (std::size_t i = 0; i < block.rows.size(); ++i) {
        const Row row = block.rows.row(i);
        if (!beyond(row) && (!settings_.two_class || labels.understand(block.rows.label(i)))) largest_.observe(row);
      }
    }
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

  bool beyond(Row row) const { return settings_.most_features && row.dimension() > *settings_.most_features + 1; }

  // Leaves out, with a complaint, rows that the learner cannot take.
  void check(Block& block) {
    Dataset& rows = block.rows;
    std::vector<bool> bad;
    const auto complain = [&](std::size_t i, const std::string& what) {
      complaints_.add({display_name(settings_.files[block.file_of(i)]), rows.line(i), 0}, what);
      bad.resize(rows.size());
      bad[i] = true;
    };
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (beyond(rows.row(i))) {
        complain(i, fmt::format("feature {} lies beyond the simplex, which was given {} features", rows.row(i).dimension() - 1,
                                *settings_.most_features));
        continue;
      }
      if (!settings_.two_class) continue;
      if (const auto label = labels_.understand(rows.label(i))) {
        rows.relabel(i, *label);
        continue;
      }
      const auto [negative, positive] = labels_.names();
      complain(i, fmt::format("label {}; expected {}; if the classes have other labels, say so with --labels NEG,POS",
                              rows.label(i), labels_.fixed() ? fmt::format("{} or {}", negative, positive) : "-1, 0 or 1"));
    }
    if (!bad.empty()) rows.keep_if([&](std::size_t i) { return !bad[i]; });
  }

  StreamSettings settings_;
  FeatureNames& names_;
  Complaints& complaints_;
  Files files_;
  TwoClassLabels labels_;
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
