#include "cli/output/run_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "tacit/data/data_error.hpp"

namespace tacit::cli {

RunFile::RunFile(const std::string& path, const std::optional<Mark>& begin) : file_(path) {
  if (!begin) return;
  std::ifstream before(path, std::ios::binary);
  if (!before && begin->bytes > 0) throw DataError(path, "cannot be read; expected the file that the unfinished run was writing");
  std::array<char, 1U << 16U> buffer{};
  while (before && bytes_ < begin->bytes) {
    before.read(buffer.data(), static_cast<std::streamsize>(std::min<std::uint64_t>(buffer.size(), begin->bytes - bytes_)));
    write({buffer.data(), static_cast<std::size_t>(before.gcount())});
  }
  if (bytes_ != begin->bytes || hash_.value() != begin->hash) {
    throw DataError(path, fmt::format("does not begin with the {} bytes that the unfinished run had written; expected its file",
                                      begin->bytes));
  }
  kept_ = bytes_;
}

RunFile::~RunFile() {
  if (marked_) file_.cut(kept_.value_or(*marked_));
}

void RunFile::write(std::string_view text) {
  file_.write(text);
  hash_.add(text);
  bytes_ += text.size();
}

RunFile::Mark RunFile::mark() {
  file_.appear();
  marked_ = bytes_;
  return {bytes_, hash_.value()};
}

bool RunFile::lasts(const std::string& path) {
  std::error_code none;
  if (OutputFile::is_standard_output(path)) return false;
  return !std::filesystem::exists(path, none) || std::filesystem::is_regular_file(path, none);
}

}  // namespace tacit::cli
