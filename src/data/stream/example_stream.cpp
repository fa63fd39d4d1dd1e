#include "tacit/data/example_stream.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <utility>

#include "data/formats/format.hpp"
#include "data/stream/ahead.hpp"
#include "data/stream/crossed_portions.hpp"
#include "data/stream/input_files.hpp"
#include "tacit/data/byte_source.hpp"
#include "tacit/data/cross_maker.hpp"
#include "tacit/data/data_error.hpp"
#include "tacit/data/shuffle.hpp"

namespace tacit {

namespace {

constexpr std::size_t shuffled_rows_a_block = 1024;

}  // namespace

class ExampleStream::Impl {
 public:
  Impl(StreamSettings settings, FeatureNames& names, Complaints& complaints)
      : settings_(std::move(settings)),
        names_(names),
        complaints_(complaints),
        files_(settings_, names, complaints),
        largest_(settings_.largest),
        means_(settings_.means) {
    if (settings_.scale == Scaling::max_abs && !settings_.largest_complete && !settings_.shuffle) {
      for (const auto& file : settings_.files) {
        if (can_be_read_twice(file)) continue;
        once_ = true;
        if (!settings_.largest.empty()) continue;  // they may be all that is needed
        throw DataError(display_name(file), say(mention("scale", "max-abs"), " reads its data twice; expected files (or ",
                                                mention("scale", "online"), ")"));
      }
    }
  }

  Block* next() { return ahead().next(); }
  bool wait(std::chrono::steady_clock::time_point until) { return ahead().wait(until); }

  std::string where(const Block& block, std::size_t i) const {
    return fmt::format("{}:{}", display_name(settings_.files[block.file_of(i)]), block.rows.line(i));
  }
  DataError no_examples() const {
    const Format* const format = find_format(files_.format());
    std::string what = "no examples";
    if (files_.format().empty() && !settings_.cache) {
      what += ", as it is empty";
    } else if (format != nullptr && !format->example.empty()) {
      what += fmt::format(", read as {}; expected lines such as: {}", format->name, format->example);
    }
    return {DataError::Kind::examples, display_name(settings_.files[0]), what};
  }
  std::optional<std::pair<double, double>> labels() const {
    const TwoClassLabels& labels = files_.labels();
    return settings_.task == Task::two_classes && labels.fixed() ? std::optional(labels.names()) : std::nullopt;
  }
  const std::string& format() const { return files_.format(); }
  std::uint64_t rows_lacking() const { return files_.rows_lacking(); }
  const MissingValues& means() const { return settings_.missing == Missing::skip ? files_.numbers() : means_; }
  std::vector<SourceColumn> columns() const { return source_columns(files_.columns_seen()); }
  ColumnContents contents() const {
    ColumnContents contents;
    for (const auto& [column, content] : files_.columns_seen().contents()) contents.emplace(column, content.what);
    return contents;
  }
  LargestValues::Pairs largest() const { return settings_.scale == Scaling::none ? LargestValues::Pairs{} : largest_.pairs(); }

 private:
  Ahead<Block>& ahead() {
    if (!ahead_) ahead_.emplace([this](Block& block) { return make(block); }, [this] { cancel(); });
    return *ahead_;
  }

  // Ends the wait of the thread that reads; called from another.
  void cancel() {
    files_.cancel();
    const std::lock_guard lock(mutex_);
    cancelled_ = true;
    if (first_pass_) first_pass_->cancel();
  }

  bool make(Block& block) {
    block.found.clear();
    if (!begun_) begin(block);
    if (cancelled_) return false;  // what was found out before the first row is incomplete
    if (crosses_all() ? !read_crossed(block) : !read(block)) return false;
    if (once_) require_known(block);
    if (settings_.scale == Scaling::max_abs) largest_.divide(block.rows);
    if (settings_.scale == Scaling::online) largest_.divide_online(block.rows, block.growths, block.found);
    if (settings_.missing == Missing::mean) put_means(block);
    block.labels = labels();
    block.names.assign(names_.dictionary().begin() + static_cast<std::ptrdiff_t>(named_), names_.dictionary().end());
    named_ = names_.dictionary().size();
    const std::vector<std::string>& classes = files_.classes();
    block.classes.assign(classes.begin() + static_cast<std::ptrdiff_t>(classes_), classes.end());
    classes_ = classes.size();
    return true;
  }

  bool crosses_all() const { return settings_.reader.crosses && settings_.reader.crosses->any_of_all(); }
  bool read(Block& block) { return settings_.shuffle ? shuffled(block) : files_.read(block); }
  // Rows have crosses of all their features never before they are wanted, as there may be many.
  bool read_crossed(Block& block) {
    if (!portions_) portions_.emplace(settings_.reader.crosses);
    if (portions_->done()) {
      if (!read(portions_->block())) return false;
      portions_->begin();
    }
    portions_->next(block);
    return true;
  }
  void cross(Dataset& rows) {
    if (crosses_all()) cross_all(*settings_.reader.crosses, rows, crossed_, maker_);
  }

  void put_means(Block& block) {
    if (settings_.means_from == MeansFrom::known) means_.fill(block.rows);
    if (settings_.means_from != MeansFrom::rows || !block.rows.may_miss_numbers()) return;
    filled_.clear();
    means_.walk(block.rows, block.growths, 0, block.rows.size(), block.rows.has_missing() ? &filled_ : nullptr);
    if (block.rows.has_missing()) std::swap(block.rows, filled_);
  }

  void require_known(const Block& block) const {
    for (std::size_t i = 0; i < block.rows.size(); ++i) {
      if (const auto index = largest_.unknown_feature(block.rows.row(i))) {
        throw DataError(where(block, i), say(fmt::format("feature {} is new to the model, and ", *index),
                                             mention("scale", "max-abs"), " reads data twice to scale it; expected files"));
      }
    }
  }

  // Finds out what must be known before the first row.
  void begin(Block& first) {
    begun_ = true;
    if (settings_.shuffle) {
      for (Block block; files_.read(block);) {
        for (std::size_t i = 0; i < block.rows.size(); ++i) {
          all_.append(block.rows, i);
          file_.push_back(block.file_of(i));
        }
        for (const auto& [row, index] : block.rows.numbers()) all_.note_number({0, index});
        for (const auto& [row, column, content] : block.decided) decided_.push_back({0, column, content});
      }
      order_ = shuffled_order(all_.size(), *settings_.shuffle);
    }
    if (settings_.scale != Scaling::max_abs || settings_.largest_complete || once_) return;
    LargestValues found;
    if (settings_.shuffle) {
      observe_all(found);
    } else if (!find_in_caches(found)) {
      find_in_first_pass(found);
    }
    for (const auto& [index, value] : largest_.learn_new(found)) first.found.push_back({0, index, value});
  }

  void observe_all(LargestValues& found) {
    Dataset some;
    for (std::size_t i = 0; i < all_.size(); ++i) {
      some.append(all_, i);
      if (some.size() < shuffled_rows_a_block && i + 1 < all_.size()) continue;
      cross(some);
      found.observe(some);
      some.clear();
    }
  }

  void find_in_first_pass(LargestValues& found) {
    // Complaints about bad rows come when these are read again.
    Complaints unheard(OnError::skip);
    {
      const std::lock_guard lock(mutex_);
      first_pass_.emplace(settings_, names_, unheard);
      if (cancelled_) first_pass_->cancel();
    }
    for (Block block; first_pass_->read(block);) {
      cross(block.rows);
      found.observe(block.rows);
    }
    for (const auto& note : unheard.notes()) complaints_.note(note);
    const std::lock_guard lock(mutex_);
    first_pass_.reset();
  }

  // Caches know the largest values of all their rows: no pass is needed if all rows are wanted.
  bool find_in_caches(LargestValues& found) {
    if (crosses_all() || settings_.limit || settings_.most_features || settings_.missing == Missing::skip ||
        (settings_.task != Task::numbers && complaints_.skips()))
      return false;
    LargestValues::Pairs known;
    const auto add = [&known](Row maxima) {
      for (std::size_t i = 0; i < maxima.size; ++i) known.emplace_back(maxima.index[i], maxima.value[i]);
    };
    for (const auto& file : settings_.files) {
      if (is_cache(file)) {
        add(CacheReader(file).statistics().maxima);
        continue;
      }
      const auto cached = settings_.cache ? CachedFile::open(file, settings_.reader, names_, complaints_, cancelled_) : nullptr;
      if (!cached) return false;
      add(cached->statistics().maxima);
    }
    for (const auto& [index, value] : known) found.observe(Row({&index, 1}, {&value, 1}));
    return true;
  }

  bool shuffled(Block& block) {
    block.rows.clear();
    block.gaps.clear();
    block.growths.clear();
    block.file.clear();
    block.decided = std::exchange(decided_, {});
    if (given_ == 0) {
      for (const Dataset::Number number : all_.numbers()) block.rows.note_number(number);
    }
    for (; given_ < order_.size() && block.rows.size() < shuffled_rows_a_block; ++given_) {
      const std::size_t i = order_[given_];
      block.rows.append(all_, i);
      block.file.push_back(file_[i]);
    }
    return !block.rows.empty();
  }

  StreamSettings settings_;
  FeatureNames& names_;
  Complaints& complaints_;
  InputFiles files_;
  LargestValues largest_;
  MissingValues means_;
  Dataset filled_;
  std::optional<CrossedPortions> portions_;
  Dataset crossed_;  // of the pass that finds the largest values
  CrossMaker maker_;
  bool once_ = false;  // max-abs would need two passes, but some input can be read only once
  bool begun_ = false;
  Dataset all_;  // shuffling
  std::vector<std::uint32_t> file_;
  std::vector<std::uint32_t> order_;
  std::vector<DecidedColumn> decided_;
  std::size_t given_ = 0;
  std::size_t named_ = names_.dictionary().size();  // names that blocks have brought, or that were known before
  std::size_t classes_ = settings_.class_names ? settings_.class_names->names.size() : 0;  // likewise
  std::mutex mutex_;  // guards the first pass against being cancelled while it begins or ends
  std::optional<InputFiles> first_pass_;
  std::atomic<bool> cancelled_ = false;
  std::optional<Ahead<Block>> ahead_;  // last: it stops before what it uses goes
};

ExampleStream::ExampleStream(StreamSettings settings, FeatureNames& names, Complaints& complaints)
    : impl_(std::make_unique<Impl>(std::move(settings), names, complaints)) {}
ExampleStream::~ExampleStream() = default;
Block* ExampleStream::next() { return impl_->next(); }
bool ExampleStream::wait(std::chrono::steady_clock::time_point until) { return impl_->wait(until); }
std::string ExampleStream::where(const Block& block, std::size_t i) const { return impl_->where(block, i); }
std::optional<std::pair<double, double>> ExampleStream::labels() const { return impl_->labels(); }
const std::string& ExampleStream::format() const { return impl_->format(); }
std::uint64_t ExampleStream::rows_lacking() const { return impl_->rows_lacking(); }
DataError ExampleStream::no_examples() const { return impl_->no_examples(); }
std::vector<SourceColumn> ExampleStream::columns() const { return impl_->columns(); }
const MissingValues& ExampleStream::means() const { return impl_->means(); }
ColumnContents ExampleStream::contents() const { return impl_->contents(); }
LargestValues::Pairs ExampleStream::largest() const { return impl_->largest(); }

}  // namespace tacit
