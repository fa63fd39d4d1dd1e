// For threads that write into pipes whose reader may have enough before the end.
#pragma once

#include <pthread.h>

#include <csignal>

// In the calling thread, writing to a pipe that nobody reads fails, where else it would end the program.
inline void let_closed_pipes_fail() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
}
