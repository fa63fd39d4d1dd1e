// The files that a session learns from at the moment, how far it has come, and the way back if they turn out to be bad.
#pragma once

#include "tacit/run/session.hpp"

namespace tacit {

class Session::Files {
 public:
  Files(StreamSettings settings, FeatureNames& known, Complaints& complained, Model as_it_was)
      : stream(std::move(settings), known, complained),
        complaints(complained),
        before(std::move(as_it_was)),
        names(before.names),
        classes(before.configuration.classes.names) {}

  ExampleStream stream;
  Complaints& complaints;
  Model before;                      // the session as it was
  std::vector<std::string> names;    // of the dictionary, that blocks have brought so far
  std::vector<std::string> classes;  // likewise
  Unfinished passed;                 // rows learned from, or passed over
  Unfinished skipped;                // what an unfinished run has learned from before: it is passed over
  bool labels_known = false;         // those of the two classes
  bool ended = false;                // there are no more rows
  std::uint64_t steps_back = 0;      // of the times, before these files

  // In the block at hand.
  std::size_t row = 0;
  std::size_t gap = 0;
  std::size_t found = 0;    // largest values that the session knows
  std::size_t decided = 0;  // columns likewise
};

}  // namespace tacit
