#include "cli/sweep/job.hpp"

#include <optional>
#include <string_view>

#include "cli/errors.hpp"
#include "cli/sweep/data.hpp"
#include "cli/sweep/identity.hpp"
#include "tacit/core/names.hpp"
#include "tacit/sweep/plan.hpp"

namespace tacit::cli {

namespace {

InstructionSet chosen_set(const std::optional<std::string>& name) {
  const auto sets = instruction_sets();
  if (!name) return sets.back();
  std::vector<std::string_view> names;
  for (const InstructionSet set : sets) {
    names.push_back(name_of(set));
    if (name_of(set) == *name) return set;
  }
  throw UsageError(unknown_name("instruction set of this machine", names, *name));
}

}  // namespace

SweepJob sweep_job(const SweepOptions& options, const std::vector<std::string>& names,
                   const std::vector<const KnownDataset*>& known) {
  require_sweepable(options.settings);
  SweepJob job{.files = options.files,
               .settings = sweep_settings({.learners = split(options.learners),
                                           .betas = options.betas,
                                           .repeats = options.repeats,
                                           .seed = options.seed,
                                           .natural = options.natural,
                                           .threads = options.threads,
                                           .instruction_set = chosen_set(options.instruction_set),
                                           .l1 = options.l1}),
               .command = options.command,
               .quiet = options.quiet};
  for (std::size_t i = 0; i < names.size(); ++i) {
    job.inputs.push_back({names[i], [file = options.files[i], settings = options.settings, set = known[i]] {
                            return load_sweep_data(file, settings, set);
                          }});
  }
  job.configuration = identity_of(options, job.settings, names);
  return job;
}

}  // namespace tacit::cli
