#include "cli/data/part_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

#include "tacit/data/data_error.hpp"

namespace tacit::cli {

PartFile::PartFile(std::string target)
    : target_(std::move(target)),
      path_(target_ + ".part"),
      fd_(open(path_.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666)) {
  if (fd_ < 0) fail();
  struct stat ours {};
  struct stat named {};
  // The name may have gone to the target between open and lock: then the file is no longer a part.
  const bool locked = flock(fd_, LOCK_EX | LOCK_NB) == 0 && fstat(fd_, &ours) == 0 && stat(path_.c_str(), &named) == 0 &&
                      ours.st_ino == named.st_ino;
  if (!locked) {
    close(fd_);
    throw DataError(fmt::format("{}: another download is writing it; wait for that to end", path_));
  }
  size_ = static_cast<std::uint64_t>(ours.st_size);
}

PartFile::~PartFile() {
  if (fd_ < 0) return;
  if (size_ == 0) unlink(path_.c_str());
  close(fd_);
}

void PartFile::append(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = write(fd_, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail();
    bytes.remove_prefix(static_cast<std::size_t>(count));
    size_ += static_cast<std::uint64_t>(count);
  }
}

void PartFile::start_over() {
  if (ftruncate(fd_, 0) != 0) fail();
  size_ = 0;
}

void PartFile::finish() {
  if (fsync(fd_) != 0 || std::rename(path_.c_str(), target_.c_str()) != 0) fail();
  close(std::exchange(fd_, -1));
}

void PartFile::discard() {
  unlink(path_.c_str());
  close(std::exchange(fd_, -1));
}

void PartFile::fail() const { throw DataError(fmt::format("{}: cannot be written: {}", path_, std::strerror(errno))); }

}  // namespace tacit::cli
