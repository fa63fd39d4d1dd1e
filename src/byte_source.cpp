#include "tacit/data/byte_source.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <utility>
#include <vector>

#include "tacit/data/data_error.hpp"

namespace tacit {

namespace {

class Descriptor {
 public:
  explicit Descriptor(const std::string& path)
      : fd_(path == "-" ? STDIN_FILENO : open(path.c_str(), O_RDONLY | O_CLOEXEC)), owned_(path != "-") {
    if (fd_ < 0) throw DataError(fmt::format("{}: {}", path, std::strerror(errno)));
    struct stat status {};
    if (fstat(fd_, &status) == 0 && S_ISDIR(status.st_mode)) {
      if (owned_) close(fd_);
      throw DataError(fmt::format("{}: is a directory; expected a file of examples", path));
    }
  }
  ~Descriptor() {
    if (owned_) close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  std::size_t read(std::span<char> buffer, const std::string& name) const {
    for (;;) {
      const ssize_t count = ::read(fd_, buffer.data(), buffer.size());
      if (count >= 0) return static_cast<std::size_t>(count);
      if (errno != EINTR) throw DataError(fmt::format("{}: cannot be read: {}", name, std::strerror(errno)));
    }
  }

 private:
  int fd_;
  bool owned_;
};

}  // namespace

class ByteSource::Impl {
 public:
  explicit Impl(const std::string& path) : name_(path == "-" ? "standard input" : path), file_(path) {
    while (filled_ < gzip_magic.size() && fill() > 0) {
    }
    gzip_ = filled_ >= gzip_magic.size() && std::memcmp(raw_.data(), gzip_magic.data(), gzip_magic.size()) == 0;
    if (gzip_) begin_member();
  }
  ~Impl() {
    if (gzip_) inflateEnd(&stream_);
  }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  const std::string& name() const { return name_; }

  std::size_t read(std::span<char> buffer) {
    if (gzip_) return inflate_into(buffer);
    if (used_ < filled_) {
      const std::size_t count = std::min(buffer.size(), filled_ - used_);
      std::memcpy(buffer.data(), raw_.data() + used_, count);
      used_ += count;
      return count;
    }
    return file_.read(buffer, name_);
  }

 private:
  static constexpr std::array<unsigned char, 2> gzip_magic{0x1f, 0x8b};

  // More raw bytes behind those not used yet.
  std::size_t fill() {
    if (used_ == filled_) used_ = filled_ = 0;
    const std::size_t count = file_.read(std::span(raw_).subspan(filled_), name_);
    filled_ += count;
    return count;
  }

  void begin_member() {
    stream_ = {};
    if (inflateInit2(&stream_, 15 + 16) != Z_OK) throw DataError(fmt::format("{}: no memory to decompress", name_));
    inside_member_ = true;
  }

  std::size_t inflate_into(std::span<char> buffer) {
    stream_.next_out = reinterpret_cast<Bytef*>(buffer.data());
    stream_.avail_out = static_cast<uInt>(buffer.size());
    while (stream_.avail_out == buffer.size()) {
      if (used_ == filled_ && fill() == 0) {
        if (inside_member_) throw DataError(fmt::format("{}: the compressed data end too early", name_));
        return 0;
      }
      if (!inside_member_) {
        inflateReset(&stream_);  // gzip files may be glued together
        inside_member_ = true;
      }
      stream_.next_in = reinterpret_cast<Bytef*>(raw_.data() + used_);
      stream_.avail_in = static_cast<uInt>(filled_ - used_);
      const int status = inflate(&stream_, Z_NO_FLUSH);
      used_ = filled_ - stream_.avail_in;
      if (status == Z_STREAM_END) {
        inside_member_ = false;
      } else if (status != Z_OK && status != Z_BUF_ERROR) {
        throw DataError(fmt::format("{}: the compressed data are damaged ({})", name_,
                                    stream_.msg != nullptr ? stream_.msg : "unknown error of zlib"));
      }
    }
    return buffer.size() - stream_.avail_out;
  }

  std::string name_;
  Descriptor file_;
  std::vector<char> raw_ = std::vector<char>(1U << 18U);
  std::size_t used_ = 0;
  std::size_t filled_ = 0;
  bool gzip_ = false;
  bool inside_member_ = false;
  z_stream stream_{};
};

ByteSource::ByteSource(const std::string& path) : impl_(std::make_unique<Impl>(path)) {}
ByteSource::~ByteSource() = default;
ByteSource::ByteSource(ByteSource&&) noexcept = default;
ByteSource& ByteSource::operator=(ByteSource&&) noexcept = default;

const std::string& ByteSource::name() const { return impl_->name(); }
std::size_t ByteSource::read(std::span<char> buffer) { return impl_->read(buffer); }

}  // namespace tacit
