#include "cli/sweep/data.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "cli/input/input.hpp"
#include "tacit/data/data_error.hpp"
#include "tacit/data/labels.hpp"
#include "tacit/data/registry.hpp"
#include "tacit/losses/absolute.hpp"
#include "tacit/losses/hinge.hpp"

namespace tacit::cli {

namespace {

std::string without_ending(const std::string& name, std::initializer_list<const char*> endings) {
  for (const char* ending : endings) {
    if (name.size() > std::string_view(ending).size() && name.ends_with(ending))
      return name.substr(0, name.size() - std::string_view(ending).size());
  }
  return name;
}

// -1/+1 or 0/1: then the rows' labels become -1 and +1.
bool understand_two_classes(Dataset& rows) {
  TwoClassLabels labels;
  std::vector<double> understood;
  understood.reserve(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto label = labels.understand(rows.label(i));
    if (!label) return false;
    understood.push_back(*label);
  }
  for (std::size_t i = 0; i < rows.size(); ++i) rows.relabel(i, understood[i]);
  return true;
}

std::optional<std::pair<double, double>> only_two_labels(const Dataset& rows) {
  const double first = rows.label(0);
  std::optional<double> second;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    if (rows.label(i) == first || rows.label(i) == second) continue;
    if (second) return std::nullopt;
    second = rows.label(i);
  }
  if (!second) return std::nullopt;
  return std::pair(std::min(first, *second), std::max(first, *second));
}

}  // namespace

std::string dataset_name(const std::string& file) {
  if (file == "-") return "standard input";
  const std::string plain =
      without_ending(std::filesystem::path(file).filename().string(), {".gz", ".zst", ".bz2", ".tacit-cache"});
  std::string name = without_ending(plain, {".libsvm", ".svm", ".vw", ".csv", ".tsv", ".jsonl", ".json", ".cache", ".txt"});
  if (const auto* known = known_dataset(name)) return std::string(known->name);
  return name;
}

SweepData load_sweep_data(const std::string& file, const DataOptions& data, const LearnerOptions& learner) {
  const KnownDataset* known = known_dataset(dataset_name(file));
  DataOptions one = data;
  one.files = {file};
  one.scale.reset();  // done here, once all is in memory
  LearnerOptions chosen = learner;
  const bool decided = learner.loss || known != nullptr || data.labels;
  if (!learner.loss)
    chosen.loss = known != nullptr ? std::string(known->loss()) : std::string(data.labels ? Hinge::name : Absolute::name);
  if (known != nullptr && !data.labels && !known->labels().empty() && known->task == Task::classification)
    one.labels = known->labels();
  Model model;
  model.configuration = configure(chosen, one, {});

  SweepData loaded;
  Input input(one, model, Input::Use::learning);
  LargestValues largest;
  const bool scaled = data.scale == "max-abs";
  while (const Block* block = input.stream().next()) {
    for (std::size_t i = 0; i < block->rows.size(); ++i) {
      const Example example = block->rows[i];
      loaded.rows.append(example, block->rows.line(i));
      if (scaled) largest.observe(example.features);
      if (example.features.size > 0) loaded.features = std::max<std::uint64_t>(loaded.features, example.features.dimension() - 1);
    }
  }
  input.report();
  if (loaded.rows.empty()) throw DataError(input.no_examples());
  if (!decided && understand_two_classes(loaded.rows)) {
    model.configuration.loss = Hinge::name;
  } else if (const auto labels = only_two_labels(loaded.rows); !decided && labels) {
    fmt::print(stderr,
               "tacit: note: {}: the labels are only {} and {}, taken for numbers; if they are classes, give --labels {},{}\n",
               file, labels->first, labels->second, labels->first, labels->second);
  }
  if (scaled) {
    largest.divide(loaded.rows);
    model.configuration.scale = *data.scale;
  }
  loaded.configuration = model.configuration;
  loaded.checksum = checksum(loaded.rows);
  return loaded;
}

}  // namespace tacit::cli
