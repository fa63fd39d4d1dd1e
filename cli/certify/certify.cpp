#include <fmt/format.h>

#include <cstdio>

#include "cli/certify/certificate_report.hpp"
#include "cli/commands.hpp"
#include "cli/errors.hpp"
#include "cli/input/input.hpp"
#include "cli/input/resolve_input.hpp"
#include "cli/output/outputs.hpp"
#include "cli/output/tell.hpp"
#include "tacit/certify/configure.hpp"
#include "tacit/data/data_error.hpp"
#include "tacit/data/output_file.hpp"
#include "tacit/run/known_labels.hpp"
#include "tacit/run/label_weights.hpp"

namespace tacit::cli {

namespace {

CertificateOptions chosen_options(const CertifyOptions& options) {
  CertificateOptions chosen;
  chosen.gap = options.gap.value_or(chosen.gap);
  chosen.comparator_radius = options.comparator_radius;
  chosen.threads = options.threads;
  return chosen;
}

void require_good_outputs(const CertifyOptions& options) {
  std::vector<Output> outputs;
  if (options.out) outputs.push_back({"-o", *options.out});
  if (options.comparator) outputs.push_back({"--comparator", *options.comparator});
  require_apart(outputs, inputs_of(options.files, options.settings));
  for (const Output& output : outputs) {
    if (output.path == "-")
      throw UsageError(fmt::format("{} - : standard output has the certificate; give a file", output.option));
  }
}

// Adds the classes that come with the rows.
Dataset read_rows(Input& input, Configuration& configuration) {
  Dataset rows;
  while (const Block* block = input.stream().next()) {
    for (std::size_t i = 0; i < block->rows.size(); ++i) rows.append(block->rows[i], block->rows.line(i));
    auto& classes = configuration.classes.names;
    classes.insert(classes.end(), block->classes.begin(), block->classes.end());
    require_few_examples(configuration, rows.size());
  }
  return rows;
}

// The best fixed model, which reads its data as this run did.
Model best_model(const Configuration& configuration, const Comparator& comparator, Input& input) {
  Model model = comparator_model(configuration, comparator);
  model.largest = input.stream().largest();
  model.names = input.names().dictionary();
  model.columns = input.columns();
  model.contents = input.stream().contents();
  keep_means(input.stream().means(), model);
  return model;
}

}  // namespace

void certify(const CertifyOptions& options) {
  Model model;
  model.configuration = certificate_configuration(
      with_known_labels(options.settings, certificate_configuration(options.settings), options.files, data_folders()));
  const CertificateOptions chosen = chosen_options(options);
  require_certifiable(model.configuration, chosen);
  require_good_outputs(options);
  std::optional<OutputFile> json_file;
  std::optional<OutputFile> model_file;
  if (options.out) json_file.emplace(*options.out);
  if (options.comparator) model_file.emplace(*options.comparator);

  Input input(options.files, options.settings, model, ReadingUse::study);
  const Dataset rows = read_rows(input, model.configuration);
  if (!options.quiet) input.report();
  if (rows.empty()) throw DataError(input.no_examples());
  if (const auto labels = input.stream().labels()) model.configuration.labels = labels;
  for (const Message& note : LabelWeights::notes(model.configuration, rows, model.configuration.classes.names)) {
    if (!options.quiet) print_note(note);
  }

  const Certificate certificate = certify(rows, model.configuration, chosen);
  const CertificateReport report{model.configuration, certificate, chosen.gap};
  const std::string json = to_json(report);
  if (model_file) write_model(best_model(model.configuration, certificate.comparator, input), *model_file);
  if (json_file) json_file->write(json + "\n");
  if (json_file) json_file->commit();
  if (model_file) model_file->commit();
  options.json ? show_json(json) : show_legibly("{}", Lines{to_table(report)});
  if (!certificate.holds()) {
    throw DataError("a bound that is proven does not hold for this run: this is a bug in tacit, please report it with the data");
  }
}

}  // namespace tacit::cli
