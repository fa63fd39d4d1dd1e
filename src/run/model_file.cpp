// Models as files: which form a file has, and the JSON form as one of them.
#include <fmt/format.h>

#include <array>
#include <limits>

#include "run/loader.hpp"
#include "run/model_binary.hpp"
#include "run/model_json.hpp"
#include "tacit/core/setting_error.hpp"
#include "tacit/data/byte_source.hpp"
#include "tacit/data/output_file.hpp"

namespace tacit {

namespace {

constexpr std::string_view json_blanks = " \t\r\n";

LoadedModel read_json(std::string_view bytes, const std::string& name) {
  const ReadJson object = parse_json(bytes, name);
  Model model = model_from_json(object, name, Arrays::written);
  const std::size_t weights = model.weights.size();
  const bool has_state = Fields(object, name).find("state") != nullptr;
  LoadedModel loaded = begin_loading(std::move(model), weights, name);
  if (has_state) load_state(object, name, Parts::all, loaded);
  go_on(loaded, WeightsBeside::given, name);  // which refuses what no learner can be
  return loaded;
}

bool is_binary(std::string_view bytes) { return bytes.starts_with(std::string_view(model_magic.data(), model_magic.size())); }

// Refuses what begins as no model does.
void require_model(std::string_view bytes, const std::string& name) {
  const auto first = bytes.find_first_not_of(json_blanks);
  if (first == std::string_view::npos) throw DataError(DataError::Kind::model, name, "the model file is empty");
  if (!is_binary(bytes) && bytes[first] != '{')
    throw DataError(DataError::Kind::model, name, "not a tacit model; expected one that tacit wrote, or a JSON object");
}

// Reads no further than a model can go: a binary one says how long it is, and a compressed one may not grow to many times its
// size, since a few megabytes could then take all memory.
std::string bytes_of_model(ByteSource& source) {
  constexpr std::uint64_t always_fine = 16U << 20U;
  constexpr std::uint64_t most_growth = 16;
  const std::string& name = source.name();
  std::string bytes;
  std::array<char, 1U << 16U> buffer{};
  std::uint64_t declared = std::numeric_limits<std::uint64_t>::max();
  bool begun = false;
  while (const std::size_t count = source.read(buffer)) {
    if (bytes.empty()) {  // blanks before a JSON object
      const std::size_t first = std::string_view(buffer.data(), count).find_first_not_of(json_blanks);
      if (first == std::string_view::npos) continue;
      bytes.append(buffer.data() + first, count - first);
    } else {
      bytes.append(buffer.data(), count);
    }
    if (!begun && bytes.size() >= binary_beginning) {
      begun = true;
      require_model(bytes, name);
      if (is_binary(bytes)) declared = declared_size(bytes, name);
    }
    if (bytes.size() > declared) throw damaged(name, "longer than its header says");
    if (source.compressed() && bytes.size() > always_fine + most_growth * source.taken()) {
      throw DataError(DataError::Kind::model, name,
                      fmt::format("the model file grows to more than {} times its size; decompress it first", most_growth));
    }
  }
  return bytes;
}

}  // namespace

void write_model(const Model& model, OutputFile& file) {
  file.write(file.path().ends_with(".json") ? to_json(model) + "\n" : to_binary(model));
}

void save_model(const Model& model, const std::string& path) {
  OutputFile file(path);
  write_model(model, file);
  file.commit();
}

LoadedModel load_bytes(std::string_view bytes, const std::string& name) {
  try {
    require_model(bytes, name);
    return is_binary(bytes) ? read_binary(bytes, name) : read_json(bytes, name);
  } catch (const SettingError& error) {
    throw DataError(DataError::Kind::model, name, error.message());
  } catch (const std::invalid_argument& error) {
    throw DataError(DataError::Kind::model, name, error.what());
  }
}

LoadedModel load(const std::string& path) {
  ByteSource source(path);
  return load_bytes(bytes_of_model(source), source.name());
}

Model parse_model(std::string_view bytes, const std::string& name) { return load_bytes(bytes, name).model; }
Model load_model(const std::string& path) { return load(path).model; }

}  // namespace tacit
