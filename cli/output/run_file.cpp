#include "cli/output/run_file.hpp"

#define XXH_INLINE_ALL
#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "tacit/data/data_error.hpp"

namespace tacit::cli {

class RunFile::Hash {
 public:
  Hash() { XXH3_64bits_reset(state_.get()); }
  void add(std::string_view text) { XXH3_64bits_update(state_.get(), text.data(), text.size()); }
  std::uint64_t value() const { return XXH3_64bits_digest(state_.get()); }

 private:
  struct Free {
    void operator()(XXH3_state_t* state) const { XXH3_freeState(state); }
  };
  std::unique_ptr<XXH3_state_t, Free> state_{XXH3_createState()};
};

RunFile::RunFile(const std::string& path, const std::optional<Mark>& begin) : file_(path), hash_(std::make_unique<Hash>()) {
  if (!begin) return;
  std::ifstream before(path, std::ios::binary);
  std::array<char, 1U << 16U> buffer{};
  while (before && bytes_ < begin->bytes) {
    before.read(buffer.data(), static_cast<std::streamsize>(std::min<std::uint64_t>(buffer.size(), begin->bytes - bytes_)));
    write({buffer.data(), static_cast<std::size_t>(before.gcount())});
  }
  if (bytes_ != begin->bytes || hash_->value() != begin->hash) {
    throw DataError(path, fmt::format("does not begin with the {} bytes that the unfinished run had written; expected its file",
                                      begin->bytes));
  }
}

RunFile::~RunFile() {
  if (marked_) file_.cut(*marked_);
}

void RunFile::write(std::string_view text) {
  file_.write(text);
  hash_->add(text);
  bytes_ += text.size();
}

RunFile::Mark RunFile::mark() {
  file_.appear();
  marked_ = bytes_;
  return {bytes_, hash_->value()};
}

bool RunFile::lasts(const std::string& path) {
  std::error_code none;
  if (OutputFile::is_standard_output(path)) return false;
  return !std::filesystem::exists(path, none) || std::filesystem::is_regular_file(path, none);
}

}  // namespace tacit::cli
