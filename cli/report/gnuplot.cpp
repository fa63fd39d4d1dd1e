#include "cli/report/gnuplot.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>

namespace tacit::cli {

namespace {

pid_t start(const std::string& folder, std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "gnuplot");
  std::vector<char*> argv;
  for (auto& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    if (chdir(folder.c_str()) == 0) execvp("gnuplot", argv.data());
    _exit(127);
  }
  return child;
}

bool succeeded(pid_t child) {
  if (child < 0) return false;
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
  }
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

}  // namespace

bool run_gnuplot(const std::string& folder, const std::vector<std::string>& scripts, std::size_t processes) {
  processes = std::clamp<std::size_t>(processes, 1, std::max<std::size_t>(scripts.size(), 1));
  std::vector<std::vector<std::string>> shares(processes);
  for (std::size_t i = 0; i < scripts.size(); ++i) shares[i % processes].push_back(scripts[i]);
  std::vector<pid_t> children;
  for (const auto& share : shares) {
    if (!share.empty()) children.push_back(start(folder, share));  // without a script, gnuplot would read standard input
  }
  bool all = true;
  for (const pid_t child : children) all = succeeded(child) && all;
  return all;
}

}  // namespace tacit::cli
