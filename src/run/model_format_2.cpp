// Format 2 of the binary form, which tacit wrote before its arrays had names; read bit for bit, and written no more:
//
//   bytes  content
//   8      magic
//   4      format version
//   4      CRC-32 of everything behind the header
//   8      bytes of the description
//   8      number of weights
//   8      number of weights of x_1
//   8      number of features in a mixture's table
//   4      CRC-32 of the header up to here
//   4      zero
//   ...    the description: the JSON object of `tacit inspect --json` without weights and table
//   ...    the weights as kept: all indices (4 bytes each), then all values (8 bytes each)
//   ...    x_1 likewise
//   ...    a mixture's table: all features' indices (4 bytes each), then 24 numbers (8 bytes each) for each of them
#include <fmt/format.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "run/loader.hpp"
#include "run/model_binary.hpp"
#include "run/model_json.hpp"
#include "tacit/core/legible.hpp"

namespace tacit {

namespace {

struct HeaderOfFormat2 {
  std::array<char, 8> magic;
  std::uint32_t version;
  std::uint32_t body_checksum;
  std::uint64_t description;
  std::uint64_t weights;
  std::uint64_t start;
  std::uint64_t mixture;
  std::uint32_t header_checksum;
  std::uint32_t zero;
};
static_assert(sizeof(HeaderOfFormat2) == 56);

constexpr std::size_t mixture_width = 24;

constexpr std::size_t bytes_of(std::size_t width) { return sizeof(Index) + width * sizeof(double); }

FeatureNumbers take(std::string_view& bytes, std::size_t count, std::size_t width, const std::string& name) {
  FeatureNumbers table{.width = width, .sorted = true, .features = std::vector<Index>(count), .numbers = {}};
  table.numbers.resize(count * width);
  if (count == 0) return table;
  std::memcpy(table.features.data(), bytes.data(), count * sizeof(Index));
  std::memcpy(table.numbers.data(), bytes.data() + count * sizeof(Index), table.numbers.size() * sizeof(double));
  bytes.remove_prefix(count * bytes_of(width));
  for (std::size_t i = 0; i < count; ++i) {
    if (i > 0 && table.features[i] <= table.features[i - 1])
      throw DataError(DataError::Kind::model, name, "the weights are out of order");
    for (std::size_t k = 0; k < width; ++k) {
      if (!std::isfinite(table.numbers[i * width + k]))
        throw DataError(DataError::Kind::model, name, fmt::format("weight {} is not finite", table.features[i]));
    }
  }
  drop_zeros(table);
  return table;
}

HeaderOfFormat2 header_of_2(std::string_view bytes, const std::string& name) {
  HeaderOfFormat2 header{};
  if (bytes.size() < sizeof header) throw damaged(name, "cut off within its header");
  std::memcpy(&header, bytes.data(), sizeof header);
  if (header.header_checksum != checksum(bytes.substr(0, offsetof(HeaderOfFormat2, header_checksum))) || header.zero != 0)
    throw damaged(name, "corrupted: the header's checksum is wrong");
  return header;
}

// The largest number if there are more.
std::uint64_t bytes_of_all(std::uint64_t count, std::size_t width) {
  constexpr auto most = std::numeric_limits<std::uint64_t>::max();
  return count > most / bytes_of(width) ? most : count * bytes_of(width);
}

}  // namespace

std::uint64_t declared_size_of_format_2(std::string_view beginning, const std::string& name) {
  const HeaderOfFormat2 header = header_of_2(beginning, name);
  return sum_of_sizes({sizeof header, header.description, bytes_of_all(header.weights, 1), bytes_of_all(header.start, 1),
                       bytes_of_all(header.mixture, mixture_width)});
}

LoadedModel read_format_2(std::string_view bytes, Use use, const std::string& name) {
  const HeaderOfFormat2 header = header_of_2(bytes, name);
  // The checked header says how long the file is; nothing is allocated before it proves to be that long.
  const std::uint64_t size = declared_size_of_format_2(bytes, name);
  if (bytes.size() < size) throw damaged(name, "cut off: it is shorter than its header says");
  if (bytes.size() > size) throw damaged(name, "longer than its header says");
  bytes.remove_prefix(sizeof header);
  if (checksum(bytes) != header.body_checksum) throw damaged(name, "corrupted: its checksum is wrong");
  const JsonTree tree(bytes.substr(0, header.description), name);
  const JsonValue description = tree.root();
  bytes.remove_prefix(header.description);
  FeatureNumbers kept = take(bytes, header.weights, 1, name);
  FeatureNumbers start = take(bytes, header.start, 1, name);
  FeatureNumbers table = take(bytes, header.mixture, mixture_width, name);
  Model model = model_from_json(description, name, Arrays::left_out);
  model.weights = weights_of(kept);
  const bool has_state = Fields(description, name).has("state");
  LoadedModel loaded = begin_loading(std::move(model), header.weights, name);
  bool weights_are_kept = false;  // else they are those that the learner has
  if (has_state) {
    load_state(description, name, Parts::all_but_sorted, loaded);
    LearnerState& state = *loaded.model.state;
    const auto put = [&](const char* part, FeatureNumbers& numbers) {
      LearnerState::Value* value = state.find(part);
      if (value == nullptr && !numbers.features.empty() && &numbers != &kept)
        throw damaged(name, fmt::format("corrupted: no learner of this kind has '{}'", brief(part)));
      if (value != nullptr) *value = std::move(numbers);
      return value != nullptr;
    };
    weights_are_kept = put("unscaled", kept);
    put("start", start);
    put("mixture/table", table);
  }
  go_on(loaded, weights_are_kept || !has_state ? WeightsBeside::none : WeightsBeside::given, use, name);
  return loaded;
}

}  // namespace tacit
