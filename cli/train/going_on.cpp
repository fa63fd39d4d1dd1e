#include "cli/train/going_on.hpp"

#include "cli/options/quoted.hpp"

namespace tacit::cli {

std::string command_to_go_on(const TrainOptions& options, const std::string& model) {
  std::string line = "tacit";
  bool begun = false;  // the word `train` is behind
  for (std::size_t i = 0; i < options.command.size(); ++i) {
    const std::string& word = options.command[i];
    if (word == "--continue" || word == "--or-new" || word.starts_with("--start=")) continue;
    if (word == "--start") {
      ++i;
      continue;
    }
    line += ' ' + quoted(word);
    if (!begun) line += " --start " + quoted(model) + " --continue";
    begun = true;
  }
  return line;
}

}  // namespace tacit::cli
