// Names, words and paths that a terminal would obey, or that would forge a line: every command writes them out.
#include <catch2/catch.hpp>

#include "cli/environment.hpp"
#include "cli/program.hpp"
#include "tacit/core/legible.hpp"

namespace hostile_test {

using Catch::Matchers::Contains;

namespace {

// Data may hold it as a name: no control character below U+0080.
const std::string turned = "t\u202e\u009b31m\u2028\u200b\u061cu";
const std::string turned_shown = "t\\u202e\\u009b31m\\u2028\\u200b\\u061cu";
// A file may be called so, or a model's JSON say so.
const std::string wild = "w\nforged           1\r\x1b[2J\x7f" + turned;
const std::string wild_shown = "w\\x0aforged           1\\x0d\\x1b[2J\\x7f" + turned_shown;
const std::string wildest = wild + "\xff\x9b";

std::string json_text(const std::string& text) { return nlohmann::json(text).dump(); }

// Whatever a command says is legible, and no name begins a line.
Outcome run(const std::vector<std::string>& arguments, int status, std::string_view input = "") {
  Outcome outcome = tacit_program(arguments, input);
  CAPTURE(arguments, outcome.out, outcome.err);
  CHECK(outcome.status == status);
  CHECK(tacit::legible_lines(outcome.out) == outcome.out);
  CHECK(tacit::legible_lines(outcome.err) == outcome.err);
  CHECK(outcome.out.find("\nforged") == std::string::npos);
  CHECK(outcome.err.find("\nforged") == std::string::npos);
  return outcome;
}

struct Folder {
  Folder() { std::filesystem::create_directory(scratch.path(wildest)); }
  std::string path(const std::string& name) const { return scratch.path(wildest + "/" + wildest + name); }
  std::string write(const std::string& name, std::string_view text) const {
    return scratch.write(wildest + "/" + wildest + name, text);
  }

  Scratch scratch{};
};

}  // namespace

TEST_CASE("file names are written out by every command", "[hostile]") {
  const Folder folder;
  const std::string data = folder.write(".svm", "1 1:1 2:1\n-1 1:-1 3:1\n1 2:3\n-1 3:2\n");
  const std::string bad = folder.write("-bad.svm", "1 1:1\n1 x\n");
  const std::string model = folder.path(".tacit");
  run({"train", data, "--loss", "logistic", "-o", model}, 0);
  run({"train", data, "--loss", "logistic", "-o", folder.path("/none/m")}, 1);
  CHECK_THAT(run({"train", bad}, 1).err, Contains(wild_shown + "\\xff\\x9b-bad.svm:2:"));
  CHECK_THAT(run({"train", bad, "--on-error", "skip"}, 0).err, Contains("1 bad row skipped:\n  ") && Contains(wild_shown));
  CHECK_THAT(run({"train", folder.path(".none")}, 1).err, Contains(wild_shown));
  CHECK_THAT(run({"train", data, "--trace", data}, 2).err, Contains("would overwrite its input"));
  CHECK_THAT(run({"train", data, "--start", bad}, 1).err, Contains(wild_shown));
  folder.write(".svm.tacit-cache", "mine");
  CHECK_THAT(run({"train", data, "--cache"}, 0).err, Contains("is no cache") && Contains(wild_shown));
  run({"predict", "-m", model, data}, 0);
  run({"predict", "-m", folder.path(".none"), data}, 1);
  run({"predict", "-m", model, data, "-o", folder.path("/none/p")}, 1);
  run({"inspect", model}, 0);
  run({"inspect", data}, 1);
  run({"certify", data, "--loss", "hinge", "--radius", "2"}, 0);
  run({"convert", data, "-o", folder.path(".vw")}, 0);
  run({"convert", data, "-o", folder.path(".what")}, 2);
  run({"generate", "sine", "--rounds", "3", "-o", folder.path("/none/g")}, 1);
}

TEST_CASE("the name of a data set is written out in the tables, figures and page of a sweep", "[hostile]") {
  const Folder folder;
  const std::string data = folder.write(".svm", "1 1:1 2:1\n-1 1:-1 3:1\n1 2:3\n-1 3:2\n");
  const std::string report = folder.path("-report");
  const Outcome swept =
      run({"sweep", data, "--betas", "1,2", "--repeats", "1", "-o", folder.path(".csv"), "--report", report}, 0);
  CHECK_THAT(swept.out, Contains(wild_shown));
  CHECK_THAT(swept.err, Contains(wild_shown));
  const auto text = [](const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), {});
  };
  int scripts = 0;
  for (const auto& entry : std::filesystem::directory_iterator(report)) {
    CHECK(tacit::legible(entry.path().filename().string()) == entry.path().filename().string());
    if (entry.path().extension() != ".gp") continue;
    ++scripts;
    const std::string script = text(entry.path());
    CHECK(tacit::legible_lines(script) == script);
    CHECK(script.find("\nforged") == std::string::npos);
  }
  CHECK(scripts == 1);
  const std::string page = text(std::filesystem::path(report) / "index.html");
  CHECK(page.find("\x1b") == std::string::npos);
  CHECK(page.find("\u009b") == std::string::npos);
  CHECK_THAT(page, Contains("\\\\x1b[2J") && Contains("\\\\u009b31m"));
  // Machines get the name as it is, in quotes.
  CHECK_THAT(text(folder.path(".csv")), Contains('"' + wildest));
}

TEST_CASE("a drift alarm writes out the name of the file", "[hostile]") {
  const Folder folder;
  const std::string rows = tacit_program({"generate", "switches", "--rounds", "4000", "--period", "2000", "--seed", "3"}).out;
  const std::string data = folder.write(".svm", rows);
  const Outcome outcome = run({"train", data, "--loss", "hinge", "--learner", "ada-implicit", "--radius", "5", "--monitor"}, 0);
  CHECK_THAT(outcome.err, Contains(wild_shown) && Contains(": drift: losses run higher than before\n"));
}

TEST_CASE("folders of data sets are written out", "[hostile]") {
  const Scratch scratch;
  const std::string folder = scratch.path(wildest);
  std::filesystem::create_directory(folder);
  scratch.write(wildest + "/a9a", "1 1:1\n-1 2:1\n");
  const Environment data("TACIT_DATA", folder);
  CHECK_THAT(run({"data", "list", "a9a"}, 0).out, Contains(wild_shown));
  CHECK(run({"data", "list", "a9a", "--json"}, 0).json()[0]["path"].get<std::string>().find(turned) != std::string::npos);
  CHECK(tacit_program({"data", "path", "a9a"}).out == folder + "/a9a\n");  // for scripts
  CHECK_THAT(run({"data", "get", "a9a"}, 1).err, Contains(wild_shown) && Contains("is there but is not a9a"));
  CHECK_THAT(run({"data", "get", wildest}, 2).err, Contains("unknown data set"));
}

TEST_CASE("features, columns and words of data are written out, and JSON has them exactly", "[hostile]") {
  const Scratch scratch;
  const std::string csv = scratch.write("a.csv", "y," + turned + "1," + turned + "2\nno,1," + turned + "\nno,2,b\nyes,3,b\n");
  const std::string model = scratch.path("m");
  run({"train", csv, "--labels", "no,yes", "--dictionary", "-o", model}, 0);
  CHECK_THAT(run({"inspect", model}, 0).out, Contains(turned_shown + "1 ") && Contains(turned_shown + "2=" + turned_shown));
  CHECK(run({"inspect", model, "--json"}, 0).json()["weights"].contains(turned + "1"));
  CHECK_THAT(run({"train", csv, "--labels", "no,yes", "--label-column", wildest}, 2).err, Contains("\\x0aforged"));
  CHECK_THAT(run({"train", csv, "--labels", "no,yes", "--ignore", wild}, 1).err, Contains("\\x0aforged"));
  CHECK_THAT(run({"train", csv, "--labels", "no," + turned}, 1).err, Contains(turned_shown));
  const std::string mixed = scratch.write("b.csv", "y," + turned + "\n1,1\n1,x" + turned + "\n");
  CHECK_THAT(run({"train", mixed}, 1).err, Contains("x" + turned_shown) && Contains("--categorical " + turned_shown));
  std::string rows = "y,a\nno,9\n";
  for (int i = 1; i < 6; ++i) rows += turned + "," + std::to_string(i) + "\n";
  const std::string words = scratch.write("c.csv", rows);
  run({"train", words, "--labels", "no," + turned, "-o", model}, 0);
  CHECK_THAT(run({"inspect", model}, 0).out, Contains("no and " + turned_shown));
  CHECK(tacit_program({"predict", "-m", model, "--output", "label", "--quiet", words}).out.find(turned + "\n") !=
        std::string::npos);  // exact, for machines
  const std::string vw = scratch.write("d.vw", "1 |" + turned + " " + turned + ":1\nx |\n");
  CHECK_THAT(run({"train", vw}, 1).err, Contains("d.vw:2:"));
  const std::string json = scratch.write("e.jsonl", R"({"label": 1, "a)" + turned +
                                                        R"(": {"b": [1, "x"]}})"
                                                        "\n");
  CHECK_THAT(run({"train", json}, 1).err, Contains("a" + turned_shown));
}

TEST_CASE("texts of a model forge no row of inspect", "[hostile]") {
  const Scratch scratch;
  const auto model = [&](const std::string& more) {
    return scratch.write("m.json", R"({"loss": "logistic", "learner": "ogd", "bias": 1, )" + more + "}");
  };
  const std::string name = json_text(wild);
  CHECK_THAT(run({"inspect", model(R"("names": [)" + name + R"(], "weights": {)" + name + ": 3}")}, 0).out,
             Contains(wild_shown + " +3\n"));
  CHECK(run({"inspect", scratch.path("m.json"), "--json"}, 0).json()["weights"].contains(wild));
  run({"inspect", model(R"("weights": {)" + name + ": 3}")}, 1);
  run({"inspect", model(R"("names": ["a"], "weights": {)" + name + ": 3}")}, 1);
  run({"inspect", model(R"("weights": {}, )" + name + ": 3")}, 1);
  run({"inspect", model(R"("weights": {}, "categorical": [)" + name + R"(], "ignored": [)" + name + "]")}, 0);
  run({"inspect", model(R"("weights": {}, "label_column": )" + name)}, 0);
  // A word with a line end would forge a row of predictions.
  CHECK_THAT(run({"inspect", model(R"("weights": {}, "labels": ["no", )" + name + "]")}, 1).err,
             Contains("'labels' holds a word with a control character"));
  CHECK_THAT(run({"train", "-", "--labels", "no,y\nes"}, 2).err,
             Contains("'y\\x0aes': expected words without control characters"));
  for (const char* key : {"domain", "update", "step_size", "scale"}) {
    CAPTURE(key);
    run({"inspect", model(R"("weights": {}, ")" + std::string(key) + "\": " + name)}, 1);
  }
}

TEST_CASE("what is typed is written out", "[hostile]") {
  run({wildest}, 2);
  run({"train", "--" + wildest}, 2);
  run({"train", "--loss", wildest}, 2);
  run({"train", "--beta", wildest}, 2);
  run({"train", "--labels", wildest}, 2);
  run({"train", "--quiet=" + wildest}, 2);
  run({"train", "-", wildest, "--metrics", wildest}, 2);
  run({"sweep", "-", "--betas", wildest}, 2);
  run({"help", wildest}, 2);
}

TEST_CASE("a message quotes little of a long text", "[hostile]") {
  const Scratch scratch;
  const std::string key(3'000'000, 'k');
  for (const std::string& more :
       {"\"" + key + "\": 1", R"("names": ["a"], "weights": {")" + key + "\": 1}",
        R"("names": [")" + key + "\", \"" + key + "\"], \"weights\": {}", "\"" + key + "\": 1, \"" + key + "\": 2"}) {
    const Outcome outcome = run({"inspect", scratch.write("m.json", "{" + more + "}")}, 1);
    CHECK(outcome.err.size() < 5000);
    CHECK_THAT(outcome.err, Contains("m.json: "));
  }
  CHECK(run({"train", scratch.write("a.csv", "y,a\n1,1\n1," + key + "\n")}, 1).err.size() < 500);
}

}  // namespace hostile_test
