#include "tacit/sweep/data.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "tacit/data/labels.hpp"
#include "tacit/data/reader.hpp"
#include "tacit/data/scaling.hpp"
#include "tacit/run/configure.hpp"
#include "tacit/run/label_weights.hpp"
#include "tacit/run/reading.hpp"

namespace tacit {

namespace {

using Kind = SettingError::Kind;

bool decides_loss(const Settings& settings, const KnownDataset* known) {
  return settings.has("loss") || settings.has("labels") || settings.has("classes") || settings.has("class-weight") ||
         known != nullptr;
}

// Turns labels -1/+1 or 0/1 into -1 and +1. If there are others, it changes nothing and returns false.
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
  if (rows.empty()) return std::nullopt;
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

// Chooses the loss by the labels, since no setting says it.
void take_loss_of_labels(SweepData& data) {
  if (understand_two_classes(data.rows)) {
    data.configuration.loss = paper_loss(Task::two_classes);
  } else if (const auto labels = only_two_labels(data.rows)) {
    const auto [low, high] = *labels;
    data.notes.push_back(
        say(fmt::format("the labels are only {} and {}, taken for numbers; if they are classes, give ", low, high),
            mention("labels", fmt::format("{},{}", low, high))));
  }
}

std::uint64_t largest_index(const Dataset& rows) {
  std::uint64_t largest = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (const Row row = rows.row(i); row.size > 0) largest = std::max<std::uint64_t>(largest, row.dimension() - 1);
  }
  return largest;
}

}  // namespace

std::string dataset_name(const std::string& file) {
  if (file == "-") return "standard input";
  if (const auto* const known = known_dataset_meant(file)) return std::string(known->name);
  const std::string written = std::filesystem::path(file).filename().string();
  return std::string(without_endings(written));
}

void require_sweepable(const Settings& settings) {
  refuse_making(settings, "a sweep");
  if (settings.has("shuffle")) {
    throw SettingError(Kind::without_use, mention("shuffle"),
                       say("a sweep shuffles by itself: ", mention("seed", "S"), " and ", mention("repeats", "N"), ", or ",
                           mention("natural"), " for the order of the file"));
  }
  if (settings.has("passes")) {
    throw SettingError(Kind::without_use, mention("passes"), say("a sweep is of one pass: leave out ", mention("passes")));
  }
  if (settings.has("interval")) {
    throw SettingError(Kind::without_use, mention("interval"),
                       say("a sweep makes no intervals: leave out ", mention("interval")));
  }
  if (settings.text("scale") == "online") {
    throw SettingError(
        Kind::contradiction, mention("scale", "online"),
        say(mention("scale", "online"), " is for streams; a sweep has all data at hand: give ", mention("scale", "max-abs")));
  }
}

Configuration sweep_configuration(const Settings& settings, const KnownDataset* known) {
  require_sweepable(settings);
  Settings chosen = settings;
  chosen.forget("scale");  // done once all rows are in memory
  if (!settings.has("loss")) {
    const bool two = settings.has("labels") || settings.has("class-weight");
    const Task by_labels = two ? Task::two_classes : Task::numbers;
    const bool several = settings.has("classes");
    chosen.set("loss", several ? single_learner_configuration(settings).loss
                               : std::string(paper_loss(known != nullptr ? known->task : by_labels)));
  }
  Configuration loss;
  loss.loss = *chosen.text("loss");
  const bool classes = known != nullptr && known->task == Task::two_classes && !known->labels().empty();
  if (classes && is_two_class(loss) && !settings.has("labels")) chosen.set("labels", known->labels());
  chosen.forget("lipschitz");  // of the learners that are swept, some may be doubling
  Configuration configuration = configure(chosen, {});
  if (const auto lipschitz = settings.real("lipschitz")) configuration.lipschitz = *lipschitz;
  return configuration;
}

SweepData sweep_data(Dataset rows, const Settings& settings, const KnownDataset* known, std::vector<std::string> class_names) {
  SweepData data{.rows = std::move(rows), .configuration = sweep_configuration(settings, known)};
  data.class_names = std::move(class_names);
  if (!decides_loss(settings, known)) take_loss_of_labels(data);
  for (Message& note : LabelWeights::notes(data.configuration, data.rows, data.class_names))
    data.notes.push_back(std::move(note));
  if (settings.text("scale") == "max-abs") {
    LargestValues largest;
    largest.observe(data.rows);
    largest.divide(data.rows);
    data.configuration.scale = "max-abs";
  }
  data.features = largest_index(data.rows);
  data.checksum = checksum(data.rows);
  return data;
}

}  // namespace tacit
