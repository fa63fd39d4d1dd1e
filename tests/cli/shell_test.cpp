// Manual pages and completion, judged by the shells and by mandoc where they are installed.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <fstream>
#include <set>

#include "cli/program.hpp"

namespace shell_test {

namespace {

bool installed(const std::string& program) { return std::system(("command -v " + program + " >/dev/null 2>&1").c_str()) == 0; }

// What a shell command prints; its status is added where it is not 0.
std::string shell(const Scratch& scratch, const std::string& command) {
  const int status = std::system((command + " >" + scratch.path("out") + " 2>&1").c_str());
  return scratch.read("out") + (status == 0 ? "" : "status " + std::to_string(status));
}

std::vector<std::string> commands() {
  std::vector<std::string> names;
  std::istringstream lines(tacit_program({"--help"}).out);
  bool inside = false;
  for (std::string line; std::getline(lines, line);) {
    if (inside && line.empty()) break;
    if (inside) names.push_back(line.substr(2, line.find(' ', 2) - 2));
    if (line == "Subcommands:") inside = true;
  }
  return names;
}

// The candidates that bash offers for the last of these words, which may be empty.
std::set<std::string> completed(const Scratch& scratch, const std::vector<std::string>& words) {
  std::string script = "cd " + scratch.path("") + "\nsource ./completion\nCOMP_WORDS=(";
  for (const auto& word : words) script += "'" + word + "' ";
  script += ")\nCOMP_CWORD=" + std::to_string(words.size() - 1) + "\n_tacit\nprintf '%s\\n' \"${COMPREPLY[@]}\"\n";
  std::istringstream lines(shell(scratch, "bash " + scratch.write("try", script)));
  std::set<std::string> candidates;
  for (std::string candidate; std::getline(lines, candidate);) {
    if (!candidate.empty()) candidates.insert(candidate);
  }
  return candidates;
}

using Set = std::set<std::string>;

}  // namespace

TEST_CASE("help of a command is what its --help prints") {
  const auto names = commands();
  REQUIRE(std::ranges::find(names, "train") != names.end());
  for (const auto& name : names) CHECK(tacit_program({"help", name}).out == tacit_program({name, "--help"}).out);
  CHECK(tacit_program({"help"}).out == tacit_program({"--help"}).out);
  CHECK(tacit_program({"help", "trian"}).err == tacit_program({"help", "trian", "--man"}).err);
  CHECK_THAT(tacit_program({"help", "trian"}).err, Catch::Contains("did you mean 'train'?"));
  CHECK(tacit_program({"help", "trian"}).status == 2);
}

TEST_CASE("every manual page has all options of its command and mandoc finds nothing wrong with it") {
  const Scratch scratch;
  if (!installed("mandoc")) WARN("mandoc is not installed: its opinion is not asked");
  auto names = commands();
  names.emplace_back();
  for (const auto& name : names) {
    CAPTURE(name);
    const Outcome page = name.empty() ? tacit_program({"help", "--man"}) : tacit_program({"help", name, "--man"});
    REQUIRE(page.status == 0);
    if (installed("mandoc")) {
      CHECK(shell(scratch, "mandoc -T lint -W warning " + scratch.write("page.1", page.out)).empty());
      const std::string read = shell(scratch, "mandoc -T ascii -O width=500 " + scratch.path("page.1") + " | sed 's/.\\x08//g'");
      std::istringstream lines(tacit_program({"help", name.empty() ? "help" : name}).out);
      for (std::string line; !name.empty() && std::getline(lines, line);) {
        const auto dashes = line.find("--");
        if (!line.starts_with("  ") || line[2] != '-' || dashes == std::string::npos) continue;
        const std::string option = line.substr(dashes, line.find_first_of(" ,", dashes) - dashes);
        CAPTURE(option);
        CHECK(read.find(option) != std::string::npos);
      }
    }
  }
}

TEST_CASE("manual pages show the examples of help as they are typed") {
  const auto examples = [](const std::string& command) {
    const std::string page = tacit_program({"help", command, "--man"}).out;
    const std::string begin = ".SH EXAMPLES\n.EX\n";
    const auto at = page.find(begin) + begin.size();
    REQUIRE(page.find(begin) != std::string::npos);
    CHECK(page.find("Examples") == std::string::npos);
    return page.substr(at, page.find(".EE\n", at) - at);
  };
  const std::string of_train = examples("train");
  CHECK(std::ranges::count(of_train, '\n') == 4);
  for (const char* command : {"tacit train \\-\\-loss hinge data.svm \\-o model.tacit\n",
                              "tacit train \\-\\-label\\-column price \\-\\-categorical district houses.csv \\-\\-metrics all\n",
                              "tacit train \\-\\-start model.tacit new.svm \\-o model.tacit \\-\\-predictions predictions.txt\n"})
    CHECK(of_train.find(command) != std::string::npos);
  CHECK(examples("help") == "tacit help train\n");
}

TEST_CASE("the program lists its commands for the build") {
  std::string names;
  for (const auto& name : commands()) names += name + "\n";
  CHECK(tacit_program({"help", "--commands"}).out == names);
}

TEST_CASE("bash completes commands and options and values and files") {
  const Scratch scratch;
  scratch.write("completion", tacit_program({"completion", "bash"}).out);
  scratch.write("data.svm", "");
  scratch.write("a file", "");
  std::filesystem::create_directory(scratch.path("folder"));
  const auto offered = [&](const std::vector<std::string>& words) { return completed(scratch, words); };
  CHECK(offered({"tacit", "tr"}) == Set{"train"});
  auto everything = commands();
  everything.insert(everything.end(), {"--help", "--version"});
  CHECK(offered({"tacit", ""}) == Set(everything.begin(), everything.end()));
  CHECK(offered({"tacit", "train", "--loss", "h"}) == Set{"hinge", "huber"});
  CHECK(offered({"tacit", "train", "--loss", "=", "h"}) == Set{"hinge", "huber"});
  CHECK(offered({"tacit", "train", "--loss", "="}).size() == 13);
  CHECK(offered({"tacit", "train", "--learner", "ada-"}) == Set{"ada-ogd", "ada-implicit"});
  CHECK(offered({"tacit", "train", "--domain", ""}) == Set{"whole-space", "ball", "box", "simplex"});
  CHECK(offered({"tacit", "train", "--format", "c"}) == Set{"csv", "cache"});
  CHECK(offered({"tacit", "convert", "--to", "j"}) == Set{"jsonl"});
  CHECK(offered({"tacit", "train", "--metrics", "accuracy,a"}) == Set{"accuracy,accuracy", "accuracy,auc", "accuracy,all"});
  CHECK(offered({"tacit", "sweep", "--learners", "ogd,dou"}) == Set{"ogd,doubling"});
  CHECK(offered({"tacit", "train", "--lo"}) == Set{"--log", "--loss", "--loss-parameter"});
  CHECK(offered({"tacit", "train", "--no-"}) == Set{"--no-bias", "--no-header"});
  CHECK(offered({"tacit", "train", "--beta", ""}).empty());
  CHECK(offered({"tacit", "train", "--start", "da"}) == Set{"data.svm"});
  CHECK(offered({"tacit", "train", "a "}) == Set{"a file"});
  CHECK(offered({"tacit", "train", "a9a"}).contains("a9a"));
  CHECK(offered({"tacit", "predict", "-m", "data"}) == Set{"data.svm"});
  CHECK(offered({"tacit", "sweep", "--report", "f"}) == Set{"folder"});
  CHECK(offered({"tacit", "data", "g"}) == Set{"get"});
  CHECK(offered({"tacit", "data", "get", "cov"}) == offered({"tacit", "data", "path", "cov"}));
  CHECK(offered({"tacit", "data", "get", "cov"}).contains("covtype.binary"));
  CHECK(offered({"tacit", "generate", "rot"}) == Set{"rotating"});
  CHECK(offered({"tacit", "reproduce", "th"}) == Set{"theory"});
  CHECK(offered({"tacit", "help", "pre"}) == Set{"predict"});
  CHECK(offered({"tacit", "completion", ""}) == Set{"bash", "zsh", "fish"});
}

TEST_CASE("zsh and fish read their completion where they are installed") {
  const Scratch scratch;
  for (const std::string name : {"zsh", "fish"}) {
    const std::string script = scratch.write("completion", tacit_program({"completion", name}).out);
    if (!installed(name)) {
      WARN(name << " is not installed: its syntax check is left out");
      continue;
    }
    CHECK(shell(scratch, name + " -n " + script).empty());
  }
  if (installed("zsh")) {
    scratch.write("_tacit", tacit_program({"completion", "zsh"}).out);
    const std::string driver = std::string("timeout 60 zsh -f ") + TACIT_TEST_DATA + "/cli/complete.zsh " + scratch.path("");
    CHECK(shell(scratch,
                driver + " 'tacit tr' 'tacit train --loss=hi' 'tacit predict --metrics accuracy,au' 'tacit data get cod'") ==
          "tacit train\ntacit train --loss=hinge\ntacit predict --metrics accuracy,auc\ntacit data get cod-rna\n");
  }
  if (installed("fish")) {
    scratch.write("completion", tacit_program({"completion", "fish"}).out);
    scratch.write("try.fish", "source " + scratch.path("completion") + "\ncomplete -C 'tacit train --loss hin'\n");
    CHECK_THAT(shell(scratch, "HOME=" + scratch.path("") + " fish --no-config " + scratch.path("try.fish")),
               Catch::StartsWith("hinge"));
  }
}

TEST_CASE("completion for an unknown shell is refused with those there are") {
  const Outcome outcome = tacit_program({"completion", "csh"});
  CHECK(outcome.status == 2);
  CHECK(outcome.out.empty());
  CHECK_THAT(outcome.err, Catch::Contains("bash, zsh, fish"));
}

TEST_CASE("the page of settings in docs is the one that the program prints") {
  std::ifstream file(TACIT_TEST_DATA "/../docs/settings.md");
  const std::string page{std::istreambuf_iterator<char>(file), {}};
  CHECK(page == tacit_program({"help", "--settings"}).out);
}

}  // namespace shell_test
