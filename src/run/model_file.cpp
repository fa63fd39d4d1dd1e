// The binary form of a model, little-endian:
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
//   ...    the description: the JSON object of INTERFACE without its weights
//   ...    the weights as kept: all indices (4 bytes each), then all values (8 bytes each)
//   ...    x_1 likewise
//   ...    a mixture's table: all features' indices (4 bytes each), then 24 numbers (8 bytes each) for each of them
#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <set>

#include "run/model_json.hpp"
#include "tacit/data/byte_source.hpp"
#include "tacit/data/data_error.hpp"
#include "tacit/data/output_file.hpp"
#include "tacit/domains/simplex.hpp"

namespace tacit {

namespace {

static_assert(std::endian::native == std::endian::little, "model files are written in the byte order of the machine");

constexpr std::array<char, 8> magic{'\x89', 't', 'a', 'c', 'i', 't', '\n', '\x1a'};
constexpr std::uint32_t format_version = 2;

struct Header {
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
static_assert(sizeof(Header) == 56);

std::uint32_t checksum(std::string_view bytes) {
  return static_cast<std::uint32_t>(crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

std::uint32_t header_checksum(const Header& header) {
  return checksum({reinterpret_cast<const char*>(&header), offsetof(Header, header_checksum)});
}

template <class T>
void append(std::string& bytes, const T& value) {
  bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

void append_weights(std::string& bytes, const SparseWeights& weights) {
  for (const auto& [index, value] : weights) append(bytes, index);
  for (const auto& [index, value] : weights) append(bytes, value);
}

constexpr std::size_t weight_bytes = sizeof(Index) + sizeof(double);
constexpr std::size_t mixture_bytes = sizeof(Index) + MixtureState::numbers_a_feature * sizeof(double);

SparseWeights take_weights(std::string_view& bytes, std::size_t count, const std::string& name) {
  SparseWeights weights(count);
  const char* indices = bytes.data();
  const char* values = indices + count * sizeof(Index);
  for (std::size_t i = 0; i < count; ++i) {
    std::memcpy(&weights[i].first, indices + i * sizeof(Index), sizeof(Index));
    std::memcpy(&weights[i].second, values + i * sizeof(double), sizeof(double));
    if (!std::isfinite(weights[i].second)) throw DataError(fmt::format("{}: weight {} is not finite", name, weights[i].first));
    if (i > 0 && weights[i].first <= weights[i - 1].first) throw DataError(fmt::format("{}: the weights are out of order", name));
  }
  bytes.remove_prefix(count * weight_bytes);
  return weights;
}

void take_table(std::string_view& bytes, std::size_t count, MixtureState& state) {
  state.features.resize(count);
  state.table.resize(count * MixtureState::numbers_a_feature);
  if (count == 0) return;
  std::memcpy(state.features.data(), bytes.data(), count * sizeof(Index));
  std::memcpy(state.table.data(), bytes.data() + count * sizeof(Index), state.table.size() * sizeof(double));
  bytes.remove_prefix(count * mixture_bytes);
}

Json parse_json(std::string_view text, const std::string& name) {
  // The keys of each object that is open. A key given twice would leave one of its values unheard.
  std::vector<std::set<std::string>> open;
  const auto once = [&](int, Json::parse_event_t event, Json& value) {
    if (event == Json::parse_event_t::object_start) open.emplace_back();
    if (event == Json::parse_event_t::object_end) open.pop_back();
    if (event == Json::parse_event_t::key && !open.back().insert(value.get<std::string>()).second)
      throw DataError(fmt::format("{}: '{}' is given twice", name, value.get<std::string>()));
    return true;
  };
  try {
    return Json::parse(text, once);
  } catch (const nlohmann::json::exception& error) {
    std::string what = error.what();
    what = what.substr(what.find("] ") == std::string::npos ? 0 : what.find("] ") + 2);
    throw DataError(fmt::format("{}: not valid JSON: {}", name, what));
  }
}

// Every coordinate of the simplex takes memory, used or not. A file must show that it has so many.
void require_dimension(const Model& model, const std::string& name) {
  constexpr std::size_t always_fine = 1U << 16U;
  const std::size_t weights = model.state ? model.state->unscaled.size() : model.weights.size();
  if (model.configuration.domain == Simplex::name && model.configuration.dimension > std::max(always_fine, 8 * weights)) {
    throw DataError(fmt::format("{}: the simplex has {} coordinates, but only {} weights are given", name,
                                model.configuration.dimension, weights));
  }
}

Model from_binary(std::string_view bytes, const std::string& name) {
  const auto damaged = [&](std::string_view what) { return DataError(fmt::format("{}: the model file is {}", name, what)); };
  Header header{};
  if (bytes.size() < sizeof header) throw damaged("cut off within its header");
  std::memcpy(&header, bytes.data(), sizeof header);
  if (header.version != format_version) {
    throw DataError(
        fmt::format("{}: the model file has format {}; this tacit reads format {}", name, header.version, format_version));
  }
  if (header.header_checksum != header_checksum(header) || header.zero != 0)
    throw damaged("corrupted: the header's checksum is wrong");
  bytes.remove_prefix(sizeof header);
  // The checked header says how long the rest is; nothing is allocated before the file proves to be that long.
  const auto room = [&](std::uint64_t count, std::uint64_t each) { return count <= bytes.size() / each; };
  const bool fits = room(header.description, 1) && room(header.weights, weight_bytes) && room(header.start, weight_bytes) &&
                    room(header.mixture, mixture_bytes);
  const std::uint64_t length =
      header.description + (header.weights + header.start) * weight_bytes + header.mixture * mixture_bytes;
  if (!fits || bytes.size() < length) throw damaged("cut off: it is shorter than its header says");
  if (bytes.size() > length) throw damaged("longer than its header says");
  if (checksum(bytes) != header.body_checksum) throw damaged("corrupted: its checksum is wrong");
  const Json description = parse_json(bytes.substr(0, header.description), name);
  bytes.remove_prefix(header.description);
  Model model = model_from_json(description, name, Weights::left_out);
  SparseWeights kept = take_weights(bytes, header.weights, name);
  SparseWeights start = take_weights(bytes, header.start, name);
  if (header.mixture > 0 && !(model.state && model.state->mixture)) throw damaged("corrupted: a table without a mixture");
  if (!model.state) {
    model.weights = std::move(kept);
    return model;
  }
  if (model.state->mixture) take_table(bytes, header.mixture, *model.state->mixture);
  model.state->unscaled = std::move(kept);
  model.state->start = std::move(start);
  require_dimension(model, name);
  model.weights = revive(model)->weights();
  return model;
}

}  // namespace

Model snapshot(const Configuration& configuration, const Tally& tally, const AnyLearner& learner) {
  Model model;
  model.configuration = configuration;
  model.tally = tally;
  model.weights = learner.weights();
  model.lambda = learner.lambda();
  model.state = learner.state();
  if (!std::isfinite(model.lambda)) throw DataError("lambda is not finite; the model is not written");
  for (const auto& [index, value] : model.weights) {
    if (!std::isfinite(value)) throw DataError(fmt::format("weight {} is not finite; the model is not written", index));
  }
  return model;
}

std::unique_ptr<AnyLearner> revive(const Model& model) {
  auto learner = make_learner(model.configuration);
  if (model.state) {
    learner->restore(*model.state);
  } else if (!model.weights.empty()) {
    learner->start_from(model.weights);
  }
  return learner;
}

std::string to_binary(const Model& model) {
  const SparseWeights& kept = model.state ? model.state->unscaled : model.weights;
  const SparseWeights none;
  const SparseWeights& start = model.state ? model.state->start : none;
  const std::string description = model_to_json(model, Weights::left_out).dump();
  std::string body = description;
  body.reserve(description.size() + (kept.size() + start.size()) * weight_bytes);
  append_weights(body, kept);
  append_weights(body, start);
  std::size_t mixture = 0;
  if (model.state && model.state->mixture) {
    mixture = model.state->mixture->features.size();
    for (const Index index : model.state->mixture->features) append(body, index);
    for (const double number : model.state->mixture->table) append(body, number);
  }
  Header header{magic, format_version, checksum(body), description.size(), kept.size(), start.size(), mixture, 0, 0};
  header.header_checksum = header_checksum(header);
  std::string bytes;
  append(bytes, header);
  return bytes + body;
}

void write_model(const Model& model, OutputFile& file) {
  file.write(file.path().ends_with(".json") ? to_json(model) + "\n" : to_binary(model));
}

void save_model(const Model& model, const std::string& path) {
  OutputFile file(path);
  write_model(model, file);
  file.commit();
}

Model parse_model(std::string_view bytes, const std::string& name) {
  try {
    if (bytes.starts_with(std::string_view(magic.data(), magic.size()))) return from_binary(bytes, name);
    const auto first = bytes.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos) throw DataError(fmt::format("{}: the model file is empty", name));
    if (bytes[first] != '{')
      throw DataError(fmt::format("{}: not a tacit model; expected one that tacit wrote, or a JSON object", name));
    Model model = model_from_json(parse_json(bytes, name), name, Weights::written);
    require_dimension(model, name);
    revive(model);  // refuses what no learner can be
    return model;
  } catch (const std::invalid_argument& error) {
    throw DataError(fmt::format("{}: {}", name, error.what()));
  }
}

LoadedModel load_bytes(std::string_view bytes, const std::string& name) {
  Model model = parse_model(bytes, name);
  auto learner = revive(model);
  return {std::move(model), std::move(learner)};
}

LoadedModel load(const std::string& path) {
  Model model = load_model(path);
  auto learner = revive(model);
  return {std::move(model), std::move(learner)};
}

Model load_model(const std::string& path) {
  ByteSource source(path);
  std::string bytes;
  std::array<char, 1U << 16U> buffer{};
  while (const std::size_t count = source.read(buffer)) bytes.append(buffer.data(), count);
  return parse_model(bytes, source.name());
}

}  // namespace tacit
