#include "resolve_input.hpp"

#include <cstdlib>

#include "tacit/data/registry.hpp"

namespace tacit::cli {

std::vector<std::filesystem::path> data_folders() {
  const char* const environment = std::getenv("TACIT_DATA");
  return dataset_folders(environment == nullptr ? "" : environment, "");
}

std::string resolve_input(const std::string& path) { return dataset_or_file(path, data_folders()); }

}  // namespace tacit::cli
