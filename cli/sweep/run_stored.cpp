#include "cli/sweep/run_stored.hpp"

#include <fmt/format.h>

#include <chrono>
#include <map>

#include "cli/output/tell.hpp"
#include "cli/sweep/progress.hpp"
#include "cli/sweep/store.hpp"
#include "tacit/data/data_error.hpp"
#include "tacit/data/registry.hpp"

namespace tacit::cli {

namespace {

using Clock = std::chrono::steady_clock;

class Keeper final : public SweepObserver {
 public:
  explicit Keeper(const SweepJob& job)
      : job_(job), store_(job.store, job.configuration, job.command), progress_(job.quiet, job.inputs.size()) {
    left_.resize(job.inputs.size(), job.settings.learners.size() * job.settings.seeds.size());
  }

  void loaded(std::size_t input, const SweepData& data) override {
    const StoredDataset dataset{.name = job_.inputs[input].name,
                                .file = job_.files[input],
                                .checksum = fmt::format("xxh3:{:016x}", data.checksum),
                                .task = std::string(task_name(task_of(data.configuration))),
                                .loss = data.configuration.loss,
                                .examples = data.rows.size(),
                                .features = data.features,
                                .nonzeros = data.rows.nonzeros() - (data.configuration.bias ? data.rows.size() : 0)};
    outcome_.configuration = data.configuration;
    if (store_.describe(dataset)) progress_.say(fmt::format("{} has changed since: it is done again", dataset.name));
    std::size_t lanes = 0;
    for (std::size_t learner = 0; learner < job_.settings.learners.size(); ++learner) lanes += lanes_of(job_.settings, learner);
    progress_.loaded(data.rows.size() * lanes * job_.settings.seeds.size());
  }

  bool wanted(const SweepPart& part) override {
    auto rows = store_.find(job_.inputs[part.input].name, job_.settings.learners[part.learner], part.repeat + 1);
    if (rows.size() != lanes_of(job_.settings, part.learner)) return true;
    ++outcome_.known;
    progress_.spared(rows.front().examples * rows.size());
    keep(part, std::move(rows));
    return false;
  }

  void finished(const SweepPart& part, const SweepData& data, std::span<const Lane> lanes) override {
    std::vector<SweepRow> rows;
    for (const Lane& lane : lanes) {
      rows.push_back({.dataset = job_.inputs[part.input].name,
                      .task = std::string(task_name(task_of(data.configuration))),
                      .loss = data.configuration.loss,
                      .learner = job_.settings.learners[part.learner],
                      .beta = lane.beta,
                      .repeat = part.repeat + 1,
                      .seed = job_.settings.seeds[part.repeat],
                      .examples = data.rows.size(),
                      .cumulative_loss = lane.cumulative_loss,
                      .average_loss = lane.average_loss,
                      .mistakes = lane.mistakes,
                      .diverged = lane.diverged,
                      .l1 = lane.l1,
                      .weights = lane.weights});
    }
    store_.add(rows);
    keep(part, std::move(rows));
  }

  void advanced(std::uint64_t learned) override { progress_.advanced(learned); }

  // Called where the sweep failed, and so throws nothing more.
  void give_up() {
    bool kept = true;
    try {
      kept = store_.give_up();
    } catch (const DataError&) {  // a store that cannot be read stays as it is
    }
    if (kept && job_.store != SweepJob().store)
      tell("tacit: note: the parts that were done are kept in {}; the same command goes on from there\n", job_.store);
  }

  SweepOutcome finish(double seconds) {
    store_.complete(seconds);
    outcome_.seconds = seconds;
    for (std::size_t input = 0; input < job_.inputs.size(); ++input) {
      for (std::size_t learner = 0; learner < job_.settings.learners.size(); ++learner) {
        for (std::size_t lane = 0; lane < lanes_of(job_.settings, learner); ++lane) {
          for (std::size_t repeat = 0; repeat < job_.settings.seeds.size(); ++repeat)
            outcome_.rows.push_back(rows_.at({input, learner, repeat})[lane]);
        }
      }
    }
    return std::move(outcome_);
  }

 private:
  void keep(const SweepPart& part, std::vector<SweepRow> rows) {
    const std::uint64_t examples = rows.front().examples;
    rows_[part] = std::move(rows);
    if (--left_[part.input] == 0) progress_.finished(job_.inputs[part.input].name, examples);
  }

  const SweepJob& job_;
  SweepStore store_;
  SweepProgress progress_;
  SweepOutcome outcome_;
  std::map<SweepPart, std::vector<SweepRow>> rows_;
  std::vector<std::size_t> left_;  // parts of each input
};

}  // namespace

SweepOutcome run_stored_sweep(const SweepJob& job) {
  const auto began = Clock::now();
  Keeper keeper(job);
  try {
    run_sweep(job.inputs, job.settings, keeper);
    return keeper.finish(std::chrono::duration<double>(Clock::now() - began).count());
  } catch (...) {
    keeper.give_up();
    throw;
  }
}

}  // namespace tacit::cli
