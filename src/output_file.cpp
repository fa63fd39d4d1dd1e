#include "tacit/data/output_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "tacit/data/data_error.hpp"

namespace tacit {

namespace {

bool is_special(const std::string& path) {
  struct stat status {};
  return stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
}

// A name beside the target that nobody has, and the target's permissions if there is one.
std::FILE* open_beside(const std::string& path, std::string& beside) {
  struct stat status {};
  const mode_t mode = stat(path.c_str(), &status) == 0 ? status.st_mode & 0777U : 0666U;
  for (int attempt = 0; attempt < 100; ++attempt) {
    beside = fmt::format("{}.{}-{}.part", path, getpid(), attempt);
    const int fd = open(beside.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    if (fd >= 0) return fdopen(fd, "wb");
    if (errno != EEXIST) break;
  }
  beside.clear();
  return nullptr;
}

}  // namespace

OutputFile::OutputFile(std::string path) : path_(std::move(path)) {
  struct stat status {};
  if (path_ == "-") {
    file_ = stdout;
  } else if (stat(path_.c_str(), &status) == 0 && S_ISDIR(status.st_mode)) {
    throw DataError(fmt::format("{}: is a directory; expected a file to write", path_));
  } else {
    file_ = is_special(path_) ? std::fopen(path_.c_str(), "wb") : open_beside(path_, beside_);
  }
  if (file_ == nullptr) fail();
}

OutputFile::~OutputFile() {
  if (file_ != nullptr && file_ != stdout) std::fclose(file_);
  if (!beside_.empty()) unlink(beside_.c_str());
}

void OutputFile::write(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), file_) != text.size()) fail();
}

void OutputFile::commit() {
  if (std::fflush(file_) != 0) fail();
  if (file_ == stdout) return;
  if (!beside_.empty() && fsync(fileno(file_)) != 0) fail();
  if (std::fclose(std::exchange(file_, nullptr)) != 0) fail();
  if (beside_.empty()) return;
  if (std::rename(beside_.c_str(), path_.c_str()) != 0) fail();
  beside_.clear();
}

void OutputFile::fail() {
  throw DataError(fmt::format("{}: cannot be written: {}", path_ == "-" ? "standard output" : path_, std::strerror(errno)));
}

}  // namespace tacit
