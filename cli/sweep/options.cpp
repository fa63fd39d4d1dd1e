#include "cli/sweep/options.hpp"

#include <fmt/format.h>

#include <array>
#include <string_view>

#include "cli/options/flags.hpp"
#include "tacit/core/instruction_set.hpp"
#include "tacit/losses/named.hpp"

namespace tacit::cli {

using namespace std::string_view_literals;

namespace {

void describe_grid(CLI::App& command, SweepOptions& options) {
  constexpr const char* grid = "Grid";
  add_list(command, "--learners", options.learners,
           one_of(swept_learner_names()) +
               fmt::format(", or UPDATE+STEP-SIZE such as truncated+constant (default {})", options.learners))
      .value("A,B,...")
      .group(grid);
  add_option(command, "--betas", options.betas, fmt::format("powers of two from..to, or a list (default {})", options.betas))
      .value("LIST")
      .group(grid);
  add_text(command, "--l1", options.l1,
           "prices of the sum of |weight|, each with every beta: a list such as 0,0.1,1, or powers of two from..to")
      .value("LIST")
      .group(grid);
  add_count(command, "--repeats", options.repeats,
            fmt::format("shuffles, over which results are averaged (default {})", SweepPlan::default_repeats))
      .value("N")
      .group(grid);
  add_count(command, "--seed", options.seed,
            fmt::format("seed of the first shuffle; later shuffles count up (default {})", SweepPlan::default_seed))
      .value("S")
      .group(grid);
  add_flag(command, "--natural", options.natural, "the order of the file, one repeat, instead of shuffles").group(grid);
}

void describe_output(CLI::App& command, SweepOptions& options) {
  add_text(
      command, "-o,--output", options.out,
      "write all results: a name ending in .csv, .json or .sqlite (which may hold other sweeps); - is CSV on standard output")
      .value("FILE")
      .group(output_group);
  add_text(command, "--report", options.report, "write a page with figures, and their data, into this folder")
      .value("DIR")
      .group(output_group);
  add_count(command, "--threads", options.threads, "threads (default: one per core)").value("N");
  std::vector<std::string_view> sets;
  for (const InstructionSet set : instruction_sets()) sets.push_back(name_of(set));
  add_text(command, "--instruction-set", options.instruction_set, one_of(sets) + " (default: the best the machine has)")
      .value("NAME");
  add_flag(command, "--quiet", options.quiet, "no progress on standard error");
}

}  // namespace

std::string swept_by_default() { return fmt::format("{}", fmt::join(SweepPlan().learners, ",")); }

void describe(CLI::App& command, SweepOptions& options) {
  add_files(command, options.files,
            "files of examples, gzip, zstd or bzip2 allowed, or names of data sets, each swept by itself; - is standard input");
  add_settings(command, options.settings, setting_groups, {"learner", "update", "step-size", "beta", "l1", "interval"});
  hide(command, std::array{"shuffle"sv});  // answered with a sentence
  redescribe(command, "on-error", "stop, or skip bad rows, count them and list the first (default stop)");
  redescribe(command, "labels", "labels of the two classes, numbers or words (default -1,1 or 0,1, as seen)");
  redescribe(
      command, "loss",
      one_of(NamedLosses::names()) + " (default: hinge for two classes, softmax where classes are given, absolute for numbers)");
  describe_grid(command, options);
  describe_output(command, options);
  add_footer(command,
             "\nA sweep that was interrupted goes on where it stopped when it is started again with the same -o.\n"
             "\nExample: tacit sweep a9a --scale max-abs -o a9a.csv --report a9a-report");
}

}  // namespace tacit::cli
