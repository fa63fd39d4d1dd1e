// A download that is under way, in `TARGET.part` beside its target: it stays when the download breaks off, so that another run
// can go on from there, and takes the target's name once it is whole. While one run has it, no other can.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tacit::cli {

class PartFile {
 public:
  explicit PartFile(std::string target);
  ~PartFile();  // removes an empty one
  PartFile(const PartFile&) = delete;
  PartFile& operator=(const PartFile&) = delete;

  const std::string& path() const { return path_; }
  std::uint64_t size() const { return size_; }

  void append(std::string_view bytes);
  void start_over();
  // Gives the whole file the target's name.
  void finish();
  void discard();

 private:
  [[noreturn]] void fail() const;

  std::string target_;
  std::string path_;
  int fd_;
  std::uint64_t size_ = 0;
};

}  // namespace tacit::cli
