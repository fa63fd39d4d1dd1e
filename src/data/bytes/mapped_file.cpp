#include "data/bytes/mapped_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "tacit/data/data_error.hpp"

namespace tacit {

MappedFile::MappedFile(const std::string& path) {
  const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) throw DataError(path, std::strerror(errno));
  struct stat status {};
  const bool regular = fstat(fd, &status) == 0 && S_ISREG(status.st_mode);
  const std::size_t size = regular ? static_cast<std::size_t>(status.st_size) : 0;
  void* memory = size > 0 ? mmap(nullptr, size, PROT_READ, MAP_PRIVATE, fd, 0) : nullptr;
  const int error = errno;
  close(fd);
  if (!regular) throw DataError(path, "is not a regular file; expected one that can be mapped into memory");
  if (memory == MAP_FAILED) throw DataError(path, fmt::format("cannot be mapped into memory: {}", std::strerror(error)));
  if (memory == nullptr) return;
  madvise(memory, size, MADV_SEQUENTIAL);
  memory_ = memory;
  size_ = size;
}

MappedFile::~MappedFile() {
  if (memory_ != nullptr) munmap(memory_, size_);
}

}  // namespace tacit
