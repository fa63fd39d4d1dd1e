// Models as files: which form a file has, and the JSON form as one of them.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <new>

#include "run/loader.hpp"
#include "run/model_binary.hpp"
#include "run/model_bytes.hpp"
#include "run/model_json.hpp"
#include "tacit/core/setting_error.hpp"
#include "tacit/core/uninitialised.hpp"
#include "tacit/data/byte_source.hpp"
#include "tacit/data/output_file.hpp"

namespace tacit {

namespace {

constexpr std::string_view json_blanks = " \t\r\n";

LoadedModel read_json(std::string_view bytes, Use use, const std::string& name) {
  const JsonTree tree(bytes, name);
  Model model = model_from_json(tree.root(), name, Arrays::written);
  const std::size_t weights = model.weights.size();
  const bool has_state = Fields(tree.root(), name).has("state");
  LoadedModel loaded = begin_loading(std::move(model), weights, name);
  if (has_state) load_state(tree.root(), name, Parts::all, loaded);
  go_on(loaded, WeightsBeside::given, use, name);  // which refuses what no learner can be
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

using Bytes = UninitialisedVector<char>;

std::string_view view(const Bytes& bytes) { return {bytes.data(), bytes.size()}; }

// Reads no further than a model can go: a binary one says how long it is.
Bytes bytes_of_model(ModelSource& source, std::uint64_t size_of_file) {
  constexpr std::size_t largest_piece = 1U << 18U;
  std::size_t piece = 1U << 12U;
  const std::string& name = source.name();
  Bytes bytes;
  std::uint64_t declared = std::numeric_limits<std::uint64_t>::max();
  bool begun = false;
  for (;;) {
    const std::size_t before = bytes.size();
    bytes.resize(before + piece);
    piece = std::min(2 * piece, largest_piece);
    const std::size_t count = source.read(std::span(bytes).subspan(before));
    bytes.resize(before + count);
    if (count == 0) return bytes;
    if (before == 0) {  // blanks before a JSON object
      const std::size_t first = std::min(view(bytes).find_first_not_of(json_blanks), bytes.size());
      bytes.erase(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(first));
    }
    if (!begun && bytes.size() >= binary_beginning) {
      begun = true;
      require_model(view(bytes), name);
      if (is_binary(view(bytes))) declared = declared_size(view(bytes), name);
      if (!source.compressed()) bytes.reserve(std::min(declared, size_of_file) + largest_piece);
    }
    if (bytes.size() > declared) throw damaged(name, "longer than its header says");
  }
}

// Calls read(), which returns the model.
template <class Read>
LoadedModel read_model(Read read, const std::string& name) {
  try {
    return read();
  } catch (const SettingError& error) {
    throw DataError(DataError::Kind::model, name, error.message());
  } catch (const std::invalid_argument& error) {
    throw DataError(DataError::Kind::model, name, error.what());
  } catch (const std::bad_alloc&) {
    throw DataError(DataError::Kind::model, name, "the model file needs more memory than there is");
  }
}

LoadedModel read_held(std::string_view bytes, Use use, const std::string& name) {
  require_model(bytes, name);
  if (!is_binary(bytes)) return read_json(bytes, use, name);
  if (format_of(bytes, name) == 2) return read_format_2(bytes, use, name);
  return read_binary({[&] { return ByteSource(bytes, name); }, bytes.size()}, use, name);
}

// Whether it is a binary model of the present format, plain or compressed, as far as its first bytes say.
bool begins_in_present_format(ByteSource source) {
  std::string beginning;
  while (beginning.size() < binary_beginning) {
    const std::size_t before = beginning.size();
    beginning.resize(binary_beginning);
    const std::size_t count = source.read(std::span(beginning).subspan(before));
    beginning.resize(before + count);
    if (count == 0) break;
  }
  return is_present_format(beginning);
}

LoadedModel load_for(Use use, const std::string& path) {
  std::error_code none;
  const bool again = can_be_read_twice(path);
  const std::uintmax_t size = again ? std::filesystem::file_size(path, none) : 0;
  const ModelOrigin origin{[&] { return ByteSource(path); }, none ? 0 : size};
  if (again && begins_in_present_format(origin.open())) return read_model([&] { return read_binary(origin, use, path); }, path);
  ModelSource source(origin.open());
  const std::string name = source.name();
  return read_model([&] { return read_held(view(bytes_of_model(source, origin.size)), use, name); }, name);
}

Use use_for(Need need) { return need == Need::model ? Use::learning : need == Need::learner ? Use::running : Use::collapsing; }

}  // namespace

void write_model(const Model& model, OutputFile& file) {
  const auto write = [&](std::string_view piece) { file.write(piece); };
  if (!file.path().ends_with(".json")) return write_binary(model, write);
  write_json(model, write);
  write("\n");
}

void save_model(const Model& model, const std::string& path) {
  OutputFile file(path);
  write_model(model, file);
  file.commit();
}

std::string to_json(const Model& model) {
  std::string text;
  write_json(model, [&](std::string_view piece) { text += piece; });
  return text;
}

std::string to_binary(const Model& model) {
  std::string bytes;
  write_binary(model, [&](std::string_view piece) { bytes += piece; });
  return bytes;
}

LoadedModel load_bytes(std::string_view bytes, const std::string& name, Need need) {
  const Use use = use_for(need);
  ModelSource source(ByteSource(bytes, name));
  if (!source.compressed()) return read_model([&] { return read_held(bytes, use, name); }, name);
  const ModelOrigin origin{[&] { return ByteSource(bytes, name); }, bytes.size()};
  if (begins_in_present_format(origin.open())) return read_model([&] { return read_binary(origin, use, name); }, name);
  return read_model([&] { return read_held(view(bytes_of_model(source, 0)), use, name); }, name);
}

LoadedModel load(const std::string& path, Need need) { return load_for(use_for(need), path); }

ShownModel load_to_show(const std::string& path) {
  LoadedModel loaded = load_for(Use::looking, path);
  return {std::move(loaded.model), loaded.learner->report()};
}

Model parse_model(std::string_view bytes, const std::string& name) { return load_bytes(bytes, name).model; }
Model load_model(const std::string& path) { return load(path).model; }

}  // namespace tacit
