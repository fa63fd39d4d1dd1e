#include "run/passes.hpp"

#include <fmt/format.h>

#include <functional>

#include "run/baselines.hpp"
#include "run/files.hpp"
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

struct StopsAlone : NoObserver {
  const std::function<bool()>& asked;
  bool stops() const { return asked(); }
};

}  // namespace

void require_passes(const std::vector<std::string>& files, const Settings& how, const Configuration& configuration, bool makes) {
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
  if (makes) refuse(" goes back in time, where times, lags and late labels do not: leave it out");
  if (configuration.interval)
    refuse(
        say(" would judge intervals by labels learned from before: leave out ", mention("passes"), " or ", mention("interval")));
  if (kind_of(configuration).family == Family::full_losses)
    refuse(fmt::format(" changes nothing for {}, which keeps all examples: leave it out", learner_name(configuration)));
}

// Later passes learn from rows whose labels are known to the learner, so that their losses are not added up; each has an order of
// its own where rows are shuffled. What is to be said about the rows was said in the first.
void Session::learn_again(const std::vector<std::string>& files, const Settings& how, const std::function<bool()>& stops) {
  passes_ = 1;
  const std::uint64_t wanted = unfinished_ ? 1 : passes_of(how);
  const Tally tally = tally_;
  const Baselines baselines = *baselines_;
  while (passes_ < wanted && !stops()) {
    Settings again = how;
    if (const auto seed = how.count("shuffle")) again.set("shuffle", fmt::format("{}", *seed + passes_));
    Complaints unheard(on_error(how));
    begin_files(files, again, unheard, {});
    StopsAlone observer{{}, stops};
    const std::uint64_t done = passes_;
    learn_open_files(observer);  // which begins anew where it fails
    passes_ = done;
    tally_ = tally;
    *baselines_ = baselines;
    if (unfinished_) break;
    ++passes_;
  }
  unfinished_ = wanted > 1 ? std::nullopt : unfinished_;
}

}  // namespace tacit
