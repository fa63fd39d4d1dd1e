#include <algorithm>

#include "data/bytes/mapped_file.hpp"
#include "data/cache/block.hpp"
#include "data/cache/footer.hpp"
#include "data/cache/format.hpp"
#include "tacit/data/cache.hpp"

namespace tacit {

class CacheReader::Impl {
 public:
  explicit Impl(const std::string& path) : path_(path), file_(path), footer_(cache::decode_footer(file_.bytes(), path)) {}

  bool read(Dataset& rows, bool bias) {
    if (next_ == footer_.blocks.size()) return false;
    read_block(next_, rows, bias);
    ++next_;
    return true;
  }

  void read_block(std::size_t block, Dataset& rows, bool bias) const {
    const cache::BlockEntry from = footer_.entry(block);
    const cache::BlockEntry to = footer_.entry(block + 1);
    const std::string_view bytes = file_.bytes().substr(from.offset, to.offset - from.offset);
    const auto damaged = [&](std::string_view what) {
      cache::refuse(path_, fmt::format("corrupted at block {}: {}", block + 1, what));
    };
    if (cache::checksum(bytes) != from.checksum) damaged("the block's checksum is wrong");
    const cache::BlockShape shape{to.first_row - from.first_row, to.first_nonzero - from.first_nonzero,
                                  footer_.statistics.largest_index};
    static_assert(cache::decoder_reads_ahead <= sizeof(cache::FooterHead), "what follows the last block may be read");
    const std::string_view problem = cache::decode_block(bytes, shape, bias, rows);
    if (!problem.empty()) damaged(problem);
    if (footer_.may_miss) rows.note_may_miss();
    const std::size_t before = rows.size() - shape.rows;
    const auto numbers = footer_.numbers;
    for (auto number = std::ranges::lower_bound(numbers, from.first_row, {}, &cache::NumberEntry::row);
         number != numbers.end() && number->row < to.first_row; ++number)
      rows.note_number({before + number->row - from.first_row, number->index});
  }

  const cache::Footer& footer() const { return footer_; }
  std::vector<std::string> all_names() const {
    std::vector<std::string> names;
    names.reserve(footer_.name_lengths.size());
    const char* from = footer_.names;
    for (const std::uint32_t length : footer_.name_lengths) {
      names.emplace_back(from, length);
      from += length;
    }
    return names;
  }

 private:
  std::string path_;
  MappedFile file_;
  cache::Footer footer_;
  std::size_t next_ = 0;
};

CacheReader::CacheReader(const std::string& path) : impl_(std::make_unique<Impl>(path)) {}
CacheReader::~CacheReader() = default;
CacheReader::CacheReader(CacheReader&&) noexcept = default;
CacheReader& CacheReader::operator=(CacheReader&&) noexcept = default;

bool CacheReader::recognises(std::string_view beginning) {
  return beginning.starts_with(std::string_view(cache::magic.data(), cache::magic.size()));
}

bool CacheReader::read(Dataset& rows, bool bias) { return impl_->read(rows, bias); }
std::size_t CacheReader::blocks() const { return impl_->footer().blocks.size(); }
void CacheReader::read_block(std::size_t block, Dataset& rows, bool bias) const { impl_->read_block(block, rows, bias); }
const CacheStatistics& CacheReader::statistics() const { return impl_->footer().statistics; }
const CacheSource& CacheReader::source() const { return impl_->footer().source; }
HashedNames CacheReader::hashed() const { return impl_->footer().hashed; }

std::vector<std::string> CacheReader::names() const {
  return impl_->footer().of_classes ? std::vector<std::string>() : impl_->all_names();
}
std::vector<std::string> CacheReader::classes() const {
  return impl_->footer().of_classes ? impl_->all_names() : std::vector<std::string>();
}

bool CacheReader::fresh(const CacheSource& now) const {
  const CacheSource& then = source();
  return now.modified != 0 && now.modified == then.modified && now.size == then.size && now.check == then.check &&
         now.settings == then.settings;
}

}  // namespace tacit
