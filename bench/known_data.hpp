// Data sets of two classes by name, from wherever they are found ($TACIT_DATA first), as benchmarks take them: in the order of
// the file, with the bias, features divided by their largest absolute values.
#pragma once

#include <cstdlib>
#include <map>
#include <optional>
#include <string>

#include "tacit/data/example_stream.hpp"
#include "tacit/data/registry.hpp"

inline std::optional<std::string> file_of(const std::string& name) {
  const char* const environment = std::getenv("TACIT_DATA");
  const auto file = tacit::find_dataset(name, tacit::dataset_folders(environment == nullptr ? "" : environment, ""));
  return file ? std::optional(file->string()) : std::nullopt;
}

// Read when first asked for; the file is there.
inline const tacit::Dataset& rows_of(const std::string& name) {
  static std::map<std::string, tacit::Dataset> loaded;
  const auto [entry, is_new] = loaded.try_emplace(name);
  if (!is_new) return entry->second;
  tacit::StreamSettings settings;
  settings.files = {*file_of(name)};
  settings.task = tacit::Task::two_classes;
  if (name == "covtype") settings.labels = {1, 2};
  tacit::FeatureNames names;
  tacit::Complaints complaints;
  tacit::ExampleStream stream(settings, names, complaints);
  tacit::LargestValues largest;
  while (const tacit::Block* block = stream.next()) {
    for (std::size_t i = 0; i < block->rows.size(); ++i) {
      entry->second.append(block->rows[i]);
      largest.observe(block->rows.row(i));
    }
  }
  largest.divide(entry->second);
  return entry->second;
}
