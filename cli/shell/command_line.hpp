// The command line as data: what --help says of each command and option, for manual pages and completion.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace tacit::cli {

// What may stand for a value.
struct Values {
  enum class Kind { anything, words, list, files, folders };  // a list is words with commas between
  Kind kind = Kind::anything;
  std::vector<std::string> words;  // besides files, too
};

struct Flag {
  std::vector<std::string> names;  // -o, --model; of an argument, its one name
  std::string value;               // what stands for it in the help, such as MODEL; empty: takes none
  bool repeats = false;            // an argument that may come many times
  bool required = false;
  std::string description;
  Values values;
};

struct Command {
  std::string name;
  std::string description;
  std::vector<Flag> arguments;
  std::vector<Flag> flags;
  std::string footer;
};

// Hidden options are left out.
std::vector<Command> commands_of(const CLI::App& app);

// What is known of the values of a command's option or argument, by the name of either.
Values values_of(const std::string& command, const std::string& name, const std::string& value);

}  // namespace tacit::cli
