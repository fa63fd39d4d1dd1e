// What calibrated probabilities cost and gain: runs the mixture with the logistic loss, with and without the calibration of its
// means, and prints Markdown: average log losses, their ratio, and expected calibration errors; beside them the mean of the
// mixer that lasts as it is, before the last stage.
//
//   calibration [--rows N] [FILE[:LABEL[:IGNORED]...]]...
//
// Takes the first N rows (all) of the files given, or of the data sets of two classes that are known and at hand, in the order of
// the file.
#include <fmt/format.h>

#include <cstdlib>
#include <limits>
#include <string>
#include <vector>

#include "kernels/flatten.hpp"
#include "learners/mixture/foresight.hpp"
#include "run/baselines.hpp"
#include "sources.hpp"
#include "tacit/eval/calibration_error.hpp"

namespace {

using Lanes = tacit::LanesOf<16, tacit::experts.size()>;

struct Uncalibrated : tacit::AllVoices {
  static constexpr bool calibrates = false;
};

struct Measured {
  double loss = 0;
  tacit::CalibrationError error;

  void add(double prediction, double label, double weight) {
    loss += weight * tacit::Logistic{}.value(prediction, label);
    error.add(prediction, label, weight);
  }
  double calibration_error() const { return error.value().value_or(0); }
};

template <class Mixture>
double mean_that_lasts(const Mixture& mixture, const tacit::Row& row, std::span<const double> hints) {
  const tacit::Range range = mixture.labels().range(mixture.rounds() + 1);
  typename Mixture::OneTeam::Guesses guessed;
  for (std::size_t k = 0; k < hints.size() && k < tacit::guesses; ++k) {
    if (std::isnan(hints[k])) continue;
    guessed.said.set(k, range.clip(hints[k]));
    guessed.known.set(k, 1);
  }
  return mixture.team(tacit::team_place::all)->hear(row, mixture.rounds(), range, guessed).means.lasting;
}

template <class Voices>
TACIT_FLATTEN_KERNEL Measured measure(const tacit::Dataset& rows, Measured* means) {
  tacit::Mixture<tacit::Logistic, Lanes, Voices> mixture(tacit::Logistic{}, true);
  Measured measured;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (means != nullptr) means->add(mean_that_lasts(mixture, rows.row(i), rows.hints(i)), rows.label(i), rows.weight(i));
    measured.add(mixture.learn(rows.row(i), rows.label(i), rows.weight(i), rows.hints(i)).prediction, rows.label(i),
                 rows.weight(i));
  }
  return measured;
}

}  // namespace

int main(int argc, char** argv) {
  std::uint64_t most_rows = std::numeric_limits<std::uint64_t>::max();
  std::vector<Source> sources;
  for (int i = 1; i < argc; ++i) {
    if (std::string(argv[i]) == "--rows" && i + 1 < argc) {
      most_rows = std::strtoull(argv[++i], nullptr, 10);
    } else {
      sources.push_back(source_of(argv[i]));
    }
  }
  if (sources.empty()) sources = known_sources();
  if (sources.empty() || most_rows == 0) {
    fmt::print(stderr, "usage: calibration [--rows N] [FILE[:LABEL[:IGNORED]...]]...; without files, data sets in $TACIT_DATA\n");
    return 2;
  }
  fmt::print("| file | log loss | uncalibrated | ratio | mean as it is | calibration error | uncalibrated | mean as it is |\n");
  fmt::print("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n");
  tacit::Configuration configuration;
  if (!tacit::choose_learner("auto", configuration)) std::abort();
  configuration.loss = tacit::Logistic::name;
  for (const Source& source : sources) {
    std::size_t kinds = 0;
    tacit::Dataset rows = read(source, most_rows, kinds);
    if (kinds != 2) continue;
    tacit::Baselines(configuration).play(rows, 0, rows.size());
    Measured means;
    const Measured with = measure<tacit::AllVoices>(rows, &means);
    const Measured without = measure<Uncalibrated>(rows, nullptr);
    const auto n = static_cast<double>(rows.size());
    fmt::print("| {} | {:.6f} | {:.6f} | {:.4f} | {:.6f} | {:.4f} | {:.4f} | {:.4f} |\n", source.file, with.loss / n,
               without.loss / n, with.loss / without.loss, means.loss / n, with.calibration_error(), without.calibration_error(),
               means.calibration_error());
    std::fflush(stdout);
  }
  return 0;
}
