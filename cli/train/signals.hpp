// While a Signals lives, SIGINT, SIGTERM and SIGHUP ask the run to end in order, and SIGUSR1 asks it to save the model. A second
// signal to end ends the program at once, with files as they are. Where nohup has SIGHUP ignored, it stays so.
#pragma once

#include <csignal>

namespace tacit::cli {

class Signals {
 public:
  Signals();
  ~Signals();
  Signals(const Signals&) = delete;
  Signals& operator=(const Signals&) = delete;

  // The signal that asks the run to end; 0 while there is none.
  static int end();
  static const char* name(int signal);
  // Returns whether the model is asked for, and takes note that it is given.
  static bool take_save();

 private:
  struct sigaction interrupt_ {};
  struct sigaction terminate_ {};
  struct sigaction hang_up_ {};
  struct sigaction user_ {};
};

}  // namespace tacit::cli
