#include "tacit/sweep/run.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <exception>
#include <memory>
#include <mutex>
#include <numeric>
#include <thread>

#include "tacit/core/lanes.hpp"
#include "tacit/core/require.hpp"
#include "tacit/data/shuffle.hpp"
#include "tacit/learners/kinds.hpp"
#include "tacit/run/label_weights.hpp"

namespace tacit {

namespace {

bool has_beta(const SweepSettings& settings, std::size_t learner) {
  const LearnerKind* const kind = find_kind(settings.learners[learner]);
  return kind == nullptr || kind->has_beta;
}

std::size_t prices_of(const SweepSettings& settings) { return std::max<std::size_t>(1, settings.l1.size()); }

constexpr std::size_t rows_a_block = 1024;  // of shuffled rows, laid side by side for all learners
constexpr std::size_t lanes_a_block = Avx2Lanes::count;

// The work of one thread at a time: some parts of one repeat, so that shuffled rows are gathered once. It may have only some of
// their betas, and has one of their l1.
struct Job {
  std::shared_ptr<const SweepData> data;
  std::vector<SweepPart> parts;
  std::size_t first_beta = 0;
  std::size_t last_beta = 0;
  std::size_t l1 = 0;  // counted from 0
};

// The lanes of a part; several jobs may each bring some of them.
struct Gathered {
  std::vector<Lane> lanes;
  std::size_t missing = 0;
};

class Run {
 public:
  Run(std::span<const SweepInput> inputs, const SweepSettings& settings, SweepObserver& observer)
      : inputs_(inputs), settings_(settings), observer_(observer) {}

  void work() {
    std::unique_lock lock(mutex_);
    for (;;) {
      if (failure_) return;
      if (!jobs_.empty()) {
        Job job = std::move(jobs_.front());
        jobs_.pop_front();
        unlocked(lock, [&] { learn(job); });
      } else if (next_input_ < inputs_.size()) {
        const std::size_t input = next_input_++;
        ++loading_;
        unlocked(lock, [&] { load(input); });
        --loading_;
        changed_.notify_all();
      } else if (loading_ > 0) {
        changed_.wait(lock);
      } else {
        return;
      }
    }
  }

  void fail() {
    const std::lock_guard lock(mutex_);
    if (!failure_) failure_ = std::current_exception();
  }
  void finish() {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  template <class Function>
  void unlocked(std::unique_lock<std::mutex>& lock, Function f) {
    lock.unlock();
    std::exception_ptr failure;
    try {
      f();
    } catch (...) {
      failure = std::current_exception();
    }
    lock.lock();
    if (failure && !failure_) failure_ = failure;
  }

  void load(std::size_t input) {
    const auto data = std::make_shared<const SweepData>(inputs_[input].load());
    const std::lock_guard lock(mutex_);
    observer_.loaded(input, *data);
    for (std::size_t repeat = 0; repeat < settings_.seeds.size(); ++repeat) {
      std::vector<SweepPart> wanted;
      for (std::size_t learner = 0; learner < settings_.learners.size(); ++learner) {
        const SweepPart part{input, learner, repeat};
        if (observer_.wanted(part)) wanted.push_back(part);
      }
      if (!wanted.empty()) divide(data, wanted);
    }
    changed_.notify_all();
  }

  // Makes as few jobs as keep all threads busy: a job with all learners of a repeat reads its rows only once.
  void divide(const std::shared_ptr<const SweepData>& data, const std::vector<SweepPart>& parts) {
    std::vector<SweepPart> rated;  // those with a beta; each of the others is a job of its own
    for (const SweepPart& part : parts) {
      const std::size_t lanes = lanes_of(settings_, part.learner);
      gathered_.emplace_back(part, Gathered{std::vector<Lane>(lanes), lanes});
      if (has_beta(settings_, part.learner)) rated.push_back(part);
    }
    for (std::size_t l1 = 0; l1 < prices_of(settings_); ++l1) {
      for (const SweepPart& part : parts) {
        if (!has_beta(settings_, part.learner)) jobs_.push_back({data, {part}, 0, 1, l1});
      }
      if (rated.empty()) continue;
      has_class_names(data->configuration) ? divide_all(data, rated, l1) : divide_betas(data, rated, l1);
    }
  }

  // A learner of several classes has a number per feature and class: a job has one learner at a time.
  void divide_all(const std::shared_ptr<const SweepData>& data, const std::vector<SweepPart>& parts, std::size_t l1) {
    for (const SweepPart& part : parts) {
      for (std::size_t beta = 0; beta < settings_.betas.size(); ++beta) jobs_.push_back({data, {part}, beta, beta + 1, l1});
    }
  }

  void divide_betas(const std::shared_ptr<const SweepData>& data, const std::vector<SweepPart>& parts, std::size_t l1) {
    const std::size_t betas = settings_.betas.size();
    const std::size_t enough = 2 * std::size_t{settings_.threads};
    std::size_t groups = 1;
    if (settings_.seeds.size() < enough) groups = settings_.threads == 1 ? 1 : parts.size();
    const std::size_t blocks = (betas + lanes_a_block - 1) / lanes_a_block;
    std::size_t slices = 1;
    if (settings_.threads > 1 && settings_.seeds.size() * groups < enough)
      slices = std::min(blocks, enough / (settings_.seeds.size() * groups));
    for (std::size_t g = 0; g < groups; ++g) {
      const std::vector<SweepPart> some(parts.begin() + static_cast<std::ptrdiff_t>(g * parts.size() / groups),
                                        parts.begin() + static_cast<std::ptrdiff_t>((g + 1) * parts.size() / groups));
      for (std::size_t s = 0; s < slices; ++s) {
        const std::size_t first = s * blocks / slices * lanes_a_block;
        const std::size_t last = std::min(betas, (s + 1) * blocks / slices * lanes_a_block);
        if (first < last) jobs_.push_back({data, some, first, last, l1});
      }
    }
  }

  void learn(const Job& job) {
    const Dataset& rows = job.data->rows;
    const std::span betas = std::span(settings_.betas).subspan(job.first_beta, job.last_beta - job.first_beta);
    std::vector<std::unique_ptr<Sweep>> sweeps;
    for (const SweepPart& part : job.parts) {
      Configuration configuration = job.data->configuration;
      require(choose_learner(settings_.learners[part.learner], configuration), "unknown learner");
      if (!settings_.l1.empty()) configuration.l1 = settings_.l1[job.l1];
      sweeps.push_back(settings_.l1.empty() ? make_sweep(configuration, betas, settings_.instruction_set)
                                            : make_sweep_one_by_one(configuration, betas));
    }
    const auto learn_from = [&](const Dataset& block, std::size_t first, std::size_t count) {
      for (const auto& sweep : sweeps) sweep->learn(block, first, count);
      const std::lock_guard lock(mutex_);
      if (!failure_) observer_.advanced(count * sweeps.size() * betas.size());
      return !failure_;
    };
    const Configuration& reading = job.data->configuration;
    std::optional<LabelWeights> class_weights;
    if (!reading.class_weight.empty()) class_weights.emplace(reading);
    const auto seed = settings_.seeds[job.parts.front().repeat];
    const auto order = seed ? shuffled_order(rows.size(), *seed) : std::vector<std::uint32_t>();
    Dataset block;
    for (std::size_t at = 0; at < rows.size(); at += rows_a_block) {
      const std::size_t count = std::min(rows_a_block, rows.size() - at);
      block.clear();
      const bool apart = seed || class_weights;  // rows of the data are not ours to weigh
      for (std::size_t i = 0; apart && i < count; ++i) block.append(rows[seed ? order[at + i] : at + i]);
      if (class_weights) class_weights->weigh(block, 0, count, job.data->class_names);
      if (!(apart ? learn_from(block, 0, count) : learn_from(rows, at, count))) return;
    }
    for (std::size_t i = 0; i < sweeps.size(); ++i) collect(job, job.parts[i], sweeps[i]->lanes());
  }

  void collect(const Job& job, const SweepPart& part, const std::vector<Lane>& lanes) {
    const std::lock_guard lock(mutex_);
    const auto found = std::ranges::find(gathered_, part, [](const auto& entry) { return entry.first; });
    Lane* to = found->second.lanes.data() + job.l1 * lanes_of(settings_, part.learner) / prices_of(settings_) + job.first_beta;
    for (const Lane& lane : lanes) {
      *to = lane;
      if (!settings_.l1.empty()) to->l1 = settings_.l1[job.l1];
      ++to;
    }
    found->second.missing -= lanes.size();
    if (found->second.missing > 0) return;
    observer_.finished(part, *job.data, found->second.lanes);
    gathered_.erase(found);
  }

  std::span<const SweepInput> inputs_;
  const SweepSettings& settings_;
  SweepObserver& observer_;

  std::mutex mutex_;  // of all that follows, and of the observer
  std::condition_variable changed_;
  std::deque<Job> jobs_;
  std::vector<std::pair<SweepPart, Gathered>> gathered_;
  std::size_t next_input_ = 0;
  std::size_t loading_ = 0;
  std::exception_ptr failure_;
};

}  // namespace

std::size_t lanes_of(const SweepSettings& settings, std::size_t learner) {
  return (has_beta(settings, learner) ? settings.betas.size() : 1) * prices_of(settings);
}

void run_sweep(std::span<const SweepInput> inputs, const SweepSettings& settings, SweepObserver& observer) {
  require(settings.threads > 0, "a sweep needs at least one thread");
  Run run(inputs, settings, observer);
  {
    std::vector<std::jthread> others;
    try {
      for (unsigned i = 1; i < settings.threads; ++i) others.emplace_back([&] { run.work(); });
    } catch (...) {
      run.fail();  // no further thread could start: the others stop
    }
    run.work();
  }
  run.finish();
}

std::uint64_t checksum(const Dataset& rows) {
  XXH3_state_t state;
  XXH3_64bits_reset(&state);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto [z, label, weight] = rows[i];
    const double numbers[] = {label, weight, static_cast<double>(z.size)};
    XXH3_64bits_update(&state, numbers, sizeof(numbers));
    XXH3_64bits_update(&state, z.index, z.size * sizeof(Index));
    XXH3_64bits_update(&state, z.value, z.size * sizeof(double));
  }
  return XXH3_64bits_digest(&state);
}

}  // namespace tacit
