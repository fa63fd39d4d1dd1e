// Sweeps 41 betas through so many rounds of 13 nonzeros and nothing else, for counting instructions:
// sweep_rounds LEARNER RADIUS INSTRUCTION-SET DIMENSION ROUNDS
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "stream.hpp"
#include "tacit/learners/any_learner.hpp"
#include "tacit/sweep/betas.hpp"
#include "tacit/sweep/sweep.hpp"

int main(int argc, char** argv) {
  if (argc != 6) {
    std::fprintf(stderr, "usage: sweep_rounds LEARNER RADIUS INSTRUCTION-SET DIMENSION ROUNDS (radius 0: whole space)\n");
    return 2;
  }
  tacit::Configuration configuration;
  if (!tacit::choose_learner(argv[1], configuration)) return 2;
  configuration.loss = "hinge";
  configuration.radius = std::atof(argv[2]);
  if (configuration.radius > 0) configuration.domain = "ball";
  const auto set = std::string_view(argv[3]) == "avx2" ? tacit::InstructionSet::avx2 : tacit::InstructionSet::baseline;
  const tacit::Dataset data = random_examples(1000, 13, std::strtoull(argv[4], nullptr, 10));
  const auto sweep = tacit::make_sweep(configuration, tacit::parse_betas("2^-20..2^20"), set);
  const auto blocks = std::strtoull(argv[5], nullptr, 10) / data.size();
  for (std::uint64_t block = 0; block < blocks; ++block) sweep->learn(data);
  std::printf("%.17g\n", sweep->lanes()[20].cumulative_loss);
  return 0;
}
