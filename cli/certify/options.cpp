#include "cli/certify/options.hpp"

#include <fmt/format.h>

#include "cli/options/flags.hpp"
#include "tacit/certify/certificate.hpp"
#include "tacit/learners/kinds.hpp"
#include "tacit/run/configure.hpp"

namespace tacit::cli {

void describe(CLI::App& command, CertifyOptions& options) {
  constexpr const char* certificate = "Certificate";
  add_files(command, options.files, file_description);
  add_settings(command, options.settings, setting_groups, {"interval"});
  redescribe(command, "on-error", "stop, or skip bad rows, count them and list the first (default stop)");
  redescribe(command, "learner", one_of(learner_names()) + " (default ada-implicit)");
  redescribe(command, "beta", "the paper's beta (default 1; of ada-implicit on the ball sqrt(2) R, the theorem's)");
  add_real(command, "--gap", options.gap,
           fmt::format("how far the best fixed model may be from proven best, as a share of its loss (default {})",
                       as_typed(CertificateOptions().gap)))
      .value("X")
      .group(certificate);
  add_real(command, "--comparator-radius", options.comparator_radius,
           "compare with models of norm U and below (default: the radius of the ball)")
      .value("U")
      .group(certificate);
  add_count(command, "--threads", options.threads, "threads (default: one per core)").value("N").group(certificate);
  add_text(command, "-o,--output", options.out, "write the JSON object into this file").value("FILE").group(output_group);
  add_text(command, "--comparator", options.comparator, "write the best fixed model; a name ending in .json: as JSON")
      .value("MODEL")
      .group(output_group);
  add_flag(command, "--json", options.json, "print the certificate as one JSON object").group(output_group);
  add_flag(command, "--quiet", options.quiet, "no notes on standard error").group(output_group);
  add_footer(command, "\nExample: tacit certify data.svm --loss hinge --radius 10\n\n" + learner_vocabulary());
}

}  // namespace tacit::cli
