#include "tacit/data/byte_source.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstring>

#include "data/bytes/decoder.hpp"
#include "tacit/data/data_error.hpp"

namespace tacit {

namespace {

class Descriptor {
 public:
  explicit Descriptor(const std::string& path)
      : fd_(path == "-" ? STDIN_FILENO : open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)), owned_(path != "-") {
    // Opening does not block: a named pipe that nobody writes to yet is waited for by read(), where waiting can be cancelled.
    if (fd_ < 0) throw DataError(path, std::strerror(errno));
    struct stat status {};
    if (fstat(fd_, &status) != 0) return;
    if (S_ISDIR(status.st_mode)) {
      if (owned_) close(fd_);
      throw DataError(path, "is a directory; expected a file");
    }
    if (S_ISREG(status.st_mode)) {
      posix_fadvise(fd_, 0, 0, POSIX_FADV_SEQUENTIAL);
    } else {
      wake_ = eventfd(0, EFD_CLOEXEC);  // a pipe, a terminal or a socket can make a reader wait
      if (wake_ < 0) {
        const int error = errno;
        if (owned_) close(fd_);
        throw DataError(path, fmt::format("waiting for data failed: {}", std::strerror(error)));
      }
    }
  }
  ~Descriptor() {
    if (owned_) close(fd_);
    if (wake_ >= 0) close(wake_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  std::size_t read(std::span<char> buffer, const std::string& name) const {
    for (;;) {
      if (wake_ >= 0) {
        std::array<pollfd, 2> waiting{{{fd_, POLLIN, 0}, {wake_, POLLIN, 0}}};
        if (poll(waiting.data(), waiting.size(), -1) < 0) {
          if (errno == EINTR) continue;
          throw DataError(name, fmt::format("waiting for data failed: {}", std::strerror(errno)));
        }
      }
      if (cancelled_) return 0;
      const ssize_t count = ::read(fd_, buffer.data(), buffer.size());
      if (count >= 0) return static_cast<std::size_t>(count);
      if (errno != EINTR && errno != EAGAIN) throw DataError(name, fmt::format("cannot be read: {}", std::strerror(errno)));
    }
  }

  void cancel() {
    cancelled_ = true;
    const std::uint64_t one = 1;
    if (wake_ >= 0 && write(wake_, &one, sizeof one) < 0) return;  // it is full: cancelled before
  }
  bool cancelled() const { return cancelled_; }

 private:
  int fd_;
  int wake_ = -1;
  std::atomic<bool> cancelled_ = false;
  bool owned_;
};

}  // namespace

class ByteSource::Impl {
 public:
  explicit Impl(const std::string& path)
      : name_(path == "-" ? "standard input" : path), file_(std::make_unique<Descriptor>(path)) {}
  Impl(std::string_view bytes, std::string name) : name_(std::move(name)), bytes_(bytes) {}

  const std::string& name() const { return name_; }
  bool compressed() {
    if (!begun_) begin();
    return decoder_ != nullptr;
  }
  void cancel() {
    if (file_) file_->cancel();
  }

  std::size_t read(std::span<char> buffer) {
    if (compressed()) return decode_into(buffer);
    if (used_ < filled_) {
      const std::size_t count = std::min(buffer.size(), filled_ - used_);
      std::memcpy(buffer.data(), raw_.get() + used_, count);
      used_ += count;
      return count;
    }
    return take(buffer);
  }
  std::uint64_t taken() const { return taken_; }

 private:
  // A pipe may give less than the magic at first. More is waited for only while the bytes so far may become a magic.
  void begin() {
    begun_ = true;
    for (;;) {
      decoder_ = make_decoder(beginning());
      if (decoder_ || filled_ >= longest_magic || !may_become_magic(beginning()) || fill() == 0) break;
    }
  }

  std::string_view beginning() const { return {raw_.get(), filled_}; }

  static bool may_become_magic(std::string_view bytes) {
    return std::ranges::any_of(compressions(), [&](const Compression& compression) {
      return bytes.substr(0, compression.magic.size()) == compression.magic.substr(0, bytes.size());
    });
  }

  // Reads more raw bytes behind those not used yet.
  std::size_t fill() {
    if (used_ == filled_) used_ = filled_ = 0;
    const std::size_t count = take({raw_.get() + filled_, raw_size - filled_});
    filled_ += count;
    return count;
  }

  // Takes bytes as they are.
  std::size_t take(std::span<char> buffer) {
    std::size_t count = 0;
    if (file_) {
      count = file_->read(buffer, name_);
    } else {
      count = bytes_.copy(buffer.data(), buffer.size());
      bytes_.remove_prefix(count);
    }
    taken_ += count;
    return count;
  }

  std::size_t decode_into(std::span<char> buffer) {
    for (;;) {
      if (used_ == filled_ && fill() == 0) {
        std::string_view nothing;
        if (decoder_->may_end() || (file_ && file_->cancelled())) return 0;
        const std::size_t count = decode(nothing, buffer);  // bytes that the decoder has read but not given yet
        if (count == 0 && !decoder_->may_end()) throw DataError(name_, "the compressed data end too early");
        return count;
      }
      std::string_view packed(raw_.get() + used_, filled_ - used_);
      const std::size_t count = decode(packed, buffer);
      used_ = filled_ - packed.size();
      if (count > 0) return count;
    }
  }

  std::size_t decode(std::string_view& packed, std::span<char> buffer) {
    try {
      return decoder_->decode(packed, buffer);
    } catch (const DamagedData& damage) {
      throw DataError(name_, fmt::format("the compressed data are damaged: {}", damage.why));
    } catch (const RefusedData& refusal) {
      throw DataError(name_, fmt::format("the compressed data {}", refusal.why));
    }
  }

  std::string name_;
  std::unique_ptr<Descriptor> file_;
  std::string_view bytes_;  // where there is no file
  static constexpr std::size_t raw_size = 1U << 16U;
  std::unique_ptr<char[]> raw_ = std::make_unique_for_overwrite<char[]>(raw_size);
  std::size_t used_ = 0;
  std::size_t filled_ = 0;
  std::uint64_t taken_ = 0;
  bool begun_ = false;
  std::unique_ptr<Decoder> decoder_;
};

ByteSource::ByteSource(const std::string& path) : impl_(std::make_unique<Impl>(path)) {}
ByteSource::ByteSource(std::string_view bytes, std::string name) : impl_(std::make_unique<Impl>(bytes, std::move(name))) {}
ByteSource::~ByteSource() = default;
ByteSource::ByteSource(ByteSource&&) noexcept = default;
ByteSource& ByteSource::operator=(ByteSource&&) noexcept = default;

const std::string& ByteSource::name() const { return impl_->name(); }
bool ByteSource::compressed() { return impl_->compressed(); }
std::size_t ByteSource::read(std::span<char> buffer) { return impl_->read(buffer); }
std::uint64_t ByteSource::taken() const { return impl_->taken(); }
void ByteSource::cancel() { impl_->cancel(); }

bool can_be_read_twice(const std::string& path) {
  struct stat status {};
  return path != "-" && stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode);
}

}  // namespace tacit
