// A hash of bytes that come piece by piece (XXH3): the same whatever the pieces are.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

namespace tacit {

class RunningHash {
 public:
  RunningHash();
  ~RunningHash();
  RunningHash(const RunningHash&) = delete;
  RunningHash& operator=(const RunningHash&) = delete;

  void add(std::string_view bytes);
  std::uint64_t value() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace tacit
