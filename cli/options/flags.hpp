// How commands describe their flags: settings of the table by group, and flags of the command line's own.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/options/interval.hpp"
#include "tacit/run/settings.hpp"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace tacit::cli {

// Groups of --help, in the order in which commands describe them.
inline constexpr const char* output_group = "Output";
inline constexpr const char* watching_group = "Watching";

// A flag or an argument as it is described. The library that reads command lines is seen by few sources, as it takes long to
// compile.
class Described {
 public:
  explicit Described(CLI::Option* option) : option_(option) {}

  Described value(const std::string& name) const;  // what stands for it in the help, such as MODEL
  Described group(const std::string& title) const;
  Described required() const;

 private:
  CLI::Option* option_;
};

// Add the files to read, and the settings of these groups of the table without those left out.
void add_files(CLI::App& command, std::vector<std::string>& files, const std::string& description);
void add_settings(CLI::App& command, Settings& settings, std::span<const SettingGroup> groups,
                  std::initializer_list<std::string_view> left_out = {});
// Replaces what the table says of a setting by what it means for this command.
void redescribe(CLI::App& command, std::string_view setting, const std::string& description);
// Accepts the flags, to refuse them with a sentence, but leaves them out of help.
void hide(CLI::App& command, std::span<const std::string_view> settings);

// These take the text as typed; a list takes the words that follow each other.
Described add_option(CLI::App& command, const char* name, std::string& into, const std::string& description);
Described add_option(CLI::App& command, const char* name, std::optional<std::string>& into, const std::string& description);
Described add_option(CLI::App& command, const char* name, std::vector<std::string>& into, const std::string& description);
Described add_flag(CLI::App& command, const char* name, bool& into, const std::string& description);
// These refuse with a sentence what is not a number, not a count, or empty.
Described add_real(CLI::App& command, const char* name, std::optional<double>& into, const std::string& description);
Described add_count(CLI::App& command, const char* name, std::optional<std::uint64_t>& into, const std::string& description);
Described add_text(CLI::App& command, const char* name, std::optional<std::string>& into, const std::string& description);
// Takes texts with commas between, which may come apart: --learners a --learners b,c.
Described add_list(CLI::App& command, const char* name, std::string& into, const std::string& description);
Described add_interval(CLI::App& command, const char* name, std::optional<Interval>& into, const std::string& description);
// Adds --log, which chooses the form of what goes to standard error.
Described add_log(CLI::App& command);
Described add_metrics(CLI::App& command, std::optional<std::string>& into, const char* what);

// A default as people would type it: 1e-6, not 1e-06.
std::string as_typed(double number);

// Sets the text that ends the help.
void add_footer(CLI::App& command, const std::string& text);

inline constexpr const char* file_description =
    "files of examples, gzip, zstd or bzip2 allowed, or names of data sets; - or none: standard input";

// Names and formulas for the end of a help text.
std::string learner_vocabulary();
std::string metrics_vocabulary();

template <class Names>
std::string one_of(const Names& names) {
  std::string list;
  for (const auto& name : names) list += (list.empty() ? "" : ", ") + std::string(name);
  return list;
}

}  // namespace tacit::cli
