#include "gnuplot.hpp"

#include <sys/wait.h>
#include <unistd.h>

namespace tacit::cli {

bool run_gnuplot(const std::string& folder, const std::string& script) {
  const pid_t child = fork();
  if (child < 0) return false;
  if (child == 0) {
    if (chdir(folder.c_str()) == 0) execlp("gnuplot", "gnuplot", script.c_str(), nullptr);
    _exit(127);
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
  }
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

}  // namespace tacit::cli
