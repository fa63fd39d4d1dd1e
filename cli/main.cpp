// Exit status: 0 done; 1 the data or the run failed; 2 the command line is wrong.
#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <new>

#include "cli/commands.hpp"
#include "cli/errors.hpp"
#include "cli/options/shell_word.hpp"
#include "cli/options/vowpal_wabbit.hpp"
#include "cli/options/wording.hpp"
#include "cli/output/log.hpp"
#include "cli/shell/help.hpp"
#include "cli/shell/help_command.hpp"
#include "tacit/core/legible.hpp"
#include "tacit/core/names.hpp"
#include "tacit/data/data_error.hpp"
#include "tacit/version.hpp"

namespace tacit::cli {

namespace {

// What may have been meant by a word that is none of these names.
std::string hint_for(std::string_view typed, const std::vector<std::string>& names) {
  const bool one_letter = typed.size() > 2 && typed[0] == '-' && typed[1] != '-';  // its value may follow at once
  const auto flag = typed.substr(0, one_letter ? 2 : typed.size());
  if (const auto here = in_place_of(flag); !here.empty()) return fmt::format("; Vowpal Wabbit's {} is here {}", flag, here);
  const std::vector<std::string_view> views(names.begin(), names.end());
  const auto nearest = nearest_name(views, typed);
  return nearest.empty() ? "" : fmt::format("; did you mean {}?", nearest);
}

// Refuses words that no option or command claims, and names what may have been meant.
void refuse_extras(const CLI::App& app, const CLI::App* command) {
  auto extras = command != nullptr ? command->remaining() : app.remaining();
  if (const auto dashes = std::ranges::find(extras, "--"); dashes != extras.end()) extras.erase(dashes);  // files follow
  if (extras.empty()) return;
  std::vector<std::string> names;
  if (command == nullptr) {
    for (const auto* known : app.get_subcommands([](const CLI::App*) { return true; })) names.push_back(known->get_name());
  } else {
    for (const auto* option : command->get_options()) {
      for (const auto& name : option->get_lnames()) names.push_back("--" + name);
      for (const auto& name : option->get_fnames()) names.push_back("--" + name);
    }
  }
  const auto typed = extras.front().substr(0, extras.front().find('='));
  const char* what = command == nullptr ? "unknown command" : typed.starts_with('-') ? "unknown option" : "unexpected argument";
  const std::string known = command == nullptr ? fmt::format("; the commands are: {}", fmt::join(names, ", ")) : "";
  throw UsageError(fmt::format("{} {}{}{}", what, typed, hint_for(typed, names), known));
}

// The command line as it can be typed again.
std::string command_line(int argc, char** argv) {
  std::string line = "tacit";
  for (int i = 1; i < argc; ++i) {
    line += ' ' + shell_word(argv[i]);
  }
  return line;
}

std::string sentence(const CLI::ParseError& error) {
  std::string what = error.what();
  if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr) return what.substr(0, what.find(':')) + " needs a value";
  return what;
}

// What is wrong with the value of a flag, such as --quiet=false, which needs none.
std::string yes_or_no(const std::string& typed) {
  constexpr std::string_view answers[] = {"true", "false", "yes", "no", "on", "off", "1", "0"};
  return contains(answers, typed) ? "" : fmt::format("found {}; expected true or false, or no value", shown(typed));
}

// The options of every command, while the command line is read.
struct Options {
  TrainOptions train;
  PredictOptions predict;
  ConvertOptions convert;
  SweepOptions sweep;
  CertifyOptions certify;
  InspectOptions inspect;
  ShrinkOptions shrink;
  ReproduceOptions reproduce;
  GenerateOptions generate;
  DatasetOptions data;
  HelpOptions help;
  CompletionOptions completion;
};

// The command that runs is noted in `chosen`.
void add_commands(CLI::App& app, Options& all, const CLI::App*& chosen) {
  const auto command = [&](const char* name, const char* description, auto& options, auto function) {
    auto* sub = app.add_subcommand(name, description);
    sub->allow_extras();
    describe(*sub, options);
    for (CLI::Option* option : sub->get_options()) {
      if (option->get_expected_max() == 0) option->check(yes_or_no);
      if (!option->get_positional() && option->get_items_expected_max() == 1) option->take_last();
    }
    sub->final_callback([&app, &chosen, &options, sub, function] {
      chosen = sub;
      refuse_extras(app, sub);
      function(options);
    });
  };
  command("train", "learn from a stream of examples in one pass", all.train, train);
  command("predict", "predict with a model", all.predict, predict);
  command("convert", "write examples in another format, the binary cache included", all.convert, convert);
  command("sweep", "run every learner with every beta, in one pass over each file", all.sweep, sweep);
  command("certify", "regret, temporal variability and the paper's bounds for one run", all.certify, certify);
  command("inspect", "show what is in a model", all.inspect, inspect);
  command("shrink", "make a smaller model, and say what it costs", all.shrink, [](const auto& o) { shrink(o); });
  command("reproduce", "redo the paper's experiments: tables, figures, data", all.reproduce, reproduce);
  command("generate", "write a synthetic stream whose change in time is known", all.generate, generate);
  command("data", "list, get or find the data sets that have a name", all.data, data);
  command("help", "explain a command, also as a manual page", all.help, [&app](const auto& o) { help(app, o); });
  command("completion", "print a completion script for bash, zsh or fish", all.completion,
          [&app](const auto& o) { completion(app, o); });
}

// Opens what was closed, such that to use it still fails, or for standard error goes nowhere: or else the next file to be opened
// would take its place, and progress would be written into it.
void hold_standard_streams() {
  constexpr int as[] = {O_WRONLY, O_RDONLY, O_WRONLY};
  for (int stream = 0; stream < 3; ++stream) {
    if (fcntl(stream, F_GETFD) < 0) static_cast<void>(open("/dev/null", as[stream]));
  }
}

void tell_error(const std::string& what) { log("error", "tacit: ", what); }

int run(int argc, char** argv) {
  CLI::App app("Online learning that needs no learning rate.", "tacit");
  app.set_version_flag("--version", fmt::format("tacit {}", version));
  app.allow_extras();
  app.require_subcommand(0, 1);  // words behind a command are its own, even the name of another
  write_readable_help(app);
  Options options;
  options.sweep.command = options.reproduce.command = command_line(argc, argv);
  options.train.command.assign(argv + 1, argv + argc);
  const CLI::App* chosen = nullptr;
  add_commands(app, options, chosen);
  app.footer("\n`tacit COMMAND --help` says more. Example: tacit train --loss hinge --learner implicit data.svm -o model.tacit");

  // What is wrong with an option may be found before --log is read.
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    if (word == "--log=json" || (word == "--log" && i + 1 < argc && std::string_view(argv[i + 1]) == "json"))
      log_form() = LogForm::json;
  }
  try {
    app.parse(argc, argv);
    if (chosen == nullptr) {
      refuse_extras(app, nullptr);
      throw UsageError("no command given; try: tacit train FILE, or tacit --help");
    }
    return 0;
  } catch (const CLI::Success& help) {
    return app.exit(help);
  } catch (const EndedBySignal& ended) {
    return 128 + ended.signal;
  } catch (const CLI::ParseError& error) {
    const auto given = app.get_subcommands();
    tell_error(fmt::format("{}; tacit {}--help lists the options", sentence(error),
                           given.empty() ? "" : given.front()->get_name() + " "));
  } catch (const UsageError& error) {
    tell_error(error.what());
  } catch (const tacit::SettingError& error) {
    tell_error(error.message().in(in_flags));
  } catch (const std::invalid_argument& error) {
    tell_error(error.what());
  }
  return 2;
}

}  // namespace

}  // namespace tacit::cli

int main(int argc, char** argv) {
  tacit::cli::hold_standard_streams();
  std::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow further is an error, as a full disk is
  try {
    const int status = tacit::cli::run(argc, argv);
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
      throw tacit::DataError(fmt::format("standard output cannot be written: {}", std::strerror(errno)));
    }
    return status;
  } catch (const tacit::DataError& error) {
    tacit::cli::tell_error(error.message().in(tacit::cli::in_flags));
  } catch (const std::bad_alloc&) {
    tacit::cli::tell_error("not enough memory");
  } catch (const std::exception& error) {
    tacit::cli::tell_error(error.what());
  }
  return 1;
}
