// A MappedFile maps the bytes of a whole file into memory, to be read from beginning to end.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tacit {

class MappedFile {
 public:
  explicit MappedFile(const std::string& path);
  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  // The bytes begin at a page of memory.
  std::string_view bytes() const { return {static_cast<const char*>(memory_), size_}; }

 private:
  void* memory_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace tacit
