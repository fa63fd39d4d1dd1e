#include "cli/input/resolve_input.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <system_error>

#include "tacit/core/names.hpp"
#include "tacit/data/data_error.hpp"
#include "tacit/data/registry.hpp"

namespace tacit::cli {

std::vector<std::filesystem::path> data_folders() {
  const char* const environment = std::getenv("TACIT_DATA");
  return dataset_folders(environment == nullptr ? "" : environment, "");
}

std::string resolve_input(const std::string& path) {
  std::error_code ignored;
  if (path != "-" && known_dataset(path) == nullptr && !std::filesystem::exists(path, ignored)) {
    const auto nearest = nearest_name(known_dataset_names(), path);
    if (!nearest.empty()) throw DataError(fmt::format("{}: no such file; did you mean the data set {}?", path, nearest));
  }
  try {
    return dataset_or_file(path, data_folders());
  } catch (const DataError& error) {
    throw error.with(fmt::format(" with: tacit data get {}", known_dataset(path)->name));
  }
}

std::vector<std::string> resolve_inputs(const std::vector<std::string>& paths) {
  std::vector<std::string> resolved;
  for (const std::string& path : paths) resolved.push_back(resolve_input(path));
  return resolved;
}

std::vector<std::string> inputs_of(const std::vector<std::string>& files, const Settings& settings) {
  std::vector<std::string> inputs;
  if (files.empty()) inputs.emplace_back("-");
  for (const std::string& file : files) {
    const std::string path = resolve_input(file);
    inputs.push_back(path);
    if (file != path) inputs.push_back(file);
    if (settings.has("cache") && path != "-") inputs.push_back(path + ".tacit-cache");
  }
  return inputs;
}

}  // namespace tacit::cli
