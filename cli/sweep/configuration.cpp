#include "cli/sweep/configuration.hpp"

#include <sys/stat.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "cli/input/resolve_input.hpp"

namespace tacit::cli {

namespace {

using Json = nlohmann::ordered_json;

// A file that has been written to since is another one.
Json identity(const std::string& name, const std::string& file) {
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

std::string sweep_configuration(const SweepOptions& options, const std::vector<std::string>& names) {
  const auto maybe = [](const auto& value) { return value ? Json(*value) : Json(); };
  const DataOptions& data = options.data;
  const LearnerOptions& learner = options.learner;
  Json json;
  for (std::size_t i = 0; i < names.size(); ++i) json["datasets"].push_back(identity(names[i], data.files[i]));
  json["learners"] = options.learners;
  json["betas"] = options.betas;
  json["order"] = options.natural ? "natural" : "shuffled";
  json["repeats"] = options.natural ? 1 : options.repeats.value_or(default_repeats);
  json["seed"] = options.natural ? Json() : Json(options.seed.value_or(1));
  json["loss"] = maybe(learner.loss);
  json["loss_parameter"] = maybe(learner.loss_parameter);
  json["domain"] = maybe(learner.domain);
  json["radius"] = maybe(learner.radius);
  json["box"] = maybe(learner.box);
  json["features"] = maybe(learner.features);
  json["lipschitz"] = maybe(learner.lipschitz);
  json["format"] = data.format;
  json["label_column"] = maybe(data.label_column);
  json["header"] = maybe(data.header);
  json["categorical"] = maybe(data.categorical);
  if (data.ignore) json["ignore"] = *data.ignore;
  if (data.delimiter) json["delimiter"] = *data.delimiter;
  json["hash"] = maybe(data.hash);
  json["dictionary"] = data.dictionary;
  json["scale"] = data.scale.value_or("none");
  json["bias"] = data.bias.value_or(true);
  json["labels"] = maybe(data.labels);
  json["limit"] = maybe(data.limit);
  json["on_error"] = data.on_error;
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace tacit::cli
