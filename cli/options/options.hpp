// What the command line can say: one struct a command, defaults beside the fields.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tacit/run/configure.hpp"

namespace CLI {
class App;
}

namespace tacit::cli {

struct DataOptions {
  std::vector<std::string> files;  // none: standard input
  std::string format = "auto";
  std::optional<std::string> label_column;
  std::optional<bool> header;
  std::optional<std::string> categorical;
  std::optional<std::string> ignore;
  std::optional<std::string> delimiter;
  std::optional<std::uint64_t> hash;
  bool dictionary = false;
  std::optional<bool> bias;  // on, unless a model says otherwise
  std::optional<std::string> scale;
  std::optional<std::string> labels;
  std::optional<std::uint64_t> shuffle;
  std::optional<std::uint64_t> limit;
  std::string on_error = "stop";
  bool cache = false;
};

struct TrainOptions {
  DataOptions data;
  LearnerOptions learner;
  std::optional<std::string> start;
  std::optional<std::string> model;
  std::optional<std::string> trace;
  std::optional<std::string> predictions;
  std::optional<std::string> metrics;
  std::optional<std::string> experts;
  bool monitor = false;
  std::optional<double> rounds_per_false_alarm;
  bool json = false;
  bool quiet = false;
};

struct PredictOptions {
  DataOptions data;
  std::string model;
  std::string predictions = "-";
  std::optional<std::string> output;  // value
  bool probability = false;           // short for an output
  bool collapsed = false;
  std::optional<std::string> metrics;
  bool quiet = false;
};

struct ConvertOptions {
  DataOptions data;
  std::optional<std::string> to;  // else by the output's name
  std::string out = "-";
  bool quiet = false;
};

struct InspectOptions {
  std::string model;
  bool json = false;
};

inline constexpr std::uint64_t default_repeats = 10;

struct SweepOptions {
  DataOptions data;
  LearnerOptions learner;
  std::string learners = "ogd,ada-ogd,implicit,ada-implicit";
  std::string betas = "2^-20..2^20";
  std::optional<std::uint64_t> repeats;  // default_repeats, unless natural
  std::optional<std::uint64_t> seed;     // 1
  bool natural = false;
  std::optional<std::uint64_t> threads;  // as many as there are cores
  std::optional<std::string> instruction_set;
  std::optional<std::string> out;
  std::optional<std::string> report;
  std::string command;  // all that was typed
  bool quiet = false;
};

struct CertifyOptions {
  DataOptions data;
  LearnerOptions learner;
  std::optional<double> gap;                // 1e-6
  std::optional<double> comparator_radius;  // that of the ball
  std::optional<std::uint64_t> threads;     // as many as there are cores
  std::optional<std::string> out;
  std::optional<std::string> comparator;
  bool json = false;
  bool quiet = false;
};

struct ReproduceOptions {
  std::vector<std::string> what;  // none: all it has
  std::string out = "report";
  std::optional<std::uint64_t> repeats;
  std::optional<std::uint64_t> threads;
  std::string command;
  bool quiet = false;
};

struct GenerateOptions {
  std::string kind;
  std::optional<std::uint64_t> rounds;
  std::optional<std::uint64_t> features;  // these are the kind's own unless given
  std::optional<std::uint64_t> seed;
  std::optional<double> speed;
  std::optional<double> noise;
  std::optional<std::uint64_t> period;
  std::optional<double> variability;
  std::optional<std::string> format;  // else by the output's name
  std::string out = "-";
};

struct DatasetOptions {
  std::string action = "list";
  std::vector<std::string> names;
  bool json = false;
  std::optional<std::string> to;  // the first folder in which data sets are looked for
  std::optional<std::string> url;
  std::optional<std::string> sha256;
};

void describe(CLI::App& command, TrainOptions& options);
void describe(CLI::App& command, PredictOptions& options);
void describe(CLI::App& command, ConvertOptions& options);
void describe(CLI::App& command, InspectOptions& options);
void describe(CLI::App& command, SweepOptions& options);
void describe(CLI::App& command, CertifyOptions& options);
void describe(CLI::App& command, ReproduceOptions& options);
void describe(CLI::App& command, GenerateOptions& options);
void describe(CLI::App& command, DatasetOptions& options);

std::vector<std::string_view> swept_learner_names();  // those with a beta

// Throws UsageError if what is typed is not UTF-8, which is all that a model can keep.
void require_utf8(const char* option, std::string_view typed);

FeatureOptions feature_options(const DataOptions& data);

// The base with what the options say put over it. Throws UsageError or std::invalid_argument.
Configuration configure(const LearnerOptions& learner, const DataOptions& data, Configuration base);

}  // namespace tacit::cli
