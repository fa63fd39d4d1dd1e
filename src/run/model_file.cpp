// Models as files: which form a file has, and the JSON form as one of them.
#include <array>

#include "run/loader.hpp"
#include "run/model_binary.hpp"
#include "run/model_json.hpp"
#include "tacit/core/setting_error.hpp"
#include "tacit/data/byte_source.hpp"
#include "tacit/data/output_file.hpp"

namespace tacit {

namespace {

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
    if (bytes.starts_with(std::string_view(model_magic.data(), model_magic.size()))) return read_binary(bytes, name);
    const auto first = bytes.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos) throw DataError(DataError::Kind::model, name, "the model file is empty");
    if (bytes[first] != '{')
      throw DataError(DataError::Kind::model, name, "not a tacit model; expected one that tacit wrote, or a JSON object");
    return read_json(bytes, name);
  } catch (const SettingError& error) {
    throw DataError(DataError::Kind::model, name, error.message());
  } catch (const std::invalid_argument& error) {
    throw DataError(DataError::Kind::model, name, error.what());
  }
}

LoadedModel load(const std::string& path) {
  ByteSource source(path);
  std::string bytes;
  std::array<char, 1U << 16U> buffer{};
  while (const std::size_t count = source.read(buffer)) bytes.append(buffer.data(), count);
  return load_bytes(bytes, source.name());
}

Model parse_model(std::string_view bytes, const std::string& name) { return load_bytes(bytes, name).model; }
Model load_model(const std::string& path) { return load(path).model; }

}  // namespace tacit
