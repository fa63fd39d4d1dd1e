#include "tacit/run/known_labels.hpp"

#include <optional>
#include <utility>

#include "tacit/data/registry.hpp"

namespace tacit {

namespace {

// Nothing if the labels are understood anyway.
std::optional<std::pair<double, double>> known_labels(std::span<const std::string> files,
                                                      std::span<const std::filesystem::path> folders) {
  std::optional<std::pair<double, double>> labels;
  for (const std::string& file : files) {
    const auto* const set = known_dataset_meant(file);
    if (set == nullptr || set->labels().empty() || dataset_or_file(file, folders) == file) return std::nullopt;
    const std::pair known(set->negative.label, set->positive.label);
    if (labels && *labels != known) return std::nullopt;
    labels = known;
  }
  return labels;
}

}  // namespace

Settings with_known_labels(Settings settings, const Configuration& configuration, std::span<const std::string> files,
                           std::span<const std::filesystem::path> folders) {
  if (configuration.labels || !is_two_class(configuration)) return settings;
  if (const auto labels = known_labels(files, folders)) settings.set(setting("labels"), *labels);
  return settings;
}

}  // namespace tacit
