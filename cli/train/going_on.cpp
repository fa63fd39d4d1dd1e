#include "cli/train/going_on.hpp"

#include "cli/input/input.hpp"
#include "cli/options/shell_word.hpp"

namespace tacit::cli {

std::string command_to_go_on(const TrainOptions& options, const std::string& model) {
  const std::string how = can_be_read_twice(options.files) ? " --continue" : "";  // what came by a pipe does not come again
  std::string line = "tacit";
  bool begun = false;  // the word `train` is behind
  for (std::size_t i = 0; i < options.command.size(); ++i) {
    const std::string& word = options.command[i];
    if (word == "--continue" || word == "--or-new" || word.starts_with("--start=")) continue;
    if (word == "--start") {
      ++i;
      continue;
    }
    line += ' ' + shell_word(word);
    if (!begun) line += " --start " + shell_word(model) + how;
    begun = true;
  }
  return line;
}

}  // namespace tacit::cli
