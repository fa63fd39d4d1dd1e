#include "tacit/data/output_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include "tacit/data/data_error.hpp"

namespace tacit {

namespace {

// The permissions of the target, or the usual ones if there is none.
mode_t permissions(const std::string& path) {
  struct stat status {};
  return stat(path.c_str(), &status) == 0 ? status.st_mode & 0777U : 0666U;
}

std::string folder_of(const std::string& path) {
  const auto slash = path.rfind('/');
  return slash == std::string::npos ? "." : path.substr(0, slash + 1);
}

// Opens a file without a name in the target's folder: whatever ends the program, nothing of it stays. Not every file system can.
std::FILE* open_nameless(const std::string& path) {
  const int fd = open(folder_of(path).c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, permissions(path));
  return fd >= 0 ? fdopen(fd, "wb") : nullptr;
}

// Calls make(name) with names beside the path until it makes a file of that name, which none had. Returns the name; it is empty,
// and errno says why, if that fails.
template <class Make>
std::string make_beside(const std::string& path, Make make) {
  for (int attempt = 0; attempt < 100; ++attempt) {
    std::string name = fmt::format("{}.{}-{}.part", path, getpid(), attempt);
    if (make(name.c_str())) return name;
    if (errno != EEXIST) break;
  }
  return {};
}

// Opens a file beside the target.
std::FILE* open_beside(const std::string& path, std::string& beside) {
  const mode_t mode = permissions(path);
  int fd = -1;
  beside = make_beside(path, [&](const char* name) {
    fd = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    return fd >= 0;
  });
  return beside.empty() ? nullptr : fdopen(fd, "wb");
}

// A new name is safe once its folder is. Not every file system can tell.
void make_folder_safe(const std::string& path) {
  const int fd = open(folder_of(path).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return;
  static_cast<void>(fsync(fd));
  close(fd);
}

}  // namespace

// Under these names, too, standard output is written to as it is: another file in its place would lose what it holds.
bool OutputFile::is_standard_output(const std::string& path) {
  return path == "-" || path == "/dev/stdout" || path == "/dev/fd/1" || path == "/proc/self/fd/1";
}

std::string behind_links(std::string path) {
  constexpr int longest_chain = 40;  // as for the system itself
  std::error_code none;
  for (int links = 0; links < longest_chain && std::filesystem::is_symlink(path, none); ++links) {
    const std::filesystem::path target = std::filesystem::read_symlink(path, none);
    if (none) break;
    path = (std::filesystem::path(path).parent_path() / target).string();
  }
  return path;
}

OutputFile::OutputFile(std::string path, Links links) : path_(std::move(path)), target_(path_) {
  struct stat status {};
  if (is_standard_output(path_)) {
    file_ = stdout;
  } else {
    const bool exists = stat(path_.c_str(), &status) == 0;
    if (!exists && errno == ELOOP) fail();
    if (exists && S_ISDIR(status.st_mode)) throw DataError(path_, "is a directory; expected a file to write");
    direct_ = exists && !S_ISREG(status.st_mode);
    if (!direct_ && links == Links::follow) target_ = behind_links(path_);
    file_ = direct_ ? std::fopen(path_.c_str(), "wb") : open_nameless(target_);
    if (file_ == nullptr && !direct_) file_ = open_beside(target_, beside_);
  }
  if (file_ == nullptr) fail();
  awaited_ = fstat(fileno(file_), &status) == 0 && !S_ISREG(status.st_mode);
}

OutputFile::~OutputFile() {
  if (file_ != nullptr && file_ != stdout) std::fclose(file_);
  if (!beside_.empty()) unlink(beside_.c_str());
}

void OutputFile::write(std::string_view text) {
  if (text.empty() || std::fwrite(text.data(), 1, text.size(), file_) == text.size()) return;
  broken_ = true;
  fail();
}

void OutputFile::deliver() {
  if (!awaited_ || std::fflush(file_) == 0) return;
  broken_ = true;
  fail();
}

void OutputFile::commit() {
  make_safe();
  if (file_ == stdout) return;
  if (!direct_ && !appeared_ && beside_.empty()) give_name();
  if (std::fclose(std::exchange(file_, nullptr)) != 0) fail();
  if (!direct_ && !appeared_) take_place();
}

void OutputFile::appear() {
  make_safe();
  if (file_ == stdout || direct_ || appeared_) return;
  if (beside_.empty()) give_name();
  take_place();
  appeared_ = true;
}

void OutputFile::cut(std::uint64_t bytes) {
  if (!appeared_ || file_ == nullptr) return;
  const int fd = dup(fileno(file_));
  std::fclose(std::exchange(file_, nullptr));  // what it still writes is cut away
  if (fd < 0) return;
  if (ftruncate(fd, static_cast<off_t>(bytes)) != 0) errno = 0;  // it stays longer, and is cut when the run goes on
  close(fd);
}

void OutputFile::make_safe() {
  if (broken_) errno = EIO;  // what an earlier try has lost does not come back
  if (broken_ || std::fflush(file_) != 0 || (file_ != stdout && !direct_ && fsync(fileno(file_)) != 0)) {
    broken_ = true;
    fail();
  }
}

void OutputFile::take_place() {
  if (std::rename(beside_.c_str(), target_.c_str()) != 0) fail();
  beside_.clear();
  make_folder_safe(target_);
}

void OutputFile::give_name() {
  const std::string self = fmt::format("/proc/self/fd/{}", fileno(file_));
  beside_ = make_beside(target_,
                        [&](const char* name) { return linkat(AT_FDCWD, self.c_str(), AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0; });
  if (beside_.empty()) fail();
}

void OutputFile::fail() {
  throw DataError(path_ == "-" ? "standard output" : path_, fmt::format("cannot be written: {}", std::strerror(errno)));
}

void write_file(const std::string& path, std::string_view text) {
  OutputFile file(path);
  file.write(text);
  file.commit();
}

}  // namespace tacit
