#include "run/model_binary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <initializer_list>

#include "run/loader.hpp"
#include "run/model_contents.hpp"
#include "run/model_json.hpp"
#include "run/state_json.hpp"

namespace tacit {

std::uint32_t format_of(std::string_view bytes, const std::string& name) {
  if (bytes.size() < offsetof(BinaryHeader, body_checksum)) throw damaged(name, "cut off within its header");
  std::uint32_t version = 0;
  std::memcpy(&version, bytes.data() + offsetof(BinaryHeader, version), sizeof version);
  if (version != 2 && version != format_version) {
    throw DataError(DataError::Kind::model, name,
                    fmt::format("the model file has format {}; this tacit reads formats 2 and {}", version, format_version));
  }
  return version;
}

namespace {

using NamedArrays = std::map<std::string, LearnerState::Value>;

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
  const auto* const table = std::get_if<FeatureNumbers>(&found->second);
  const auto* const ours = std::get_if<FeatureNumbers>(&expected);
  if (table != nullptr && ours != nullptr && table->width != ours->width)
    throw DataError(DataError::Kind::model, name,
                    fmt::format("'{}': a feature {}", part, other_width(ours->width, table->width)));
  if (!LearnerState::is_like(found->second, expected))
    throw damaged(name, fmt::format("corrupted: '{}' is of another type", part));
  expected = std::move(found->second);
  arrays.erase(found);
}

// Moves the arrays of the state to its parts.
void take_state(NamedArrays& arrays, LearnerState& state, const std::string& name) {
  for (const auto& part : state.parts()) {  // of a fresh learner
    const std::string array = state_name(part.name);
    if (std::holds_alternative<double>(part.value) || (LearnerState::is_left_out(part) && !arrays.contains(array))) continue;
    take_part(arrays, array, part.name, state, name);
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

// All but the learner's going on. What is no longer needed then is gone.
LoadedModel from_contents(ModelContents contents, const std::string& name) {
  const JsonTree tree(contents.description, name);
  const JsonValue description = tree.root();
  if (contents.complaint) throw DataError(*contents.complaint);
  NamedArrays& arrays = contents.arrays;
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
  return loaded;
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

bool is_present_format(std::string_view beginning) {
  std::uint32_t version = 0;
  if (beginning.size() < offsetof(BinaryHeader, body_checksum)) return false;
  std::memcpy(&version, beginning.data() + offsetof(BinaryHeader, version), sizeof version);
  return beginning.starts_with(std::string_view(model_magic.data(), model_magic.size())) && version == format_version;
}

BinaryHeader checked_header(std::string_view bytes, const std::string& name) {
  BinaryHeader header{};
  if (bytes.size() < sizeof header) throw damaged(name, "cut off within its header");
  std::memcpy(&header, bytes.data(), sizeof header);
  if (header.header_checksum != checksum_of(header) || header.zero != 0)
    throw damaged(name, "corrupted: the header's checksum is wrong");
  return header;
}

std::uint64_t declared_size(std::string_view beginning, const std::string& name) {
  if (format_of(beginning, name) == 2) return declared_size_of_format_2(beginning, name);
  const BinaryHeader header = checked_header(beginning, name);
  return sum_of_sizes({sizeof header, header.description, header.array_bytes});
}

LoadedModel read_binary(const ModelOrigin& origin, Use use, const std::string& name) {
  const bool in_pieces = use == Use::running || use == Use::collapsing;
  ModelContents contents = read_contents(origin, in_pieces ? Tables::later : Tables::at_once);
  LaterTables later(origin, contents);
  LoadedModel loaded = from_contents(std::move(contents), name);
  go_on(loaded, WeightsBeside::none, use, name, [&](std::string_view part, const StateSource::Taker& taker) {
    later.read(state_name(part), std::get<FeatureNumbers>(*loaded.model.state->find(part)), taker);
  });
  later.finish();
  return loaded;
}

}  // namespace tacit
