#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <numbers>

#include "cli/certify/certificate_report.hpp"
#include "cli/commands.hpp"
#include "cli/errors.hpp"
#include "cli/input/input.hpp"
#include "cli/input/resolve_input.hpp"
#include "cli/output/outputs.hpp"
#include "cli/output/threads.hpp"
#include "tacit/data/data_error.hpp"
#include "tacit/data/output_file.hpp"
#include "tacit/domains/ball.hpp"
#include "tacit/learners/any_learner.hpp"
#include "tacit/losses/logistic.hpp"
#include "tacit/step_sizes/ada_implicit.hpp"

namespace tacit::cli {

namespace {

// As train's, but with the theorem's beta = D for ada-implicit on the ball.
Configuration chosen_configuration(const CertifyOptions& options) {
  if (options.data.scale == "online")
    throw UsageError("--scale online changes the losses on the way, and then no fixed model is comparable: give --scale max-abs");
  Configuration base;
  if (options.data.labels && !options.learner.loss) base.loss = Logistic::name;  // two classes are meant
  Configuration configuration = configure(options.learner, options.data, base);
  if (!options.data.labels && is_two_class(configuration)) configuration.labels = known_labels(options.data.files);
  if (!options.learner.beta && learner_name(configuration) == AdaImplicit::name && configuration.domain == Ball::name)
    configuration.beta = std::numbers::sqrt2 * configuration.radius;
  return configuration;
}

CertificateOptions chosen_options(const CertifyOptions& options) {
  CertificateOptions chosen;
  chosen.gap = options.gap.value_or(chosen.gap);
  if (!(chosen.gap > 0)) throw UsageError("--gap: expected a positive number, such as 1e-6");
  chosen.comparator_radius = options.comparator_radius;
  chosen.threads = thread_count(options.threads);
  return chosen;
}

void require_good_outputs(const CertifyOptions& options) {
  std::vector<Output> outputs;
  if (options.out) outputs.push_back({"-o", *options.out});
  if (options.comparator) outputs.push_back({"--comparator", *options.comparator});
  require_apart(outputs, options.data.files);
  for (const Output& output : outputs) {
    if (output.path == "-")
      throw UsageError(fmt::format("{} - : standard output has the certificate; give a file", output.option));
  }
}

}  // namespace

void certify(const CertifyOptions& options) {
  Model model;
  model.configuration = chosen_configuration(options);
  const CertificateOptions chosen = chosen_options(options);
  const auto most = make_learner(model.configuration)->most_examples();  // which refuses a wrong radius by its name
  require_certifiable(model.configuration, chosen);
  require_good_outputs(options);
  std::optional<OutputFile> json_file;
  std::optional<OutputFile> model_file;
  if (options.out) json_file.emplace(*options.out);
  if (options.comparator) model_file.emplace(*options.comparator);

  Input input(options.data, model, Input::Use::learning);
  Dataset rows;
  while (const Block* block = input.stream().next()) {
    for (std::size_t i = 0; i < block->rows.size(); ++i) rows.append(block->rows[i], block->rows.line(i));
    if (most && rows.size() > *most) {
      throw DataError(fmt::format("more than {} examples; {} takes no more: give --limit {}, or use ada-implicit", *most,
                                  learner_name(model.configuration), *most));
    }
  }
  if (!options.quiet) input.report();
  if (rows.empty()) throw DataError(input.no_examples());
  if (const auto labels = input.stream().labels()) model.configuration.labels = labels;

  const Certificate certificate = certify(rows, model.configuration, chosen);
  const CertificateReport report{model.configuration, certificate, chosen.gap};
  const std::string json = to_json(report);
  if (model_file) {
    for (std::size_t i = 0; i < certificate.comparator.weights.size(); ++i) {
      if (const double w = certificate.comparator.weights[i]; w != 0) model.weights.emplace_back(static_cast<Index>(i), w);
    }
    model.largest = input.stream().largest();
    model.names = input.names().dictionary();
    model.columns = input.columns();
    if (learner_name(model.configuration) == "auto") choose_learner(AdaImplicit::name, model.configuration);
    write_model(model, *model_file);
  }
  if (json_file) json_file->write(json + "\n");
  if (json_file) json_file->commit();
  if (model_file) model_file->commit();
  fmt::print("{}", options.json ? json + "\n" : to_table(report));
  if (!certificate.comparator.converged && !options.quiet) {
    fmt::print(stderr, "tacit: note: the best fixed model is known only to a gap of {:.2g}, not {:g}; what is printed holds\n",
               certificate.comparator.loss.relative_width(), chosen.gap);
  }
  if (!certificate.holds()) {
    throw DataError("a bound that is proven does not hold for this run: this is a bug in tacit, please report it with the data");
  }
}

}  // namespace tacit::cli
