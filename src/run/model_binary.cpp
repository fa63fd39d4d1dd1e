#include "run/model_binary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <initializer_list>

#include "run/loader.hpp"
#include "run/model_json.hpp"

namespace tacit {

namespace {

std::uint32_t version_of(std::string_view bytes, const std::string& name) {
  if (bytes.size() < offsetof(BinaryHeader, body_checksum)) throw damaged(name, "cut off within its header");
  std::uint32_t version = 0;
  std::memcpy(&version, bytes.data() + offsetof(BinaryHeader, version), sizeof version);
  if (version != 2 && version != format_version) {
    throw DataError(DataError::Kind::model, name,
                    fmt::format("the model file has format {}; this tacit reads formats 2 and {}", version, format_version));
  }
  return version;
}

BinaryHeader checked_header(std::string_view bytes, const std::string& name) {
  BinaryHeader header{};
  if (bytes.size() < sizeof header) throw damaged(name, "cut off within its header");
  std::memcpy(&header, bytes.data(), sizeof header);
  if (header.header_checksum != checksum_of(header) || header.zero != 0)
    throw damaged(name, "corrupted: the header's checksum is wrong");
  return header;
}

// Takes arrays from the bytes that a file has. No array is given memory before the file proves to have its elements.
class ArrayReader {
 public:
  ArrayReader(std::string_view bytes, const std::string& name) : bytes_(bytes), file_(name) {}

  bool at_end() const { return bytes_.empty(); }

  std::pair<std::string, LearnerState::Value> next() {
    ArrayHeader header{};
    std::memcpy(&header, take(sizeof header).data(), sizeof header);
    if (header.zero != 0) throw damaged(file_, "corrupted: the header of an array is wrong");
    std::string name(take(header.name));
    return {name, elements(header, name)};
  }

 private:
  std::string_view take(std::uint64_t bytes) {
    if (bytes > bytes_.size()) throw damaged(file_, "corrupted: an array is longer than all of them");
    const std::string_view taken = bytes_.substr(0, bytes);
    bytes_.remove_prefix(bytes);
    return taken;
  }

  template <class T>
  std::vector<T> take_all(std::uint64_t count) {
    if (count > bytes_.size() / sizeof(T)) throw damaged(file_, "corrupted: an array is longer than all of them");
    const std::string_view from = take(count * sizeof(T));
    std::vector<T> values(count);
    if (count > 0) std::memcpy(values.data(), from.data(), from.size());
    return values;
  }

  std::vector<double> take_numbers(std::uint64_t count, const std::string& name) {
    std::vector<double> numbers = take_all<double>(count);
    if (!std::ranges::all_of(numbers, [](double number) { return std::isfinite(number); }))
      throw DataError(DataError::Kind::model, file_, fmt::format("a number of '{}' is not finite", name));
    return numbers;
  }

  LearnerState::Value elements(const ArrayHeader& header, const std::string& name) {
    switch (header.type) {
      case ElementType::number:
        return take_numbers(header.count, name);
      case ElementType::index:
        return take_all<Index>(header.count);
      case ElementType::by_feature:
      case ElementType::by_feature_in_own_order:
        break;
      default:
        throw damaged(file_, "corrupted: the type of an array is unknown");
    }
    FeatureNumbers table{.width = header.width, .sorted = header.type == ElementType::by_feature, .features = {}, .numbers = {}};
    table.features = take_all<Index>(header.count);  // so many that the product below is below 2^96 / 2^34
    if (header.width > 0 && header.count > bytes_.size() / sizeof(double) / header.width)
      throw damaged(file_, "corrupted: an array is longer than all of them");
    table.numbers = take_numbers(header.count * header.width, name);
    drop_zeros(table);
    return table;
  }

  std::string_view bytes_;
  const std::string& file_;
};

using NamedArrays = std::map<std::string, LearnerState::Value>;

NamedArrays read_arrays(std::string_view bytes, std::uint64_t count, const std::string& name) {
  NamedArrays arrays;
  ArrayReader reader(bytes, name);
  while (!reader.at_end()) {
    auto [array, value] = reader.next();
    if (!arrays.emplace(array, std::move(value)).second) throw damaged(name, fmt::format("corrupted: it has '{}' twice", array));
  }
  if (arrays.size() != count) throw damaged(name, "corrupted: it has another number of arrays than its header says");
  return arrays;
}

// Takes the weights of this name out of the arrays; none if there are none.
SparseWeights take_weights(NamedArrays& arrays, const std::string& array, const std::string& name) {
  const auto found = arrays.find(array);
  if (found == arrays.end()) return {};
  const auto* table = std::get_if<FeatureNumbers>(&found->second);
  if (table == nullptr || table->width != 1 || !table->sorted || !std::ranges::is_sorted(table->features, std::less_equal<>()))
    throw damaged(name, fmt::format("corrupted: the weights of '{}' are out of order", array));
  SparseWeights weights = weights_of(*table);
  arrays.erase(found);
  return weights;
}

// Moves the array to the part, which has another of its type.
void take_part(NamedArrays& arrays, const std::string& array, const std::string& part, LearnerState& state,
               const std::string& name) {
  const auto found = arrays.find(array);
  if (found == arrays.end()) throw damaged(name, fmt::format("corrupted: it lacks '{}'", part));
  auto& expected = *state.find(part);
  if (!LearnerState::is_like(found->second, expected))
    throw damaged(name, fmt::format("corrupted: '{}' is of another type", part));
  expected = std::move(found->second);
  arrays.erase(found);
}

// Moves the arrays of the state to its parts.
void take_state(NamedArrays& arrays, LearnerState& state, const std::string& name) {
  for (const auto& [part, expected] : state.parts()) {
    if (!std::holds_alternative<double>(expected)) take_part(arrays, state_name(part), part, state, name);
  }
}

// Does the same for what a run remembers; only numbers per feature are arrays there.
void take_memory(NamedArrays& arrays, LearnerState& memory, const std::string& name) {
  for (const auto& [part, expected] : memory.parts()) {
    if (std::holds_alternative<FeatureNumbers>(expected)) take_part(arrays, memory_name(part), part, memory, name);
  }
}

std::size_t largest_table(const NamedArrays& arrays) {
  std::size_t largest = 0;
  for (const auto& [name, array] : arrays) {
    if (const auto* table = std::get_if<FeatureNumbers>(&array)) largest = std::max(largest, table->features.size());
  }
  return largest;
}

}  // namespace

std::uint64_t sum_of_sizes(std::initializer_list<std::uint64_t> sizes) {
  std::uint64_t sum = 0;
  for (const std::uint64_t size : sizes) sum = size > ~sum ? ~std::uint64_t{0} : sum + size;
  return sum;
}

void drop_zeros(FeatureNumbers& table) {
  if (table.width != 1 || !table.sorted || std::ranges::find(table.numbers, 0.0) == table.numbers.end()) return;
  SparseWeights weights = weights_of(table);
  std::erase_if(weights, [](const auto& entry) { return entry.second == 0; });
  table = numbers_of(weights);
}

DataError damaged(const std::string& name, std::string_view what) {
  return {DataError::Kind::model, name, fmt::format("the model file is {}", what)};
}

std::uint64_t declared_size(std::string_view beginning, const std::string& name) {
  if (version_of(beginning, name) == 2) return declared_size_of_format_2(beginning, name);
  const BinaryHeader header = checked_header(beginning, name);
  return sum_of_sizes({sizeof header, header.description, header.array_bytes});
}

LoadedModel read_binary(std::string_view bytes, Use use, const std::string& name) {
  if (version_of(bytes, name) == 2) return read_format_2(bytes, use, name);
  const BinaryHeader header = checked_header(bytes, name);
  bytes.remove_prefix(sizeof header);
  // The checked header says how long the rest is; nothing is allocated before the file proves to be that long.
  if (header.description > bytes.size() || header.array_bytes > bytes.size() - header.description)
    throw damaged(name, "cut off: it is shorter than its header says");
  if (header.array_bytes < bytes.size() - header.description) throw damaged(name, "longer than its header says");
  if (checksum(bytes) != header.body_checksum) throw damaged(name, "corrupted: its checksum is wrong");

  const JsonTree tree(bytes.substr(0, header.description), name);
  const JsonValue description = tree.root();
  NamedArrays arrays = read_arrays(bytes.substr(header.description), header.arrays, name);
  Model model = model_from_json(description, name, Arrays::left_out);
  model.largest = take_weights(arrays, "largest", name);
  if (!std::ranges::all_of(model.largest, [](const auto& entry) { return entry.first > 0 && entry.second > 0; }))
    throw DataError(DataError::Kind::model, name, "'largest' of a feature is not positive");
  model.weights = take_weights(arrays, weights_name(0), name);
  for (std::size_t output = 1; arrays.contains(weights_name(output)); ++output)
    model.further_weights.push_back(take_weights(arrays, weights_name(output), name));
  take_memory(arrays, model.memory, name);
  const bool has_state = Fields(description, name).has("state");
  const std::size_t weights = std::max(model.weights.size(), largest_table(arrays));
  LoadedModel loaded = begin_loading(std::move(model), weights, name);
  if (has_state) {
    load_state(description, name, Parts::numbers, loaded);
    take_state(arrays, *loaded.model.state, name);
  }
  if (!arrays.empty()) throw damaged(name, fmt::format("corrupted: no learner of this kind has '{}'", arrays.begin()->first));
  go_on(loaded, WeightsBeside::none, use, name);
  return loaded;
}

}  // namespace tacit
