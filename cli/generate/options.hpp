// What `tacit generate` can be told; what is not said is the kind's own.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace CLI {
class App;
}

namespace tacit::cli {

struct GenerateOptions {
  std::string kind;
  std::optional<std::uint64_t> rounds;
  std::optional<std::uint64_t> features;
  std::optional<std::uint64_t> seed;
  std::optional<double> speed;
  std::optional<double> noise;
  std::optional<std::uint64_t> period;
  std::optional<double> variability;
  std::optional<std::string> format;  // else by the output's name
  std::string out = "-";
};

void describe(CLI::App& command, GenerateOptions& options);

}  // namespace tacit::cli
