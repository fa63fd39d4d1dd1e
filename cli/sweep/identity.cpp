#include "cli/sweep/identity.hpp"

#include <sys/stat.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "cli/input/resolve_input.hpp"

namespace tacit::cli {

namespace {

using Json = nlohmann::ordered_json;

// A file that has been written to since counts as another file.
Json identity_of_file(const std::string& name, const std::string& file) {
  Json json{{"name", name}};
  const std::string path = resolve_input(file);
  json["file"] = file == "-" ? file : std::filesystem::absolute(path).lexically_normal().string();
  struct stat status {};
  if (file != "-" && stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode)) {
    json["bytes"] = status.st_size;
    json["modified"] = static_cast<double>(status.st_mtim.tv_sec) + 1e-9 * static_cast<double>(status.st_mtim.tv_nsec);
  }
  return json;
}

}  // namespace

std::string identity_of(const SweepOptions& options, const SweepSettings& settings, const std::vector<std::string>& names) {
  Json json;
  for (std::size_t i = 0; i < names.size(); ++i) json["datasets"].push_back(identity_of_file(names[i], options.files[i]));
  json["learners"] = settings.learners;
  json["betas"] = options.betas;
  if (options.l1) json["l1"] = *options.l1;
  json["order"] = options.natural ? "natural" : "shuffled";
  json["repeats"] = settings.seeds.size();
  json["seed"] = options.natural ? Json() : Json(*settings.seeds.front());
  json["settings"] = Json::object();
  for (const auto& [setting, value] : options.settings.said()) {
    if (setting->name != "cache") json["settings"][std::string(setting->name)] = as_text(value);  // a cache has the same rows
  }
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace tacit::cli
