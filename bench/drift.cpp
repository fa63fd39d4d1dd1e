// Drift alarms on generated streams: those of the monitor, and of adaptive windowing over the same losses. For each stream the
// false alarms (before the first change), the changes found before the next one, and the median delay.
//     drift [SEEDS]
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

#include "adwin.hpp"
#include "tacit/certify/monitor.hpp"
#include "tacit/data/generate.hpp"
#include "tacit/learners/any_learner.hpp"

namespace {

constexpr std::uint64_t rounds = 40000;

struct Case {
  const char* kind;
  const char* loss;
  double noise;
  std::size_t features;
  double speed;
  std::vector<std::uint64_t> changes;  // rounds after which the stream is another one
};

struct Score {
  int false_alarms = 0;
  int found = 0;
  std::vector<std::uint64_t> delays;

  void add(const std::vector<std::uint64_t>& alarms, const Case& c) {
    const std::uint64_t first = c.changes.empty() ? rounds : c.changes.front();
    for (const auto alarm : alarms) false_alarms += alarm <= first ? 1 : 0;
    for (std::size_t k = 0; k < c.changes.size(); ++k) {
      const std::uint64_t next = k + 1 < c.changes.size() ? c.changes[k + 1] : rounds;
      const auto alarm = std::ranges::find_if(alarms, [&](auto t) { return t > c.changes[k] && t <= next; });
      if (alarm == alarms.end()) continue;
      ++found;
      delays.push_back(*alarm - c.changes[k]);
    }
  }
  std::string text(std::size_t changes) {
    if (changes == 0) return fmt::format("{:>5} {:>9} {:>7}", false_alarms, "", "");
    std::ranges::sort(delays);
    return fmt::format("{:>5} {:>9} {:>7}", false_alarms, fmt::format("{}/{}", found, changes),
                       delays.empty() ? "-" : fmt::format("{}", delays[delays.size() / 2]));
  }
};

tacit::Dataset rows_of(const Case& c, std::uint64_t seed) {
  const auto& kind = tacit::generator_kind(c.kind);
  auto parameters = kind.defaults;
  parameters.rounds = rounds;
  parameters.seed = seed;
  parameters.noise = c.noise;
  parameters.speed = c.speed;
  if (std::string(c.kind) == "switches") parameters.period = 10000;
  if (c.features > 0) parameters.features = c.features;
  const auto generator = kind.make(parameters);
  tacit::Dataset rows;
  while (generator->next(rows, rounds)) {
  }
  return rows;
}

}  // namespace

int main(int argc, char** argv) {
  const std::uint64_t seeds = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 20;
  const std::vector<std::uint64_t> switches{10000, 20000, 30000};
  const std::vector<Case> cases{{"stationary", "hinge", 0, 2, 0, {}},
                                {"stationary", "hinge", 0.1, 10, 0, {}},
                                {"stationary", "logistic", 0.3, 20, 0, {}},
                                {"switches", "hinge", 0, 2, 0, switches},
                                {"switches", "hinge", 0.1, 10, 0, switches},
                                {"switches", "logistic", 0.3, 20, 0, switches},
                                {"sea", "hinge", 0.1, 0, 0, switches},
                                {"sea", "logistic", 0.1, 0, 0, switches},
                                {"rotating", "hinge", 0, 2, 0.001, {1}},
                                {"rotating", "hinge", 0.1, 10, 0.0003, {1}},
                                {"friedman", "square", 1, 0, 0, {13333, 26666}},
                                {"friedman", "absolute", 1, 0, 0, {13333, 26666}}};
  fmt::print("{:<12} {:<9} {:>5} {:>8} {:<12} | {:^23} | {:^23} | {:^23}\n", "stream", "loss", "noise", "features", "learner",
             "monitor", "windowing 0.002", "windowing 1e-6");
  fmt::print("{:<12} {:<9} {:>5} {:>8} {:<12} | {:>5} {:>9} {:>7} | {:>5} {:>9} {:>7} | {:>5} {:>9} {:>7}\n", "", "", "", "", "",
             "false", "found", "delay", "false", "found", "delay", "false", "found", "delay");
  for (const Case& c : cases) {
    for (const char* name : {"ada-implicit", "auto"}) {
      Score ours;
      Score usual;
      Score strict;
      for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
        const auto rows = rows_of(c, seed);
        tacit::Configuration configuration;
        if (!tacit::choose_learner(name, configuration)) return 1;
        configuration.loss = c.loss;
        const auto learner = tacit::make_learner(configuration);
        std::vector<tacit::Round> run(rows.size());
        learner->learn(rows, run);
        // Windowing needs its readings in [0, 1]: losses are cut at the value that one in 1,000 exceeds, known in hindsight.
        std::vector<double> losses;
        for (const auto& round : run) losses.push_back(round.loss_before);
        std::ranges::nth_element(losses, losses.end() - static_cast<std::ptrdiff_t>(losses.size() / 1000));
        const double most = losses[losses.size() - losses.size() / 1000];
        tacit::Monitor monitor(configuration);
        Adwin usual_window(0.002);
        Adwin strict_window(1e-6);
        std::vector<std::uint64_t> usual_alarms;
        std::vector<std::uint64_t> strict_alarms;
        for (std::size_t t = 0; t < run.size(); ++t) {
          monitor.add(run[t], rows[t]);
          const double reading = std::min(1.0, run[t].loss_before / most);
          if (usual_window.add(reading)) usual_alarms.push_back(t + 1);
          if (strict_window.add(reading)) strict_alarms.push_back(t + 1);
        }
        ours.add(monitor.alarms(), c);
        usual.add(usual_alarms, c);
        strict.add(strict_alarms, c);
      }
      const std::size_t changes = c.changes.size() * seeds;
      fmt::print("{:<12} {:<9} {:>5} {:>8} {:<12} | {} | {} | {}\n", c.kind, c.loss, c.noise, c.features, name,
                 ours.text(changes), usual.text(changes), strict.text(changes));
      std::fflush(stdout);
    }
  }
}
