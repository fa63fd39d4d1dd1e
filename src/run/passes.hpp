// Several passes over the same files.
//
// Each begins with what the run knew of labels and times when it began, so that a row has the same lags, calendar and guesses in
// every pass; what is reported is of the first.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "run/baselines.hpp"
#include "tacit/run/session.hpp"

namespace tacit {

// Throws SettingError if the run cannot make as many passes over the files as the settings say.
void require_passes(const std::vector<std::string>& files, const Settings& how, const Configuration& configuration);

// Throws std::invalid_argument for an unfinished run of several passes that no run leaves behind.
void require_sound_passes(const Model& model);

class Session::Passes {
 public:
  struct Reported {
    Tally tally;
    Baselines baselines;
  };

  std::uint64_t wanted = 1;
  std::uint64_t at = 1;           // the one that is made, or was made last
  Unfinished begun;               // how far that was before
  LearnerState origin;            // see Unfinished
  std::optional<Reported> first;  // while a later one is made
};

}  // namespace tacit
