#include "tacit/run/shrink.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>

#include "cli/commands.hpp"
#include "cli/errors.hpp"
#include "cli/input/input.hpp"
#include "cli/input/resolve_input.hpp"
#include "cli/output/outputs.hpp"
#include "cli/output/tell.hpp"
#include "tacit/data/data_error.hpp"
#include "tacit/run/file_predictions.hpp"

namespace tacit::cli {

namespace {

// What a model loses on examples.
struct Measured {
  std::uint64_t examples = 0;
  double average_loss = 0;
  double average_excess = 0;  // above the least values
};

Measured measure_model(const Model& model, const ShrinkOptions& options, bool last) {
  const auto learner = revive(model);
  Input input(options.files, options.settings, model, ReadingUse::measuring);
  FilePredictions predictions({model, *learner}, LabelForm::understood);
  AverageLoss loss(model.configuration);
  Measured measured;
  const std::size_t each = learner->outputs();
  while (Block* const block = input.stream().next()) {
    for (predictions.take(*block); predictions.predict(input.stream());) {
      const Dataset& rows = predictions.rows();
      const std::span<const double> scores = predictions.scores();
      for (std::size_t i = 0; i < rows.size(); ++i) {
        if (has_class_names(model.configuration)) {
          loss.add(*learner, scores.subspan(i * each, each), rows.label(i), rows.weight(i));
        } else {
          loss.add(scores[i], rows.label(i), rows.weight(i));
        }
      }
      measured.examples += rows.size();
    }
  }
  if (last) input.report();
  if (measured.examples == 0) throw DataError(input.no_examples());
  measured.average_loss = loss.value();
  measured.average_excess = loss.excess();
  return measured;
}

std::string change_text(double before, double after) {
  return before > 0 ? fmt::format(" ({:+.2f} %)", 100 * (after / before - 1)) : "";
}

void print_cost(std::string_view name, const std::string& value) { show_legibly("{:<16} {}\n", name, value); }

}  // namespace

void shrink(const ShrinkOptions& options) {
  if (!options.weights) throw UsageError("tacit shrink needs --weights N: how many weights stay");
  for (const std::string& file : options.files) {
    const bool there =
        file == "-" || std::filesystem::exists(resolve_input(file));  // what is not there is refused when it is read
    if (there && !can_be_read_twice({file}))
      throw UsageError(fmt::format("{}: tacit shrink reads its examples twice: give files, not pipes or standard input", file));
  }
  if (options.out) {
    std::vector<std::string> inputs = inputs_of(options.files, options.settings);
    inputs.push_back(options.model);
    require_apart({{"-o", *options.out}}, inputs);
  }
  const Model model = load_model(options.model);
  const ShrunkModel shrunk = shrink(model, *options.weights);
  std::optional<Measured> before;
  Measured after;
  if (!options.files.empty()) {
    before = measure_model(model, options, false);
    after = measure_model(shrunk.model, options, true);
  }
  const std::size_t bytes_before = to_binary(model).size();
  const std::size_t bytes_after = to_binary(shrunk.model).size();
  if (options.out) save_model(shrunk.model, *options.out);
  if (options.json) {
    nlohmann::ordered_json json{{"weights_before", shrunk.before},
                                {"weights", shrunk.after},
                                {"largest_left_out", shrunk.largest_left_out},
                                {"share_of_squares_left_out", shrunk.share_of_squares_left_out},
                                {"bytes_before", bytes_before},
                                {"bytes", bytes_after}};
    if (before) {
      json["examples"] = before->examples;
      json["average_loss_before"] = before->average_loss;
      json["average_loss"] = after.average_loss;
    }
    show_exactly(json.dump() + "\n");
    return;
  }
  print_cost("weights", fmt::format("{} of {}", shrunk.after, shrunk.before));
  print_cost("left out", fmt::format("{:.3g} % of the sum of squares, the largest {:.4g}", 100 * shrunk.share_of_squares_left_out,
                                     shrunk.largest_left_out));
  print_cost("bytes", fmt::format("{}, before {}", bytes_after, bytes_before));
  if (before) {
    print_cost("examples", fmt::format("{}", before->examples));
    print_cost("average loss", fmt::format("{:.6g}, before {:.6g}{}", after.average_loss, before->average_loss,
                                           change_text(before->average_excess, after.average_excess)));
  }
  if (shrunk.one_vector)
    print_note(fmt::format("one vector of weights{} remains of auto: it predicts, and a fresh ada-implicit starts from it",
                           has_class_names(model.configuration) ? " per class" : ""));
  if (!before) print_note({"give files of examples to see what the smaller model loses on them"});
}

}  // namespace tacit::cli
