// Models as files: which form a file has, and the JSON form as one of them.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <new>

#include "run/loader.hpp"
#include "run/model_binary.hpp"
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

// Reads no further than a model can go: a binary one says how long it is, and a compressed one may not grow to many times its
// size, since a few megabytes could then take all memory.
Bytes bytes_of_model(ByteSource& source, std::uint64_t size_of_file) {
  constexpr std::uint64_t always_fine = 16U << 20U;
  constexpr std::uint64_t most_growth = 16;
  constexpr std::size_t largest_piece = 1U << 18U;
  std::size_t piece = 1U << 12U;
  const std::string& name = source.name();
  Bytes bytes;
  std::uint64_t declared = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t given = 0;  // blanks before the model included
  bool begun = false;
  for (;;) {
    const std::size_t before = bytes.size();
    bytes.resize(before + piece);
    piece = std::min(2 * piece, largest_piece);
    const std::size_t count = source.read(std::span(bytes).subspan(before));
    bytes.resize(before + count);
    if (count == 0) return bytes;
    given += count;
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
    if (source.compressed() && given > always_fine + most_growth * source.taken()) {
      throw DataError(DataError::Kind::model, name,
                      fmt::format("the model file grows to more than {} times its size; decompress it first", most_growth));
    }
  }
}

// Takes what read() gives for the bytes of the model.
template <class Read>
LoadedModel read_model(Read read, Use use, const std::string& name) {
  try {
    const auto& held = read();
    const std::string_view bytes(held.data(), held.size());
    require_model(bytes, name);
    return is_binary(bytes) ? read_binary(bytes, use, name) : read_json(bytes, use, name);
  } catch (const SettingError& error) {
    throw DataError(DataError::Kind::model, name, error.message());
  } catch (const std::invalid_argument& error) {
    throw DataError(DataError::Kind::model, name, error.what());
  } catch (const std::bad_alloc&) {
    throw DataError(DataError::Kind::model, name, "the model file needs more memory than there is");
  }
}

LoadedModel load_for(Use use, const std::string& path) {
  std::error_code none;
  const std::uintmax_t size = std::filesystem::is_regular_file(path, none) ? std::filesystem::file_size(path, none) : 0;
  ByteSource source(path);
  return read_model([&] { return bytes_of_model(source, none ? 0 : size); }, use, source.name());
}

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

LoadedModel load_bytes(std::string_view bytes, const std::string& name) {
  ByteSource source(bytes, name);
  if (!source.compressed()) return read_model([&] { return bytes; }, Use::learning, name);
  return read_model([&] { return bytes_of_model(source, 0); }, Use::learning, name);
}

LoadedModel load(const std::string& path) { return load_for(Use::learning, path); }

ShownModel load_to_show(const std::string& path) {
  LoadedModel loaded = load_for(Use::looking, path);
  return {std::move(loaded.model), loaded.learner->report()};
}

Model parse_model(std::string_view bytes, const std::string& name) { return load_bytes(bytes, name).model; }
Model load_model(const std::string& path) { return load(path).model; }

}  // namespace tacit
