#include <sys/stat.h>

#include <fstream>
#include <utility>

#include "data/cache/format.hpp"
#include "tacit/data/byte_source.hpp"
#include "tacit/data/cache.hpp"

namespace tacit {

namespace {

// The checksum of the first and the last bytes: it sees most edits that keep size and time.
std::uint64_t check_ends(const std::string& path, std::uint64_t size) {
  constexpr std::uint64_t end = std::uint64_t{1} << 16U;
  std::string bytes(2 * end, '\0');
  std::ifstream file(path, std::ios::binary);
  file.read(bytes.data(), end);
  auto count = static_cast<std::size_t>(file.gcount());
  file.clear();
  file.seekg(static_cast<std::streamoff>(size - std::min(size, end)));
  file.read(bytes.data() + count, end);
  count += static_cast<std::size_t>(file.gcount());
  return cache::checksum(std::string_view(bytes).substr(0, count));
}

}  // namespace

CacheSource cache_source(const std::string& path, std::string settings) {
  CacheSource source{.path = path, .settings = std::move(settings)};
  struct stat status {};
  if (stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode)) {
    source.size = static_cast<std::uint64_t>(status.st_size);
    source.modified = std::int64_t{status.st_mtim.tv_sec} * 1000000000 + status.st_mtim.tv_nsec;
    source.check = check_ends(path, source.size);
  }
  return source;
}

bool is_cache(const std::string& path) {
  if (!can_be_read_twice(path)) return false;
  std::string beginning(cache::magic.size(), '\0');
  std::ifstream(path, std::ios::binary).read(beginning.data(), static_cast<std::streamsize>(beginning.size()));
  return CacheReader::recognises(beginning);
}

}  // namespace tacit
