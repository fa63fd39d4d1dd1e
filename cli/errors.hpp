// What ends the program early, and how.
#pragma once

#include <stdexcept>

namespace tacit::cli {

// The command line is wrong: exit status 2, and a sentence that says what to type.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// A signal has ended the run, in order: exit status 128 + signal.
struct EndedBySignal {
  int signal;
};

}  // namespace tacit::cli
