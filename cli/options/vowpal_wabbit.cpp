#include "cli/options/vowpal_wabbit.hpp"

#include <algorithm>
#include <iterator>

namespace tacit::cli {

namespace {

struct Habit {
  std::string_view flag;
  std::string_view here;
};

// In short; docs/coming-from-vowpal-wabbit.md has all flags and says more of each.
constexpr Habit habits[] = {
    {"-d", "FILE without a flag"},
    {"--data", "FILE without a flag"},
    {"-f", "-o MODEL"},
    {"--final_regressor", "-o MODEL"},
    {"-i", "--start MODEL"},
    {"--initial_regressor", "--start MODEL"},
    {"-t", "tacit predict -m MODEL"},
    {"--testonly", "tacit predict -m MODEL"},
    {"-p", "--predictions FILE"},
    {"-r", "--predictions FILE"},
    {"--link", "predict --output probability"},
    {"--binary", "predict --output label"},
    {"--probabilities", "predict --output all"},
    {"--loss_function", "--loss NAME"},
    {"--quantile_tau", "--loss-parameter Q"},
    {"--expectile_q", "--loss-parameter Q"},
    {"-l", "--beta X of a single learner; auto has no rate"},
    {"--learning_rate", "--beta X of a single learner; auto has no rate"},
    {"--ftrl", "--learner implicit-ftrl"},
    {"--coin", "--learner auto"},
    {"--oaa", "--loss softmax, which finds the classes"},
    {"--ect", "--loss softmax, which finds the classes"},
    {"--named_labels", "--classes A,B,C"},
    {"-b", "--hash BITS"},
    {"--bit_precision", "--hash BITS"},
    {"--noconstant", "--no-bias"},
    {"--quadratic", "-q AB"},
    {"--cubic", "--interactions ABC"},
    {"-c", "--cache"},
    {"-k", "--cache, which is renewed when the file has changed"},
    {"--cache_file", "--cache"},
    {"--examples", "--limit N"},
    {"--random_seed", "--shuffle SEED"},
    {"--audit", "predict --explain N"},
    {"--invert_hash", "--dictionary, then tacit inspect MODEL"},
    {"--readable_model", "tacit inspect MODEL --json"},
};

}  // namespace

std::string_view in_place_of(std::string_view flag) {
  const auto found = std::ranges::find(habits, flag, &Habit::flag);
  return found == std::end(habits) ? std::string_view() : found->here;
}

}  // namespace tacit::cli
