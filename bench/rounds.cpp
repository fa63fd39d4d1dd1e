// Runs so many rounds and nothing else, for counting instructions: rounds LEARNER LOSS RADIUS DIMENSION ROUNDS [NONZEROS]
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "stream.hpp"
#include "tacit/learners/any_learner.hpp"

int main(int argc, char** argv) {
  if (argc != 6 && argc != 7) {
    std::fprintf(stderr, "usage: rounds LEARNER LOSS RADIUS DIMENSION ROUNDS [NONZEROS] (radius 0: whole space; 13 nonzeros)\n");
    return 2;
  }
  tacit::Configuration configuration;
  if (!tacit::choose_learner(argv[1], configuration)) return 2;
  configuration.loss = argv[2];
  configuration.radius = std::atof(argv[3]);
  if (configuration.radius > 0) configuration.domain = "ball";
  const std::size_t nonzeros = argc == 7 ? std::strtoull(argv[6], nullptr, 10) : 13;
  const tacit::Dataset data = random_examples(1000, nonzeros, std::strtoull(argv[4], nullptr, 10));
  const auto learner = tacit::make_learner(configuration);
  std::vector<tacit::Round> rounds(data.size());
  const auto blocks = std::strtoull(argv[5], nullptr, 10) / data.size();
  for (std::uint64_t block = 0; block < blocks; ++block) learner->learn(data, rounds);
  std::printf("%.17g\n", rounds.back().loss_before);
  return 0;
}
