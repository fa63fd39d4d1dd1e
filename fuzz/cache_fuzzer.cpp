// Any file is either refused with a message, or gives rows on which later code can rely, and their statistics. An input of odd
// length has its checksums set right first: otherwise nearly every input would end there.
#include <sys/mman.h>
#include <unistd.h>

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>

#include "data/cache/format.hpp"
#include "tacit/data/cache.hpp"
#include "tacit/data/data_error.hpp"
#include "tacit/data/missing.hpp"

namespace {

using namespace tacit;

template <class T>
T part(const std::string& bytes, std::size_t at) {
  T result;
  std::memcpy(&result, bytes.data() + at, sizeof result);
  return result;
}

void set_checksum(std::string& bytes, std::size_t at, std::size_t from, std::size_t to) {
  const std::uint64_t sum = cache::checksum(std::string_view(bytes).substr(from, to - from));
  std::memcpy(bytes.data() + at, &sum, sizeof sum);
}

void mend(std::string& bytes) {
  if (bytes.size() < sizeof(cache::Header) + sizeof(cache::FooterHead) + sizeof(cache::Trailer)) return;
  set_checksum(bytes, offsetof(cache::Header, checksum), 0, offsetof(cache::Header, checksum));
  const std::size_t end = bytes.size() - sizeof(cache::Trailer);
  const std::size_t footer = part<cache::Trailer>(bytes, end).footer_offset;
  if (footer > end - sizeof(cache::FooterHead)) return;
  const std::size_t first = footer + sizeof(cache::FooterHead);
  const std::size_t room = (end - first) / sizeof(cache::BlockEntry);
  const std::size_t blocks = std::min<std::size_t>(part<cache::FooterHead>(bytes, footer).blocks, room);
  for (std::size_t i = 0; i < blocks; ++i) {
    const std::size_t at = first + i * sizeof(cache::BlockEntry);
    const std::size_t from = part<cache::BlockEntry>(bytes, at).offset;
    const std::size_t to = i + 1 < blocks ? part<cache::BlockEntry>(bytes, at + sizeof(cache::BlockEntry)).offset : footer;
    if (from < to && to <= footer) set_checksum(bytes, at + offsetof(cache::BlockEntry, checksum), from, to);
  }
  set_checksum(bytes, end + offsetof(cache::Trailer, checksum), footer, end + offsetof(cache::Trailer, checksum));
}

void check(bool holds) {
  if (!holds) std::abort();
}

void check_rows(const Dataset& rows, bool bias, Index largest) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto [row, label, weight] = rows[i];
    check(std::isfinite(label) && std::isfinite(weight) && weight >= 0);
    check(!bias || (row.size > 0 && row.index[0] == 0 && row.value[0] == 1));
    for (std::size_t k = bias ? 1 : 0; k < row.size; ++k) {
      check((std::isfinite(row.value[k]) || (rows.has_missing() && is_written_mark(row.value[k]))) && row.index[k] >= 1 &&
            row.index[k] <= largest);
      check(k == 0 || row.index[k] > row.index[k - 1]);
    }
  }
}

void read(const std::string& path, bool bias) {
  Dataset rows;
  std::uint64_t total_rows = 0;
  std::uint64_t total_nonzeros = 0;
  try {
    CacheReader reader(path);
    reader.names();
    while (reader.read(rows, bias)) {
      check_rows(rows, bias, reader.statistics().largest_index);
      total_rows += rows.size();
      total_nonzeros += rows.nonzeros() - (bias ? rows.size() : 0);
      rows.clear();
    }
    check(total_rows == reader.statistics().rows && total_nonzeros == reader.statistics().nonzeros);
  } catch (const DataError& error) {
    check(rows.empty() && std::string_view(error.what()).starts_with(path + ": "));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const int file = memfd_create("fuzz", 0);
  std::string bytes(reinterpret_cast<const char*>(data), size);
  if (size % 2 == 1) {
    bytes.pop_back();
    mend(bytes);
  }
  if (ftruncate(file, 0) != 0 || pwrite(file, bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) std::abort();
  const std::string path = "/proc/self/fd/" + std::to_string(file);
  read(path, size / 2 % 2 == 0);
  return 0;
}
