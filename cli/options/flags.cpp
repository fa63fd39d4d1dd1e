#include "cli/options/flags.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "cli/errors.hpp"
#include "cli/options/log_form.hpp"
#include "tacit/core/legible.hpp"
#include "tacit/data/crosses.hpp"
#include "tacit/eval/metrics.hpp"
#include "tacit/learners/kinds.hpp"
#include "tacit/losses/named.hpp"
#include "tacit/step_sizes/all.hpp"

namespace tacit::cli {

namespace {

// The last of the names, without dashes: as messages about settings call it.
std::string_view plain_name(std::string_view names) { return names.substr(names.rfind("--") + 2); }

std::string crossed_letters(std::size_t least, std::size_t most) {
  return fmt::format("{} letters that names begin with, or :, such as {}",
                     least == most ? fmt::format("{}", least) : fmt::format("{} to {}", least, most),
                     least == most ? "ab" : "abc");
}

// A list may come apart: what each flag brought is heard at once, with commas between.
template <class Take>
CLI::Option* add_list_function(CLI::App& command, const std::string& name, Take take, const std::string& description) {
  const auto heard = [take](const std::vector<std::string>& typed) { take(fmt::format("{}", fmt::join(typed, ","))); };
  return command.add_option_function<std::vector<std::string>>(name, heard, description)->allow_extra_args(false);
}

CLI::Option* add_setting(CLI::App& command, const Setting& setting, Settings& settings) {
  const std::string name = fmt::format("--{}", setting.name);
  const auto say = [&settings, &setting](bool yes) { settings.set(setting, yes); };
  if (setting.kind == SettingKind::flag)
    return command.add_flag_function(
        name,
        [say](std::int64_t count) {
          if (count > 0) say(true);  // --cache=false is as if nothing were said
        },
        setting.description());
  if (setting.kind == SettingKind::yes_no) {
    return command.add_flag_function(
        fmt::format("{},!--no-{}", name, setting.name), [say](std::int64_t count) { say(count > 0); }, setting.description());
  }
  const auto typed = [&settings, &setting](const std::string& text) { settings.set(setting.name, text); };
  auto* option = setting.kind == SettingKind::list || setting.takes_weights
                     ? add_list_function(command, name, typed, setting.description())
                     : command.add_option_function<std::string>(name, typed, setting.description());
  return option->option_text(std::string(setting.placeholder));
}

constexpr const char* two_letters = "-q";
constexpr const char* more_letters = "--interactions";

// Crosses as Vowpal Wabbit spells them; they come to those that are said otherwise.
void add_letters(CLI::App& command, Settings& settings, const std::string& group) {
  const auto option = [&](const char* name, const char* placeholder, const char* description, std::size_t least,
                          std::size_t most) {
    const auto take = [&settings, name, least, most](const std::vector<std::string>& typed) {
      std::vector<std::string> all = settings.list("cross").value_or(std::vector<std::string>());
      for (const std::string& letters : typed) {
        const auto cross = cross_of_letters(letters);
        if (!cross || letters.size() < least || letters.size() > most)
          throw UsageError(fmt::format("{} {}: expected {}", name, shown(letters), crossed_letters(least, most)));
        all.push_back(*cross);
      }
      settings.set(setting("cross"), std::move(all));
    };
    command.add_option_function<std::vector<std::string>>(name, take, description)
        ->allow_extra_args(false)
        ->option_text(placeholder)
        ->group(group);
  };
  option(two_letters, "AB",
         "cross all whose names begin with A with all that begin with B, as --cross a..*b..; : means all names", 2, 2);
  option(more_letters, "ABC", "the same for two to four letters", 2, most_crossed);
}

}  // namespace

Described Described::value(const std::string& name) const {
  option_->option_text(name);
  return *this;
}

Described Described::group(const std::string& title) const {
  option_->group(title);
  return *this;
}

Described Described::required() const {
  option_->required();
  return *this;
}

void add_files(CLI::App& command, std::vector<std::string>& files, const std::string& description) {
  command.add_option("FILE", files, description)->option_text("...");
}

void add_settings(CLI::App& command, Settings& settings, std::span<const SettingGroup> groups,
                  std::initializer_list<std::string_view> left_out) {
  for (const SettingGroup group : groups) {
    for (const Setting& setting : all_settings()) {
      if (setting.group != group || std::ranges::find(left_out, setting.name) != left_out.end()) continue;
      add_setting(command, setting, settings)->group(title_of(group));
      if (setting.name == "cross") add_letters(command, settings, title_of(group));
    }
  }
}

void redescribe(CLI::App& command, std::string_view setting, const std::string& description) {
  command.get_option(fmt::format("--{}", setting))->description(description);
}

void hide(CLI::App& command, std::span<const std::string_view> settings) {
  for (const auto setting : settings) {
    command.get_option(fmt::format("--{}", setting))->group("");
    if (setting != "cross") continue;
    for (const char* letters : {two_letters, more_letters}) command.get_option(letters)->group("");
  }
}

Described add_option(CLI::App& command, const char* name, std::string& into, const std::string& description) {
  return Described(command.add_option(name, into, description));
}

Described add_option(CLI::App& command, const char* name, std::optional<std::string>& into, const std::string& description) {
  return Described(command.add_option(name, into, description));
}

Described add_option(CLI::App& command, const char* name, std::vector<std::string>& into, const std::string& description) {
  return Described(command.add_option(name, into, description));
}

Described add_flag(CLI::App& command, const char* name, bool& into, const std::string& description) {
  return Described(command.add_flag(name, into, description));
}

Described add_real(CLI::App& command, const char* name, std::optional<double>& into, const std::string& description) {
  return Described(command.add_option_function<std::string>(
      name, [&into, name](const std::string& text) { into = typed_real(plain_name(name), text); }, description));
}

Described add_count(CLI::App& command, const char* name, std::optional<std::uint64_t>& into, const std::string& description) {
  return Described(command.add_option_function<std::string>(
      name, [&into, name](const std::string& text) { into = typed_count(plain_name(name), text); }, description));
}

// Takes text that is not empty.
static auto some_text(const char* name, std::optional<std::string>& into) {
  return [&into, name](const std::string& text) {
    if (text.empty()) throw UsageError(fmt::format("--{} is given nothing; leave it out, or give a value", plain_name(name)));
    into = text;
  };
}

Described add_text(CLI::App& command, const char* name, std::optional<std::string>& into, const std::string& description) {
  return Described(command.add_option_function<std::string>(name, some_text(name, into), description));
}

Described add_list(CLI::App& command, const char* name, std::string& into, const std::string& description) {
  return Described(add_list_function(
      command, name, [&into](const std::string& text) { into = text; }, description));
}

Described add_interval(CLI::App& command, const char* name, std::optional<Interval>& into, const std::string& description) {
  return Described(
             command.add_option_function<std::string>(
                 name, [&into, name](const std::string& text) { into = typed_interval(plain_name(name), text); }, description))
      .value(interval_placeholder);
}

Described add_log(CLI::App& command) {
  const auto choose = [](const std::string& text) {
    if (text != "text" && text != "json") throw UsageError(fmt::format("--log {}: expected text or json", shown(text)));
    log_form() = text == "json" ? LogForm::json : LogForm::text;
  };
  return Described(command.add_option_function<std::string>(
                       "--log", choose, "text, or json: progress, notes and errors as one JSON object per line (default text)"))
      .value("FORM");
}

// Those of numbers and two classes, and those that are for several alone.
static std::string listed_metrics() {
  std::vector<std::string_view> names;
  for (const auto name : AllMetrics::names()) names.push_back(name);
  for (const auto name : ClassMetrics::names()) {
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  }
  return one_of(names);
}

Described add_metrics(CLI::App& command, std::optional<std::string>& into, const char* what) {
  constexpr const char* name = "--metrics";
  return Described(
             add_list_function(command, name, some_text(name, into),
                               fmt::format("measure {}: {}, or all (that fit the loss) (default none)", what, listed_metrics())))
      .value("A,B,...");
}

std::string as_typed(double number) {
  std::string text = fmt::format("{:g}", number);
  const auto exponent = text.find('e');
  if (exponent == std::string::npos) return text;
  const auto sign = exponent + 1;
  text.erase(sign + 1, text.find_first_not_of('0', sign + 1) - sign - 1);
  if (text[sign] == '+') text.erase(sign, 1);
  return text;
}

void add_footer(CLI::App& command, const std::string& text) { command.footer(text); }

std::string learner_vocabulary() {
  std::string text = "Losses of a prediction p for a label y:\n";
  AllLosses::for_each([&]<class L>(std::type_identity<L>) { text += fmt::format("  {:<20} {}\n", L::name, L::formula); });
  text += "\nLosses of scores u of several classes for the class y:\n";
  ClassLosses::for_each([&]<class L>(std::type_identity<L>) { text += fmt::format("  {:<20} {}\n", L::name, L::formula); });
  text += "\nStep sizes (eta of round t):\n";
  AllStepSizes::for_each([&]<class S>(std::type_identity<S>) { text += fmt::format("  {:<20} {}\n", S::name, S::formula); });
  text += "\nLearners:\n";
  for (const LearnerKind* kind : learner_kinds()) {
    if (kind->listed) text += fmt::format("  {:<20} {} + {}\n", kind->name, kind->update, kind->step_size);
  }
  return text;
}

std::string metrics_vocabulary() {
  std::string text = "Metrics of predictions p for labels y, an example of weight w counted w times:\n";
  AllMetrics::for_each([&]<class M>(std::type_identity<M>) {
    const char* const labels = M::is_for(Task::two_classes) ? "two classes"
                               : !M::is_for(Task::numbers)  ? "counts"
                               : M::is_for(Task::counts)    ? "numbers, counts"
                                                            : "numbers";
    text += fmt::format("  {:<20} {}; {}\n", M::name, M::formula, labels);
  });
  text +=
      "Of several classes: accuracy, balanced-accuracy, macro-precision, macro-recall, macro-f1, log-loss, brier,\n"
      "  top-K such as top-3, and confusion, a table.\n";
  return text;
}

}  // namespace tacit::cli
