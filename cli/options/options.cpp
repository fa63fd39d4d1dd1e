#include "cli/options/options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>

#include "cli/errors.hpp"
#include "tacit/core/instruction_set.hpp"
#include "tacit/core/names.hpp"
#include "tacit/data/complaints.hpp"
#include "tacit/data/feature_names.hpp"
#include "tacit/data/generate.hpp"
#include "tacit/data/reader.hpp"
#include "tacit/data/utf8.hpp"
#include "tacit/data/writer.hpp"
#include "tacit/eval/metrics.hpp"
#include "tacit/learners/named.hpp"

namespace tacit::cli {

namespace {

// As the messages about settings call it, which put the dashes before it.
std::string_view without_dashes(std::string_view name) { return name.substr(2); }

CLI::Option* add_real(CLI::App& command, const char* name, std::optional<double>& into, const std::string& description) {
  return command.add_option_function<std::string>(
      name, [&into, name](const std::string& text) { into = real_setting(without_dashes(name), text); }, description);
}

CLI::Option* add_count(CLI::App& command, const char* name, std::optional<std::uint64_t>& into, const std::string& description) {
  return command.add_option_function<std::string>(
      name, [&into, name](const std::string& text) { into = count_setting(without_dashes(name), text); }, description);
}

CLI::Option* add_text(CLI::App& command, const char* name, std::optional<std::string>& into, const std::string& description) {
  return command.add_option_function<std::string>(
      name,
      [&into, name](const std::string& text) {
        if (text.empty()) throw UsageError(fmt::format("{} is given nothing; leave it out, or say what you mean", name));
        into = text;
      },
      description);
}

template <class Names>
std::string one_of(const Names& names) {
  return fmt::format("{}", fmt::join(names, ", "));
}

std::string parameters() {
  std::vector<std::string> descriptions;
  AllLosses::for_each([&]<class L>(std::type_identity<L>) {
    if constexpr (Parametric<L>)
      descriptions.push_back(fmt::format("{} of {} (default {})", L::parameter, L::name, L::default_parameter));
  });
  return one_of(descriptions);
}

// The help's list of names and formulas.
std::string vocabulary() {
  std::string text = "Losses of a prediction p for a label y:\n";
  AllLosses::for_each([&]<class L>(std::type_identity<L>) { text += fmt::format("  {:<20} {}\n", L::name, L::formula); });
  text += "\nStep sizes (eta of round t):\n";
  AllStepSizes::for_each([&]<class S>(std::type_identity<S>) { text += fmt::format("  {:<20} {}\n", S::name, S::formula); });
  text += "\nLearners:\n";
  for (const auto& named : named_learners) text += fmt::format("  {:<20} {} + {}\n", named.name, named.update, named.step_size);
  return text;
}

std::string metrics_vocabulary() {
  std::string text = "Metrics of predictions p for labels y, an example of weight w counted w times:\n";
  AllMetrics::for_each([&]<class M>(std::type_identity<M>) {
    text += fmt::format("  {:<20} {}; {}\n", M::name, M::formula, M::two_class ? "two classes" : "numbers");
  });
  return text;
}

std::string kinds() {
  std::string text = "Kinds, and the options that each takes besides --rounds:\n";
  for (const auto& kind : generator_kinds()) {
    text += fmt::format("  {:<12} {}\n", kind.name, kind.description);
    if (!kind.options.empty()) text += fmt::format("  {:<12} --{}\n", "", fmt::join(kind.options, " --"));
  }
  return text;
}

// Where examples come from and how they are read.
void describe_input(CLI::App& command, DataOptions& options, const char* skipping) {
  command
      .add_option("FILE", options.files,
                  "files of examples, gzip, zstd or bzip2 allowed, or names of data sets; - or none: standard input")
      ->option_text("...");
  command.add_option("--format", options.format, one_of(input_formats) + " (default auto: decided by content)")
      ->option_text("NAME");
  add_text(command, "--label-column", options.label_column,
           "csv and jsonl: the label's name; csv also: its number from 1 (default label, target, class or y)")
      ->option_text("NAME|N");
  command.add_flag_function(
      "--header,!--no-header", [&](std::int64_t count) { options.header = count > 0; },
      "csv: whether the first record names the columns (default: if none of its fields is a number, or one of them is label)");
  add_text(command, "--categorical", options.categorical,
           "csv: columns that hold categories, whether they look like numbers or not (default none)")
      ->option_text("A,B,...");
  add_text(command, "--ignore", options.ignore,
           "csv and jsonl: columns to leave out, such as ids and dates, as if they were not there (default none)")
      ->option_text("A,B,...");
  add_text(command, "--delimiter", options.delimiter,
           "csv: what stands between fields, a character or tab (default: the one of comma, tab and semicolon that the first "
           "record has most of)")
      ->option_text("CHAR");
  command.add_option("--on-error", options.on_error, fmt::format("stop, or skip bad rows{} (default stop)", skipping))
      ->option_text("stop|skip");
  command.add_flag("--cache", options.cache, "read each FILE from FILE.tacit-cache, made on first use and when FILE changes");
  add_count(command, "--limit", options.limit, "stop after N examples (default: at the end)")->option_text("N");
}

// What examples become before they are learned from or written.
void describe_features(CLI::App& command, DataOptions& options) {
  add_count(command, "--hash", options.hash,
            fmt::format("named features get their index from a hash of so many bits (default {})", FeatureNames::default_bits))
      ->option_text("BITS");
  command.add_flag("--dictionary", options.dictionary,
                   "named features get exact indices instead of hashing; a model keeps them; not with --cache");
  add_text(
      command, "--scale", options.scale,
      "none; max-abs: divide each feature by its largest absolute value over the data (two passes); online: by the largest so "
      "far (default none)")
      ->option_text("NAME");
  add_count(command, "--shuffle", options.shuffle, "shuffle the examples, in memory, in the order of this seed (default: do not)")
      ->option_text("SEED");
}

void describe_bias(CLI::App& command, DataOptions& options) {
  command.add_flag_function(
      "--bias,!--no-bias", [&](std::int64_t count) { options.bias = count > 0; },
      "give every example a feature of value 1 (default: on)");
}

void describe_labels(CLI::App& command, DataOptions& options, const std::string& description) {
  add_text(command, "--labels", options.labels, description)->option_text("NEG,POS");
}

void describe_metrics(CLI::App& command, std::optional<std::string>& into, const char* what) {
  add_text(command, "--metrics", into,
           fmt::format("measure {}: {}, or all (that fit the loss) (default none)", what, one_of(AllMetrics::names())))
      ->option_text("A,B,...");
}

// What a model has settled: understood, to be answered with a sentence, but no part of the help.
void hide_settled(CLI::App& command) {
  for (const char* name : {"--hash", "--dictionary", "--scale", "--shuffle", "--bias"}) command.get_option(name)->group("");
}

void describe_learner(CLI::App& command, LearnerOptions& options) {
  add_text(command, "--learner", options.learner,
           one_of(learner_names()) + " (default auto; ada-implicit where --beta or a domain is given)")
      ->option_text("NAME");
  add_text(command, "--update", options.update, "instead of --learner, with --step-size: " + one_of(AllUpdates::names()))
      ->option_text("NAME");
  add_text(command, "--step-size", options.step_size, one_of(AllStepSizes::names()))->option_text("NAME");
  add_text(command, "--loss", options.loss, one_of(AllLosses::names()) + " (default square; logistic with --labels)")
      ->option_text("NAME");
  add_real(command, "--loss-parameter", options.loss_parameter, parameters())->option_text("X");
  add_real(command, "--beta", options.beta, "the paper's beta (default 1)")->option_text("X");
  add_text(command, "--domain", options.domain, one_of(AllDomains::names()) + " (default whole-space)")->option_text("NAME");
  add_real(command, "--radius", options.radius, "radius of the ball, half the paper's diameter; chooses the ball")
      ->option_text("R");
  add_text(command, "--box", options.box, "bounds of each weight; chooses the box (default -1,1)")->option_text("LOW,HIGH");
  add_count(command, "--features", options.features, "number of features of the simplex; chooses the simplex")->option_text("N");
  add_real(command, "--lipschitz", options.lipschitz, "Lipschitz constant of the losses, for doubling (default 1)")
      ->option_text("L");
}

}  // namespace

std::vector<std::string_view> swept_learner_names() {
  auto names = learner_names();
  std::erase(names, "auto");
  return names;
}

void describe(CLI::App& command, TrainOptions& options) {
  describe_input(command, options.data, ", count them and list the first");
  describe_features(command, options.data);
  describe_bias(command, options.data);
  describe_labels(command, options.data,
                  "labels of the two classes, numbers or words (default -1,1 or 0,1, as seen); without --loss: chooses logistic");
  describe_learner(command, options.learner);
  add_text(command, "--start", options.start, "go on from a model, bit for bit; or start from its weights")->option_text("MODEL");
  add_text(command, "-o,--model", options.model, "write the model; a name ending in .json: as JSON")->option_text("MODEL");
  add_text(command, "--trace", options.trace, "write each round as CSV")->option_text("FILE");
  add_text(command, "--predictions", options.predictions,
           "write each prediction, made before learning, a line a row; a bad row that is skipped leaves an empty line")
      ->option_text("FILE");
  describe_metrics(command, options.metrics, "the predictions of this run, each made before learning");
  add_text(command, "--experts", options.experts, "auto: write each expert's share over time as CSV")->option_text("FILE");
  command.add_flag("--monitor", options.monitor,
                   "watch path variability, a bound on the regret (in a ball) and drift: in progress, trace and summary");
  add_real(command, "--false-alarm-rounds", options.rounds_per_false_alarm,
           "monitor: the chance of a false drift alarm within m rounds is at most m/N (default 1e6)")
      ->option_text("N");
  command.add_flag("--json", options.json, "print the summary as one JSON object");
  command.add_flag("--quiet", options.quiet, "no progress on standard error");
  command.footer("\n" + vocabulary() + "\n" + metrics_vocabulary() +
                 "\nExample: tacit train --loss hinge data.svm -o model.tacit");
}

void describe(CLI::App& command, PredictOptions& options) {
  describe_input(command, options.data, ": each leaves an empty line, so that line k of the output is row k of the input");
  describe_features(command, options.data);
  describe_bias(command, options.data);
  hide_settled(command);
  describe_labels(command, options.data, "the two classes' labels, for --output label and --metrics (default: the model's)");
  command.add_option("-m,--model", options.model, "model that `tacit train -o` wrote, or JSON by hand")
      ->required()
      ->option_text("MODEL (required)");
  command.add_option("-o,--predictions", options.predictions, "where to write (default: standard output)")->option_text("FILE");
  command.add_flag("--collapsed", options.collapsed,
                   "auto: predict with one vector of weights, the experts' by their shares, not with the mixture itself");
  add_text(command, "--output", options.output,
           "value (of the linear function), label, or probability (logistic loss) (default value)")
      ->option_text("WHAT");
  command.add_flag(
      "--probability", options.probability,
      "short for --output probability: 1/(1 + e^-value), the probability of label 1 (or of the POS that the model was "
      "trained with); for models of --loss logistic");
  describe_metrics(command, options.metrics, "the predictions against the labels, which every row then needs");
  command.add_flag("--quiet", options.quiet, "no summary on standard error");
  command.footer("\n" + metrics_vocabulary() + "\nExample: tacit predict -m model.tacit --output label data.svm");
}

void describe(CLI::App& command, ConvertOptions& options) {
  describe_input(command, options.data, ", count them and list the first");
  describe_features(command, options.data);
  describe_labels(command, options.data,
                  "labels of two classes, numbers or words, to be written as -1 and 1 (default: as they are)");
  add_text(command, "--to", options.to, one_of(output_formats) + " (default: by the output's name, else libsvm)")
      ->option_text("NAME");
  command.add_option("-o,--output", options.out, "where to write (default: standard output)")->option_text("FILE");
  command.add_flag("--quiet", options.quiet, "no summary on standard error");
  command.footer("\nExample: tacit convert data.csv --label-column price -o data.tacit-cache");
}

void describe(CLI::App& command, InspectOptions& options) {
  command.add_option("MODEL", options.model, "model file, binary or JSON")->required()->option_text("(required)");
  command.add_flag("--json", options.json, "everything, weights included; `tacit train --start` accepts it");
  command.footer("\nExample: tacit inspect model.tacit");
}

void describe(CLI::App& command, SweepOptions& options) {
  describe_input(command, options.data, ", count them and list the first");
  command.get_option("FILE")->description(
      "files of examples, gzip, zstd or bzip2 allowed, or names of data sets, each swept by itself; - is standard input");
  describe_features(command, options.data);
  command.get_option("--shuffle")->group("");  // answered with a sentence
  describe_bias(command, options.data);
  describe_labels(command, options.data, "labels of the two classes, numbers or words (default -1,1 or 0,1, as seen)");
  command
      .add_option("--learners", options.learners,
                  one_of(swept_learner_names()) +
                      fmt::format(", or UPDATE+STEP-SIZE such as truncated+constant (default {})", options.learners))
      ->option_text("A,B,...");
  command.add_option("--betas", options.betas, fmt::format("powers of two from..to, or a list (default {})", options.betas))
      ->option_text("LIST");
  add_text(command, "--loss", options.learner.loss,
           one_of(AllLosses::names()) + " (default: hinge for two classes, absolute for numbers)")
      ->option_text("NAME");
  add_real(command, "--loss-parameter", options.learner.loss_parameter, parameters())->option_text("X");
  add_text(command, "--domain", options.learner.domain, one_of(AllDomains::names()) + " (default whole-space)")
      ->option_text("NAME");
  add_real(command, "--radius", options.learner.radius, "radius of the ball, half the paper's diameter; chooses the ball")
      ->option_text("R");
  add_text(command, "--box", options.learner.box, "bounds of each weight; chooses the box (default -1,1)")
      ->option_text("LOW,HIGH");
  add_count(command, "--features", options.learner.features, "number of features of the simplex; chooses the simplex")
      ->option_text("N");
  add_real(command, "--lipschitz", options.learner.lipschitz, "Lipschitz constant of the losses, for doubling (default 1)")
      ->option_text("L");
  add_count(command, "--repeats", options.repeats, "shuffles, over which results are averaged (default 10)")->option_text("N");
  add_count(command, "--seed", options.seed, "of the first shuffle; the next ones follow (default 1)")->option_text("S");
  command.add_flag("--natural", options.natural, "the order of the file, one repeat, instead of shuffles");
  add_count(command, "--threads", options.threads, "threads (default: one a core)")->option_text("N");
  std::vector<std::string_view> sets;
  for (const InstructionSet set : instruction_sets()) sets.push_back(name_of(set));
  add_text(command, "--instruction-set", options.instruction_set, one_of(sets) + " (default: the best the machine has)")
      ->option_text("NAME");
  add_text(
      command, "-o,--output", options.out,
      "write all results: a name ending in .csv, .json or .sqlite (which may hold other sweeps); - is CSV on standard output")
      ->option_text("FILE");
  add_text(command, "--report", options.report, "write a page with figures, and their data, into this folder")
      ->option_text("DIR");
  command.add_flag("--quiet", options.quiet, "no progress on standard error");
  command.footer(
      "\nA sweep that was interrupted goes on where it stopped when it is started again with the same -o.\n"
      "\nExample: tacit sweep a9a --scale max-abs -o a9a.csv --report a9a-report");
}

void describe(CLI::App& command, CertifyOptions& options) {
  describe_input(command, options.data, ", count them and list the first");
  describe_features(command, options.data);
  describe_bias(command, options.data);
  describe_labels(command, options.data, "labels of the two classes, numbers or words (default -1,1 or 0,1, as seen)");
  describe_learner(command, options.learner);
  command.get_option("--learner")->description(one_of(learner_names()) + " (default ada-implicit)");
  command.get_option("--beta")->description("the paper's beta (default 1; of ada-implicit on the ball sqrt(2) R, the theorem's)");
  add_real(command, "--gap", options.gap,
           "how far the best fixed model may be from proven best, as a share of its loss (default 1e-6)")
      ->option_text("X");
  add_real(command, "--comparator-radius", options.comparator_radius,
           "compare with models of norm U and below (default: the radius of the ball)")
      ->option_text("U");
  add_count(command, "--threads", options.threads, "threads (default: one a core)")->option_text("N");
  add_text(command, "-o,--output", options.out, "write the JSON object into this file")->option_text("FILE");
  add_text(command, "--comparator", options.comparator, "write the best fixed model; a name ending in .json: as JSON")
      ->option_text("MODEL");
  command.add_flag("--json", options.json, "print the certificate as one JSON object");
  command.add_flag("--quiet", options.quiet, "no notes on standard error");
  command.footer("\n" + vocabulary() + "\nExample: tacit certify data.svm --loss hinge --radius 10");
}

void describe(CLI::App& command, ReproduceOptions& options) {
  command.add_option("WHAT", options.what, "synthetic, classification, regression, time-order, theory, or all (default all)")
      ->option_text("...");
  command.add_option("--out", options.out, "folder for figures and data (default: report)")->option_text("DIR");
  add_count(command, "--repeats", options.repeats, "shuffles, over which results are averaged (default 10)")->option_text("N");
  add_count(command, "--threads", options.threads, "threads (default: one a core)")->option_text("N");
  command.add_flag("--quiet", options.quiet, "no progress on standard error");
  command.footer("\nExample: tacit reproduce synthetic --out report");
}

void describe(CLI::App& command, GenerateOptions& options) {
  command.add_option("KIND", options.kind, "what to generate; see below")->required()->option_text("(required)");
  add_count(command, "--rounds", options.rounds, "rows (default 2000)")->option_text("N");
  add_count(command, "--features", options.features, "features a row (default 2, friedman 10)")->option_text("N");
  add_count(command, "--seed", options.seed, "of the random numbers (default 1)")->option_text("N");
  add_real(command, "--speed", options.speed, "radians that the hyperplane turns a round (default 0.001)")->option_text("X");
  add_real(command, "--noise", options.noise, "share of labels flipped (default 0, sea 0.1); friedman: standard deviation (1)")
      ->option_text("P");
  add_count(command, "--period", options.period, "rounds between changes (default 500); friedman: that a change takes (0)")
      ->option_text("N");
  add_real(command, "--variability", options.variability, "the adversary's V_T (default 1)")->option_text("V");
  add_text(command, "--format", options.format, one_of(output_formats) + " (default: by the output's name, else libsvm)")
      ->option_text("NAME");
  command.add_option("-o,--output", options.out, "where to write (default: standard output)")->option_text("FILE");
  command.footer("\n" + kinds() + "\nExample: tacit generate rotating --rounds 10000 --features 5 -o rotating.svm");
}

void describe(CLI::App& command, DatasetOptions& options) {
  command
      .add_option("ACTION", options.action, "list (default): what there is and where; get: download and check; path: print where")
      ->option_text(" ");
  command.add_option("NAME", options.names, "data sets by name; all: every one that can be downloaded")->option_text("...");
  command.add_flag("--json", options.json, "list: everything known, as JSON");
  command.add_option("--to", options.to, "get: folder for the files (default: $TACIT_DATA, or data)")->option_text("DIR");
  command.add_option("--url", options.url, "get: another address, such as a mirror's (default: the LIBSVM collection's)")
      ->option_text("ADDRESS");
  command
      .add_option("--sha256", options.sha256,
                  "get: what the uncompressed text must have, where a mirror's differs (default: as known)")
      ->option_text("HEX");
  command.footer("\nExample: tacit data get a9a");
}

void require_utf8(const char* option, std::string_view typed) {
  if (!is_utf8(typed))
    throw UsageError(fmt::format("{} {}: expected text in UTF-8; convert it, and the data if need be", option, shown(typed)));
}

FeatureOptions feature_options(const DataOptions& data) {
  return {.bias = data.bias, .labels = data.labels, .scale = data.scale, .hash = data.hash, .dictionary = data.dictionary};
}

Configuration configure(const LearnerOptions& learner, const DataOptions& data, Configuration base) {
  if (data.labels) require_utf8("--labels", *data.labels);
  Configuration configuration = tacit::configure(learner, feature_options(data), std::move(base));
  if (configuration.hash == 0 && data.cache)
    throw UsageError("a dictionary and --cache do not go together, as a cache holds no names: leave out --cache");
  return configuration;
}

}  // namespace tacit::cli
