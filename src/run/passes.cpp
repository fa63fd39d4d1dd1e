#include "run/passes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "run/files.hpp"
#include "run/making/making.hpp"
#include "tacit/core/legible.hpp"
#include "tacit/core/setting_error.hpp"
#include "tacit/data/byte_source.hpp"
#include "tacit/learners/kinds.hpp"
#include "tacit/run/configure.hpp"
#include "tacit/run/reading.hpp"
#include "tacit/run/session.hpp"

namespace tacit {

namespace {

std::uint64_t passes_of(const Settings& how) { return how.count("passes").value_or(1); }

bool is_of_stream(const LearnerState::Part& part) {
  return part.name.starts_with(Baselines::group) || part.name.starts_with(Making::group);
}

LearnerState of_stream(const LearnerState& memory) {
  LearnerState found;
  for (const auto& part : memory.parts()) {
    if (is_of_stream(part)) found.add(part.name, part.value);
  }
  return found;
}

bool has_made(const LearnerState& memory) {
  return std::ranges::any_of(memory.parts(), [](const auto& part) { return part.name.starts_with(Making::group); });
}

// The run that goes on makes as many as it was to make.
void require_same_passes(std::uint64_t wanted, const Unfinished& from) {
  if (wanted == from.passes) return;
  const Mention kept = mention("passes", fmt::format("{}", from.passes));
  const Mention given = mention("passes", fmt::format("{}", wanted));
  throw SettingError(SettingError::Kind::contradiction, given,
                     from.passes == 1 ? say("the unfinished run has one pass: leave out ", given)
                                      : say("the unfinished run has ", kept, ": give it as then"));
}

}  // namespace

void require_passes(const std::vector<std::string>& files, const Settings& how, const Configuration& configuration) {
  const std::uint64_t passes = passes_of(how);
  const Mention about = mention("passes", fmt::format("{}", passes));
  const auto refuse = [&](const Message& why) { throw SettingError(SettingError::Kind::contradiction, about, say(about, why)); };
  if (passes == 1) return;
  if (passes == 0) throw SettingError(SettingError::Kind::bad_value, about, say(about, ": expected 1 or more"));
  for (const std::string& file : files) {
    if (file != "-" && can_be_read_twice(file)) continue;
    const std::string name = file == "-" ? "standard input" : shown(file);
    refuse(fmt::format(" reads its input again, and {} can be read but once: give files", name));
  }
  if (configuration.interval) {
    refuse(
        say(" would learn how far off predictions are from rows whose labels they have seen, and intervals would be too narrow: "
            "leave out ",
            mention("passes"), " or ", mention("interval")));
  }
  if (kind_of(configuration).family == Family::full_losses)
    refuse(fmt::format(" changes nothing for {}, which keeps all examples: leave it out", learner_name(configuration)));
}

void require_sound_passes(const Model& model) {
  if (!model.unfinished) return;
  const auto require_stream_only = [](const LearnerState& state) {
    if (!std::ranges::all_of(state.parts(), is_of_stream))
      throw std::invalid_argument("the unfinished run remembers other things of its stream than labels and times");
  };
  for (const LearnerState* const state : {&model.unfinished->origin, &model.unfinished->guesses}) {
    require_stream_only(*state);
    Baselines(model.configuration).restore(*state);
  }
  Model begun;
  begun.configuration = model.configuration;
  begun.columns = model.columns;
  begun.memory = model.unfinished->origin;
  Making::require_sound_memory(begun);
}

std::uint64_t Session::passes() const { return !passes_ ? 1 : passes_->at - (unfinished_ && passes_->at > 1 ? 1 : 0); }

Unfinished Session::unfinished_here() const {
  if (files_->passed.rows < files_->skipped.rows) return files_->skipped;
  Unfinished here = files_->passed;
  if (!passes_ || passes_->wanted == 1) return here;
  here.pass = passes_->at;
  here.passes = passes_->wanted;
  here.origin = passes_->origin;
  if (passes_->first && here.rows > 0) baselines_->save(here.guesses);
  return here;
}

// Returns whether it has begun to read for the first pass; a later one, with which an unfinished run goes on, is still to begin.
bool Session::begin_passes(const std::vector<std::string>& files, const Settings& how, Complaints& complaints,
                           const Unfinished& from) {
  const bool goes_on = from.rows > 0 || from.pass > 1;
  if (goes_on) require_same_passes(passes_of(how), from);
  auto passes = std::make_unique<Passes>();
  passes->wanted = passes_of(how);
  passes->at = from.pass;
  passes->begun = from;
  passes->origin = from.origin;
  if (from.pass == 1) begin_files(files, how, complaints, from);
  if (!goes_on && passes->wanted > 1) passes->origin = of_stream(files_->before.memory);
  passes_ = std::move(passes);
  return from.pass == 1;
}

// Later passes learn from rows whose labels are known to the learner, so that their losses are not added up; each has an order of
// its own where rows are shuffled. What is to be said about the rows is said once.
void Session::learn_again(const std::vector<std::string>& files, const Settings& how, Complaints& complaints, LaterPasses told) {
  if (!passes_) return;  // the run was stopped before its first row
  Complaints unheard(complaints.skips() ? OnError::skip : OnError::stop);
  const bool goes_on = passes_->at > 1;
  if (goes_on) learn_pass(files, how, complaints, told);
  while (!unfinished_ && passes_->at < passes_->wanted) {
    ++passes_->at;
    passes_->begun = Unfinished{};
    passes_->begun.pass = passes_->at;
    passes_->begun.passes = passes_->wanted;
    passes_->begun.origin = passes_->origin;
    learn_pass(files, how, unheard, told);
  }
}

void Session::learn_pass(const std::vector<std::string>& files, const Settings& how, Complaints& complaints, LaterPasses& told) {
  const Passes pass = *passes_;
  Settings again = how;
  if (const auto seed = how.count("shuffle")) again.set("shuffle", fmt::format("{}", *seed + pass.at - 1));
  begin_files(files, again, complaints, pass.begun);
  passes_->first = {.tally = tally_, .baselines = *baselines_};
  *baselines_ = Baselines(configuration_);
  baselines_->restore(pass.begun.rows > 0 ? pass.begun.guesses : pass.origin);
  if (making_ && pass.begun.rows == 0) {
    making_ = std::make_unique<Making>(configuration_, columns_);
    if (has_made(pass.origin)) making_->restore(pass.origin);
    files_->steps_back = making_->maker().steps_back();
  }
  learn_open_files(told);  // which begins anew where it fails
  if (passes_) {
    tally_ = passes_->first->tally;
    *baselines_ = passes_->first->baselines;
    passes_->first.reset();
  } else {  // it was stopped before a row that is new, and the session is as it was before
    passes_ = std::make_unique<Passes>(pass);
    unfinished_ = pass.begun;
  }
}

}  // namespace tacit
