#include "input_files.hpp"

#include "tacit/data/data_error.hpp"

namespace tacit {

InputFiles::InputFiles(const StreamSettings& settings, FeatureNames& names, Complaints& complaints)
    : settings_(settings),
      names_(names),
      complaints_(complaints),
      rules_(settings.two_class, settings.labels, settings.most_features),
      left_(settings.limit.value_or(std::numeric_limits<std::uint64_t>::max())) {}

bool InputFiles::read(Block& block) {
  block.rows.clear();
  block.growths.clear();
  while (left_ > 0) {
    if (failure_) std::rethrow_exception(failure_);
    if (!reader_ && !cached_) {
      if (next_ == settings_.files.size()) return false;
      open(settings_.files[next_++]);
    }
    block.file.assign(1, static_cast<std::uint32_t>(next_ - 1));
    bool more = true;
    try {
      more = read_open(settings_.files[next_ - 1], block.rows);
    } catch (const DataError&) {
      failure_ = std::current_exception();
    }
    left_ -= block.rows.size();
    if (!block.rows.empty()) return true;
    if (!more) close();
  }
  return false;
}

bool InputFiles::read_open(const std::string& file, Dataset& rows) {
  if (reader_) return reader_->read(rows, left_);
  if (!cached_->read(rows)) return false;
  rules_.keep_good(rows, 0, left_, file, complaints_);
  return true;
}

void InputFiles::cancel() {
  const std::lock_guard lock(mutex_);
  cancelled_ = true;
  if (reader_) reader_->cancel();
}

void InputFiles::open(const std::string& file) {
  // A file that is a cache needs none.
  if (settings_.cache && !is_cache(file)) cached_ = CachedFile::open(file, settings_.reader, names_, complaints_);
  if (cached_) return;
  auto reader = std::make_unique<Reader>(file, settings_.reader, names_, complaints_, &rules_);
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
