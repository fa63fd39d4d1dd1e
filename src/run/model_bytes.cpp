#include "run/model_bytes.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tacit {

std::size_t ModelSource::read(std::span<char> buffer) {
  constexpr std::uint64_t always_fine = 16U << 20U;
  constexpr std::uint64_t most_growth = 16;
  const std::size_t count = source_.read(buffer);
  given_ += count;
  if (count > 0 && source_.compressed() && given_ > always_fine + most_growth * source_.taken()) {
    throw DataError(DataError::Kind::model, name(),
                    fmt::format("the model file grows to more than {} times its size; decompress it first", most_growth));
  }
  return count;
}

BinaryBody::BinaryBody(const ModelOrigin& origin) : source_(origin.open()) {
  std::string beginning(sizeof header_, '\0');
  std::size_t size = 0;
  while (size < beginning.size()) {
    const std::size_t count = source_.read(std::span(beginning).subspan(size));
    if (count == 0) break;
    size += count;
  }
  beginning.resize(size);
  header_ = checked_header(beginning, name());
  if (!source_.compressed()) promised_ = origin.size;
}

std::size_t BinaryBody::read_some(std::span<char> into) {
  const std::size_t count = source_.read(into);
  checksum_ = checksum({into.data(), count}, checksum_);
  position_ += count;
  return count;
}

void BinaryBody::read(std::span<char> into) {
  while (!into.empty()) {
    const std::size_t count = read_some(into);
    if (count == 0) throw damaged(name(), "cut off: it is shorter than its header says");
    into = into.subspan(count);
  }
}

void BinaryBody::pass(std::uint64_t bytes) {
  std::vector<char> passed(std::min<std::uint64_t>(bytes, piece));
  for (; bytes > 0; bytes -= std::min<std::uint64_t>(bytes, piece))
    read(std::span(passed).first(std::min<std::uint64_t>(bytes, piece)));
}

void BinaryBody::require_sound() {
  const std::uint64_t size = sum_of_sizes({header_.description, header_.array_bytes});
  std::vector<char> rest(piece);
  while (position_ <= size && read_some(rest) > 0) {
  }
  if (position_ < size) throw damaged(name(), "cut off: it is shorter than its header says");
  if (position_ > size) throw damaged(name(), "longer than its header says");
  if (checksum_ != header_.body_checksum) throw damaged(name(), "corrupted: its checksum is wrong");
}

}  // namespace tacit
