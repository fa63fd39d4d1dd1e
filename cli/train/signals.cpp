#include "cli/train/signals.hpp"

#include <unistd.h>

#include <atomic>

namespace tacit::cli {

namespace {

std::atomic<int> ending = 0;
std::atomic<bool> saving = false;
static_assert(std::atomic<int>::is_always_lock_free && std::atomic<bool>::is_always_lock_free);

extern "C" void hear_end(int signal) {
  int none = 0;
  if (!ending.compare_exchange_strong(none, signal)) _exit(128 + signal);
}
extern "C" void hear_save(int) { saving = true; }

struct sigaction set(int signal, void (*hear)(int)) {
  struct sigaction action {};
  action.sa_handler = hear;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  struct sigaction before {};
  sigaction(signal, &action, &before);
  return before;
}

}  // namespace

Signals::Signals()
    : interrupt_(set(SIGINT, hear_end)),
      terminate_(set(SIGTERM, hear_end)),
      hang_up_(set(SIGHUP, hear_end)),
      user_(set(SIGUSR1, hear_save)) {
  if (hang_up_.sa_handler == SIG_IGN) sigaction(SIGHUP, &hang_up_, nullptr);
}

Signals::~Signals() {
  sigaction(SIGINT, &interrupt_, nullptr);
  sigaction(SIGTERM, &terminate_, nullptr);
  sigaction(SIGHUP, &hang_up_, nullptr);
  sigaction(SIGUSR1, &user_, nullptr);
}

int Signals::end() { return ending; }
const char* Signals::name(int signal) { return signal == SIGINT ? "SIGINT" : signal == SIGHUP ? "SIGHUP" : "SIGTERM"; }
bool Signals::take_save() { return saving.exchange(false); }

}  // namespace tacit::cli
