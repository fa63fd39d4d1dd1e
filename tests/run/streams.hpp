// Every choice of names there is, and random streams that each of them can learn from.
#pragma once

#include <cstdint>
#include <memory>
#include <random>
#include <vector>

#include "label_for.hpp"
#include "tacit/core/type_list.hpp"
#include "tacit/domains/all.hpp"
#include "tacit/eval/tally.hpp"
#include "tacit/learners/any_learner.hpp"
#include "tacit/learners/kinds.hpp"
#include "tacit/learners/updates.hpp"
#include "tacit/losses/all.hpp"
#include "tacit/step_sizes/all.hpp"

inline constexpr std::size_t stream_features = 12;

// Without a minimiser to go to, the first subgradient step is as long as 1 / small_first_lambda; on a curved loss each is longer
// than the last.
inline bool diverges(const tacit::Configuration& configuration) {
  return configuration.domain == "whole-space" && configuration.update == "linear" && configuration.step_size == "ada-implicit";
}

inline std::vector<tacit::Configuration> every_configuration() {
  std::vector<tacit::Configuration> all;
  for (const auto domain : tacit::AllDomains::names()) {
    for (const auto loss : tacit::AllLosses::names()) {
      for (const auto update : tacit::AllUpdates::names()) {
        for (const auto step_size : tacit::AllStepSizes::names()) {
          tacit::Configuration configuration;
          configuration.domain = domain;
          configuration.loss = loss;
          configuration.update = update;
          configuration.step_size = step_size;
          configuration.beta = 0.7;
          configuration.dimension = stream_features + 1;
          if (!diverges(configuration)) all.push_back(configuration);
        }
      }
    }
  }
  return all;
}

// The engine's numbers are the same everywhere, unlike those of the standard library's distributions.
inline double unit(std::mt19937_64& engine) { return static_cast<double>(engine() >> 11U) * 0x1p-53; }

inline tacit::Dataset random_stream(const tacit::Configuration& configuration, std::uint64_t seed, int count) {
  std::mt19937_64 engine(seed);
  tacit::Dataset rows;
  for (int t = 0; t < count; ++t) {
    const bool positive = unit(engine) < 0.5;
    rows.begin_row(is_two_class(configuration) ? (positive ? 1 : -1) : label_for(configuration, 4 * unit(engine) - 2),
                   unit(engine) < 0.2 ? 2.5 : 1);
    rows.push(0, 1.0);
    for (tacit::Index i = 1; i <= stream_features; ++i) {
      if (unit(engine) < 0.4) rows.push(i, 2 * unit(engine) - 1);
    }
  }
  return rows;
}

struct Run {
  std::unique_ptr<tacit::AnyLearner> learner;
  tacit::Tally tally;
  std::vector<tacit::Round> rounds;
};

inline void continue_run(Run& run, const tacit::Configuration& configuration, const tacit::Dataset& rows) {
  const std::size_t before = run.rounds.size();
  run.rounds.resize(before + rows.size());
  const auto rounds = std::span(run.rounds).subspan(before);
  run.learner->learn(rows, rounds);
  for (std::size_t i = 0; i < rows.size(); ++i) run.tally.add(rounds[i], rows[i], tacit::task_of(configuration));
}

inline Run run_over(const tacit::Configuration& configuration, const std::vector<tacit::Dataset>& parts) {
  Run run{tacit::make_learner(configuration), {}, {}};
  for (const auto& part : parts) continue_run(run, configuration, part);
  return run;
}
