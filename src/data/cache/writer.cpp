#include "data/cache/block.hpp"
#include "data/cache/footer.hpp"
#include "data/cache/format.hpp"
#include "data/cache/statistics.hpp"
#include "data/rows/without_bias.hpp"
#include "tacit/core/require.hpp"
#include "tacit/data/cache.hpp"
#include "tacit/data/missing.hpp"
#include "tacit/data/output_file.hpp"

namespace tacit {

namespace {

void check(const Example& example) {
  const auto& [row, label, weight] = example;
  require(is_finite(label), "a label to be cached is not finite");
  require(is_finite(weight) && weight >= 0, "a weight to be cached is negative or not finite");
  bool bad = false;
  Index previous = 0;
  for (std::size_t k = 0; k < row.size; ++k) {
    bad |= row.index[k] <= previous || !(is_finite(row.value[k]) || is_written_mark(row.value[k]));
    previous = row.index[k];
  }
  require(!bad, "a row to be cached has indices that do not increase, or values that are not finite");
}

}  // namespace

class CacheWriter::Impl {
 public:
  Impl(const std::string& path, CacheSource source, OutputFile::Links links) : file_(path, links), source_(std::move(source)) {
    cache::Header header{cache::magic, cache::format_version, 0, 0};
    header.checksum = cache::checksum(cache::as_bytes(header).substr(0, offsetof(cache::Header, checksum)));
    write(cache::as_bytes(header));
  }

  void add(const Dataset& rows) {
    may_miss_ = may_miss_ || rows.may_miss_numbers();
    for (const auto& [row, index] : rows.numbers()) numbers_.push_back({written_rows_ + block_.size() + row, index, 0});
    for (std::size_t i = 0; i < rows.size(); ++i) {
      Example example = rows[i];
      example.features = without_bias(example.features);
      check(example);
      const std::size_t nonzeros = block_.nonzeros() + example.features.size;
      if (block_.size() == cache::most_rows || (!block_.empty() && nonzeros > cache::most_nonzeros)) write_block();
      block_.append(example, rows.line(i));
      gathered_.add(example);
    }
  }

  void made_from(CacheSource source) { source_ = std::move(source); }
  void note_hashed(const HashedNames& names) { hashed_ = names; }

  void finish(const std::vector<std::string>& names, bool of_classes) {
    if (!block_.empty()) write_block();
    write(cache::encode_footer(offset_, blocks_, gathered_, {source_, hashed_, names, of_classes, may_miss_, numbers_}));
    file_.commit();
  }

 private:
  void write(std::string_view bytes) {
    file_.write(bytes);
    offset_ += bytes.size();
  }
  void write_block() {
    const std::string_view bytes = encoder_.encode(block_);
    blocks_.push_back({offset_, written_rows_, written_nonzeros_, cache::checksum(bytes)});
    write(bytes);
    written_rows_ += block_.size();
    written_nonzeros_ += block_.nonzeros();
    block_.clear();
  }

  OutputFile file_;
  CacheSource source_;
  HashedNames hashed_;
  bool may_miss_ = false;
  std::vector<cache::NumberEntry> numbers_;
  Dataset block_;  // rows not yet written
  cache::BlockEncoder encoder_;
  std::vector<cache::BlockEntry> blocks_;
  cache::StatisticsGatherer gathered_;
  std::uint64_t offset_ = 0;
  std::uint64_t written_rows_ = 0;
  std::uint64_t written_nonzeros_ = 0;
};

CacheWriter::CacheWriter(const std::string& path, CacheSource source, OutputFile::Links links)
    : impl_(std::make_unique<Impl>(path, std::move(source), links)) {}
CacheWriter::~CacheWriter() = default;
CacheWriter::CacheWriter(CacheWriter&&) noexcept = default;
CacheWriter& CacheWriter::operator=(CacheWriter&&) noexcept = default;

void CacheWriter::add(const Dataset& rows) { impl_->add(rows); }
void CacheWriter::made_from(CacheSource source) { impl_->made_from(std::move(source)); }
void CacheWriter::note_hashed(const HashedNames& names) { impl_->note_hashed(names); }
void CacheWriter::finish(const std::vector<std::string>& names) { impl_->finish(names, false); }
void CacheWriter::finish_classes(const std::vector<std::string>& classes) { impl_->finish(classes, true); }

}  // namespace tacit
