#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "cli/commands.hpp"
#include "cli/data/actions.hpp"
#include "cli/data/download.hpp"
#include "cli/data/verify.hpp"
#include "cli/errors.hpp"
#include "cli/input/resolve_input.hpp"
#include "cli/options/wording.hpp"
#include "cli/output/tell.hpp"
#include "tacit/core/names.hpp"
#include "tacit/data/byte_source.hpp"
#include "tacit/data/data_error.hpp"
#include "tacit/data/registry.hpp"

namespace tacit::cli {

namespace {

using Selection = std::vector<const KnownDataset*>;
using Folders = std::vector<std::filesystem::path>;

Selection everything() {
  Selection sets;
  for (const auto& set : known_datasets()) sets.push_back(&set);
  return sets;
}

Selection select(const std::vector<std::string>& names) {
  Selection sets;
  for (const auto& name : names) {
    const auto* const set = known_dataset(name);
    if (set == nullptr) throw UsageError(unknown_name("data set", known_dataset_names(), name));
    sets.push_back(set);
  }
  return sets;
}

nlohmann::ordered_json described(const KnownDataset& set, const Folders& folders) {
  nlohmann::ordered_json json{{"name", set.name},  {"task", task_name(set.task)}, {"in_paper", set.in_paper},
                              {"rows", set.rows},  {"features", set.features},    {"nonzeros", set.nonzeros},
                              {"loss", set.loss()}};
  if (set.task == Task::two_classes) {
    json["classes"] = {{{"label", set.negative.label}, {"rows", set.negative.rows}},
                       {{"label", set.positive.label}, {"rows", set.positive.rows}}};
    json["labels"] = set.labels().empty() ? nlohmann::ordered_json(nullptr) : nlohmann::ordered_json(set.labels());
  } else {
    json["targets"] = {set.targets.first, set.targets.second};
  }
  json["address"] = set.address.empty() ? nlohmann::ordered_json(nullptr) : nlohmann::ordered_json(set.address);
  json["sha256"] = set.sha256;
  json["published_text"] = set.published_text;
  json["note"] = set.note;
  const auto found = find_dataset(set.name, folders);
  json["path"] = found ? nlohmann::ordered_json(found->string()) : nlohmann::ordered_json(nullptr);
  return json;
}

void list(const DatasetOptions& options) {
  const auto sets = options.names.empty() ? everything() : select(options.names);
  const auto folders = data_folders();
  if (options.json) {
    auto all = nlohmann::ordered_json::array();
    for (const auto* set : sets) all.push_back(described(*set, folders));
    show_json(all.dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
    return;
  }
  show_legibly("{:<15} {:<15} {:>8} {:>9}  {}\n", "name", "task", "rows", "features", "where");
  for (const auto* set : sets) {
    const auto found = find_dataset(set->name, folders);
    const auto missing = set->address.empty() ? "not here" : fmt::format("not here; tacit data get {}", set->name);
    show_legibly("{:<15} {:<15} {:>8} {:>9}  {}\n", set->name, task_name(set->task), set->rows, set->features,
                 found ? found->string() : missing);
  }
}

void path(const DatasetOptions& options) {
  if (options.names.empty()) throw UsageError("no data set named; try: tacit data path a9a");
  const auto folders = data_folders();
  for (const auto* set : select(options.names)) {
    const auto found = find_dataset(set->name, folders);
    if (!found) {
      std::vector<std::string> searched;
      for (const auto& folder : folders) searched.push_back(folder.string());
      throw DataError(
          fmt::format("{}: not in {}; get it with: tacit data get {}", set->name, fmt::join(searched, ", "), set->name));
    }
    // For a terminal legible; for scripts, which open it, exact.
    isatty(STDOUT_FILENO) == 1 ? show_legibly("{}\n", found->string()) : show_exactly(found->string() + '\n');
  }
}

// The name of a download, with the compression of its address.
std::string file_name(const KnownDataset& set, const std::string& address) {
  const auto plain = address.substr(0, address.find_first_of("?#"));
  return fmt::format("{}.libsvm{}", set.name, std::string_view(plain).substr(without_compression(plain).size()));
}

void get_one(const KnownDataset& set, const DatasetOptions& options, const std::filesystem::path& folder,
             const Folders& folders) {
  if (const auto found = find_dataset(set.name, folders)) {
    const auto verdict = verify(found->string(), set, options.sha256);
    if (!verdict.right) {
      throw DataError(fmt::format("{}: is there but is not {}: {}; move it away, then get it again", found->string(), set.name,
                                  verdict.reason));
    }
    show_legibly("{}: already in {} ({})\n", set.name, found->string(), verdict.reason);
    return;
  }
  const std::string address = options.url ? *options.url : std::string(set.address);
  if (address.empty()) {
    throw DataError(fmt::format("{}: is not in the LIBSVM collection and has to be made: {}; or name a copy with --url ADDRESS",
                                set.name, set.note));
  }
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw DataError(fmt::format("{}: the folder cannot be made: {}", folder.string(), error.message()));
  const auto target = (folder / file_name(set, address)).string();
  PartFile part(target);
  download(std::string(set.name), address, part);
  const auto verdict = verify(part.path(), set, options.sha256);
  if (!verdict.right) {
    part.discard();
    throw DataError(
        fmt::format("{}: is not {}: {}; what had arrived is deleted: try again, or name another copy with --url ADDRESS", address,
                    set.name, verdict.reason));
  }
  part.finish();
  show_legibly("{}: in {} ({})\n", set.name, target, verdict.reason);
  std::fflush(stdout);
}

void get(const DatasetOptions& options) {
  if (options.names.empty()) throw UsageError("no data set named; try: tacit data get a9a, or: tacit data get all");
  const bool all = options.names == std::vector<std::string>{"all"};
  auto sets = all ? everything() : select(options.names);
  if ((options.url || options.sha256) && sets.size() != 1) throw UsageError("--url and --sha256 are for one data set: name one");
  if (options.url && !options.url->starts_with("http://") && !options.url->starts_with("https://")) {
    throw UsageError(fmt::format("--url {}: expected an address that begins with http:// or https://", *options.url));
  }
  if (options.sha256 &&
      (options.sha256->size() != 64 || options.sha256->find_first_not_of("0123456789abcdef") != std::string::npos)) {
    throw UsageError(
        fmt::format("--sha256 {}: expected 64 digits of 0123456789abcdef, as sha256sum prints them", *options.sha256));
  }
  const Folders usual = data_folders();
  const std::filesystem::path folder = options.to ? std::filesystem::path(*options.to) : usual.front();
  const Folders folders = options.to ? Folders{folder} : usual;
  if (all) std::erase_if(sets, [&](const auto* set) { return set->address.empty() && !find_dataset(set->name, folders); });
  // A data set that fails does not keep others from being fetched: failures are reported at the end.
  std::vector<DataError> failures;
  for (const auto* set : sets) {
    try {
      get_one(*set, options, folder, folders);
    } catch (const DataError& error) {
      failures.push_back(error);
    }
  }
  if (failures.empty()) return;
  for (std::size_t i = 0; i + 1 < failures.size(); ++i) tell("tacit: {}\n", failures[i].message().in(in_flags));
  throw failures.back();
}

}  // namespace

void data(const DatasetOptions& options) {
  if (!contains(data_actions, options.action)) throw UsageError(unknown_name("action", data_actions, options.action));
  const bool gets = options.action == "get";
  if (!gets && (options.to || options.url || options.sha256)) {
    throw UsageError("--to, --url and --sha256 go with: tacit data get NAME");
  }
  if (options.json && options.action != "list") throw UsageError("--json goes with: tacit data list");
  if (gets) return get(options);
  options.action == "list" ? list(options) : path(options);
}

}  // namespace tacit::cli
