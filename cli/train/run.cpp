#include "cli/train/run.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <nlohmann/json.hpp>

#include "cli/errors.hpp"
#include "cli/input/input.hpp"
#include "cli/input/resolve_input.hpp"
#include "cli/output/log.hpp"
#include "cli/train/going_on.hpp"
#include "cli/train/summary.hpp"
#include "tacit/run/configure.hpp"
#include "tacit/run/known_labels.hpp"

namespace tacit::cli {

namespace {

Session session_of(const TrainOptions& options, std::optional<LoadedModel> start) {
  if (start) return {std::move(*start), options.settings, *options.start};
  return Session(with_known_labels(options.settings, configure(options.settings), options.files, data_folders()));
}

HashedNames hashed_names(const FeatureNames* names) { return names != nullptr ? names->hashed() : HashedNames(); }

// The largest index says nothing about hashed names; counts the names met, if this run met all of them.
std::optional<std::uint64_t> hashed_features(const FeatureNames* names, bool fresh) {
  const HashedNames hashed = hashed_names(names);
  return hashed.bits > 0 && fresh ? std::optional(hashed.indices) : std::nullopt;
}

std::string features_met(const Tally& tally, const FeatureNames* names, bool fresh) {
  const HashedNames hashed = hashed_names(names);
  if (hashed.bits == 0) return fmt::format("{}", tally.features);
  return fresh ? fmt::format("{}, hashed to {} bits", hashed.indices, hashed.bits) : fmt::format("hashed, {} bits", hashed.bits);
}

// Whether all examples that the session knows are of the run that begins or goes on.
bool has_no_other_examples(const Session& session, bool goes_on) {
  const std::uint64_t known = session.tally().examples;
  if (!goes_on) return known == 0;
  const Unfinished& unfinished = *session.unfinished();
  return unfinished.pass > 1 ? !Watch::began_elsewhere(unfinished) : known == unfinished.rows;
}

// Where a run is in its input.
std::string place_of(const Unfinished& unfinished) {
  const std::string pass = unfinished.pass > 1 ? fmt::format(", in pass {} of {}", unfinished.pass, unfinished.passes) : "";
  return unfinished.rows == 0 ? "before the first row of its input" + pass
                              : fmt::format("behind row {} of its input{}", unfinished.rows, pass);
}

void note_classes(const TrainOptions& options, const Session& session, const ClassesSeen& classes) {
  const auto labels = classes.labels();
  if (!labels || options.settings.has("loss") || task_of(session.configuration()) != Task::numbers) return;
  print_note(say(fmt::format("the labels are only {:g} and {:g}, and were learned as numbers; for two classes say ",
                             labels->first, labels->second),
                 mention("loss", "hinge"), " or ", mention("loss", "logistic")));
}

}  // namespace

// Nothing where no model is wanted, or where there is none yet and that is fine. What is told of the features that a model knows
// is of no interest where its own run goes on.
Run::Start Run::start_of(const TrainOptions& options) {
  struct stat status {};
  if (!options.start) return {};
  if (options.or_new && stat(options.start->c_str(), &status) != 0 && errno == ENOENT) return {};
  Start start{.model = load(*options.start, Need::learner), .known = {}};
  if (!options.goes_on) start.known.emplace(start.model->model);
  return start;
}

Run::Run(const TrainOptions& options) : Run(options, start_of(options)) {}

Run::Run(const TrainOptions& options, Start start)
    : options_(options),
      loaded_(start.model.has_value()),
      session_(session_of(options, std::move(start.model))),
      goes_on_(options.goes_on && session_.unfinished()),
      fresh_(has_no_other_examples(session_, goes_on_)),
      complaints_(on_error(options.settings)) {
  if (!is_over()) {
    watch_.emplace(options, session_, loaded_, std::move(start.known), goes_on_ ? &*session_.unfinished() : nullptr);
    if (watch_->needs_scores()) session_.keep_scores();
  }
  if (options.model) model_file_.emplace(*options.model);
}

std::uint64_t Run::learn_files() {
  const auto files = resolve_inputs(options_.files);
  if (goes_on_) return session_.continue_files(files, options_.settings, complaints_, *watch_);
  return session_.learn_files(files, options_.settings, complaints_, *watch_);
}

void Run::tell_of_start() const {
  if (options_.start && !loaded_) print_note(fmt::format("there is no {} yet: the run begins anew", *options_.start));
  if (!session_.unfinished()) return;
  const std::string place = place_of(*session_.unfinished());
  if (goes_on_) return print_note(fmt::format("the run of {} goes on {}", *options_.start, place));
  print_note(
      fmt::format("{} was saved {}; these files are learned from as new ones, from their first row on (with --continue, behind "
                  "that row)",
                  *options_.start, place));
}

// Of the bad rows that were read, those before the end of a run that was stopped in its first pass.
std::uint64_t Run::skipped() const {
  const auto& unfinished = session_.unfinished();
  return unfinished && unfinished->pass == 1 && !options_.settings.has("shuffle") ? unfinished->bad_rows : complaints_.count();
}

bool Run::learn() {
  if (!options_.quiet) tell_of_start();
  const auto began = std::chrono::steady_clock::now();
  std::uint64_t examples = 0;
  try {
    examples = learn_files();
  } catch (const NoExamples&) {
    report_reading(complaints_, session_.names(), options_.settings);
    throw;
  } catch (...) {
    tell_of_failure();
    throw;
  }
  seconds_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  ended_early_ = session_.unfinished() || (examples == 0 && !goes_on_ && Signals::end() != 0);
  watch_->finish(session_.tally());
  report_reading(complaints_, session_.names(), options_.settings, skipped());
  watch_->note_features();
  if (fresh_ && (!loaded_ || goes_on_)) note_classes(options_, session_, watch_->classes());
  return examples > 0 || goes_on_ || !ended_early_;
}

void Run::write(std::FILE* summary) {
  if (model_file_) write_model(watch_ ? watch_->model(session_) : session_.model(), *model_file_);
  if (watch_) watch_->commit();
  print_summary(summary);
  if (std::fflush(summary) != 0) throw DataError(fmt::format("the summary cannot be written: {}", std::strerror(errno)));
  if (model_file_) model_file_->commit();
}

void Run::print_summary(std::FILE* to) const {
  const FeatureNames* const names = session_.names();
  const TrainSummary summary{.session = session_,
                             .seconds = seconds_,
                             .skipped = skipped(),
                             .collisions = names != nullptr ? names->collisions() : 0,
                             .hashed_features = hashed_features(names, fresh_),
                             .features = features_met(session_.tally(), names, fresh_),
                             .metrics = watch_ ? watch_->metrics() : nullptr,
                             .monitor = watch_ ? watch_->monitor() : nullptr,
                             .verbose = options_.verbose};
  print(summary, options_.json, to);
}

void Run::tell_of_signal() const {
  const int signal = Signals::end();
  if (signal == 0 || !ended_early_) return;
  const char* const name = Signals::name(signal);
  const auto& unfinished = session_.unfinished();
  std::string text = fmt::format("tacit: {} ended the run ", name);
  nlohmann::ordered_json command;
  if (!unfinished) {
    text += "before its first row: nothing is written";
  } else if (options_.model && RunFile::lasts(*options_.model)) {
    command = command_to_go_on(options_, *options_.model);
    text += fmt::format("{}; to go on: {}", place_of(*unfinished), command.get<std::string>());
  } else {
    text += fmt::format("{}; no -o FILE keeps what it has learned", place_of(*unfinished));
  }
  nlohmann::ordered_json facts{{"signal", name}, {"rows", unfinished ? unfinished->rows : 0}, {"command", command}};
  if (unfinished && unfinished->passes > 1) facts["pass"] = unfinished->pass;
  log("stopped", text, facts);
  throw EndedBySignal{signal};
}

void Run::tell_of_failure() const {
  const auto saved = watch_->saved();
  if (!saved) return;
  print_note(fmt::format("{} holds the run up to example {}; to go on from there: {}", *options_.model, *saved,
                         command_to_go_on(options_, *options_.model)));
}

}  // namespace tacit::cli
