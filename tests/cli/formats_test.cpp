// The same data in every format, compressed or not, from files and standard input.
#include <catch2/catch.hpp>
#include <cstdio>
#include <cstdlib>
#include <map>

#include "cli/program.hpp"
#include "tacit/core/random.hpp"

namespace formats_test {

using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;
using tacit::Random;

namespace {

struct Example {
  double label;
  double weight;
  std::map<int, double> features;
};

constexpr int most_features = 9;

std::vector<Example> some_examples(bool weighted) {
  Random random(5);
  std::vector<Example> examples;
  for (int i = 0; i < 300; ++i) {
    Example example{random.below(2) == 0 ? -1.0 : 1.0, weighted ? static_cast<double>(random.below(4)) / 2 : 1.0, {}};
    for (int index = 1; index <= most_features; ++index) {
      if (random.below(3) > 0) example.features[index] = random.below(4) == 0 ? 1.0 : random.normal();
    }
    examples.push_back(example);
  }
  examples[0].features[most_features] = 0.5;
  return examples;
}

std::string number(double value) {
  char text[40];
  std::snprintf(text, sizeof text, "%.17g", value);
  return text;
}

std::string as_libsvm(const std::vector<Example>& examples) {
  std::string text;
  for (const auto& example : examples) {
    text += number(example.label);
    for (const auto& [index, value] : example.features) text += " " + std::to_string(index) + ":" + number(value);
    text += "\n";
  }
  return text;
}

std::string as_vw(const std::vector<Example>& examples) {
  std::string text;
  for (const auto& example : examples) {
    text += number(example.label) + (example.weight == 1 ? "" : " " + number(example.weight)) + " |";
    for (const auto& [index, value] : example.features)
      text += " " + std::to_string(index) + (value == 1 ? "" : ":" + number(value));
    text += "\n";
  }
  return text;
}

std::string as_csv(const std::vector<Example>& examples, bool weighted, char delimiter = ',') {
  std::string text = "label";
  if (weighted) text += delimiter + std::string("weight");
  for (int index = 1; index <= most_features; ++index) text += delimiter + std::to_string(index);
  text += "\n";
  for (const auto& example : examples) {
    text += number(example.label);
    if (weighted) text += delimiter + number(example.weight);
    for (int index = 1; index <= most_features; ++index) {
      const auto found = example.features.find(index);
      text += delimiter + (found == example.features.end() ? "0" : number(found->second));
    }
    text += "\n";
  }
  return text;
}

std::string as_jsonl(const std::vector<Example>& examples) {
  std::string text;
  for (const auto& example : examples) {
    text += "{\"label\": " + number(example.label);
    if (example.weight != 1) text += ", \"weight\": " + number(example.weight);
    for (const auto& [index, value] : example.features) text += ", \"" + std::to_string(index) + "\": " + number(value);
    text += "}\n";
  }
  return text;
}

struct Named {
  std::string name;
  std::string text;
};

std::vector<Named> in_all_formats(bool weighted) {
  const auto examples = some_examples(weighted);
  std::vector<Named> all{{"a.vw", as_vw(examples)},
                         {"a.csv", as_csv(examples, weighted)},
                         {"a.tsv", as_csv(examples, weighted, '\t')},
                         {"a.jsonl", as_jsonl(examples)}};
  if (!weighted) all.insert(all.begin(), {"a.libsvm", as_libsvm(examples)});
  return all;
}

// Options put behind `tacit COMMAND --quiet`; the program must end well. Returns its standard output.
std::string done(const char* command, std::vector<std::string> options, std::string_view input = "") {
  options.insert(options.begin(), {command, "--quiet"});
  const Outcome outcome = tacit_program(options, input);
  INFO(outcome.err);
  REQUIRE(outcome.status == 0);
  return outcome.out;
}

std::string trained(const Scratch& scratch, std::vector<std::string> options, std::string_view input = "") {
  options.insert(options.end(), {"-o", scratch.path("trained")});
  done("train", options, input);
  return scratch.read("trained");
}

std::string packed(const Scratch& scratch, const std::string& program, const std::string& file) {
  const std::string out = file + "." + program;
  const std::string from = scratch.path(file);
  const std::string command = program + " -c '" + from + "' 2>/dev/null > '" + scratch.path(out) + "'";
  INFO("this test needs the program " << program);
  REQUIRE(std::system(command.c_str()) == 0);
  return out;
}

std::string train_error(std::vector<std::string> options, std::string_view input, int status = 1) {
  options.insert(options.begin(), {"train", "--quiet"});
  const Outcome outcome = tacit_program(options, input);
  CHECK(outcome.status == status);
  CHECK(outcome.out.empty());
  return outcome.err;
}

}  // namespace

TEST_CASE("every format and compression gives the same model, but for columns, and the same predictions byte for byte") {
  const Scratch scratch;
  const bool weighted = GENERATE(false, true);
  const auto formats = in_all_formats(weighted);
  const std::vector<std::string> options{"--loss", "logistic", "--radius", "3", "--missing", "zero"};  // no means are remembered
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), options.begin(), options.end());
    return more;
  };
  const auto model_of = [&](std::vector<std::string> more, const std::string& input = "") {
    return without_columns(trained(scratch, with(std::move(more)), input));
  };
  scratch.write("m", trained(scratch, with({"-"}), formats[0].text));
  const std::string model = without_columns(scratch.read("m"));
  const std::string predictions = done("predict", {"-m", scratch.path("m")}, formats[0].text);
  CHECK(std::ranges::count(predictions, '\n') == 300);
  for (const auto& [name, text] : formats) {
    CAPTURE(weighted, name);
    const auto file = scratch.write(name, text);
    CHECK(model_of({file}) == model);
    CHECK(model_of({}, text) == model);
    CHECK(model_of({"--cache", file}) == model);
    CHECK(scratch.has(name + ".tacit-cache"));
    CHECK(model_of({"--cache", file}) == model);
    CHECK(model_of({"--format", "cache", file + ".tacit-cache"}) == model);
    CHECK(done("predict", {"-m", scratch.path("m"), file}) == predictions);
    CHECK(done("predict", {"-m", scratch.path("m"), "--cache", file}) == predictions);
    CHECK(done("predict", {"-m", scratch.path("m"), "-"}, text) == predictions);
    for (const char* program : {"gzip", "bzip2", "zstd"}) {
      const std::string pack = packed(scratch, program, name);
      CHECK(model_of({scratch.path(pack)}) == model);
      CHECK(model_of({}, scratch.read(pack)) == model);
      CHECK(done("predict", {"-m", scratch.path("m"), scratch.path(pack)}) == predictions);
    }
  }
}

TEST_CASE("lines that end as elsewhere give the same model") {
  const Scratch scratch;
  for (const auto& [name, text] : in_all_formats(false)) {
    CAPTURE(name);
    std::string other;
    for (const char c : text) other += c == '\n' ? std::string("\r\n") : std::string(1, c);
    CHECK(trained(scratch, {}, other) == trained(scratch, {}, text));
    CHECK(trained(scratch, {}, text.substr(0, text.size() - 1)) == trained(scratch, {}, text));
  }
}

TEST_CASE("convert goes from every format to every other and back to the same text") {
  const Scratch scratch;
  const bool weighted = GENERATE(false, true);
  const std::vector<std::string> formats = weighted ? std::vector<std::string>{"vw", "csv", "jsonl", "cache"}
                                                    : std::vector<std::string>{"libsvm", "vw", "csv", "jsonl", "cache"};
  std::map<std::string, std::string> files;
  const auto source = scratch.write("source", as_vw(some_examples(weighted)));
  for (const auto& format : formats) {
    files[format] = scratch.path("first." + format);
    done("convert", {source, "--to", format, "-o", files[format]});
  }
  const auto without_means = [&](const std::string& file) {
    return without_columns(trained(scratch, {file, "--missing", "zero"}));
  };
  const std::string model = without_means(source);
  for (const auto& from : formats) {
    CHECK(without_means(files[from]) == model);
    for (const auto& to : formats) {
      CAPTURE(weighted, from, to);
      done("convert", {files[from], "--to", to, "-o", scratch.path("second")});
      if (to == "cache") {  // which also says what it was made from
        CHECK(without_means(scratch.path("second")) == model);
      } else {
        CHECK(scratch.read("second") == scratch.read("first." + to));
        if (to != "csv" && from != "cache")
          CHECK(done("convert", {"--to", to}, scratch.read("first." + from)) == scratch.read("second"));
      }
    }
  }
}

TEST_CASE("convert finds the format in the name of its output and says what it cannot do") {
  const Scratch scratch;
  const auto source = scratch.write("a", "1 1:0.5 3:2\n");
  done("convert", {source, "-o", scratch.path("b.jsonl")});
  CHECK(scratch.read("b.jsonl") == "{\"label\":1,\"1\":0.5,\"3\":2}\n");
  const auto refusal = [&](std::vector<std::string> options, int status, std::string_view input = "1 1:1\n") {
    options.insert(options.begin(), "convert");
    const Outcome outcome = tacit_program(options, input);
    CHECK(outcome.status == status);
    CHECK(outcome.out.empty());
    return outcome.err;
  };
  CHECK_THAT(refusal({source, "--to", "json"}, 2), Contains("did you mean 'jsonl'?"));
  CHECK_THAT(refusal({"--to", "csv"}, 2), Contains("read twice: give files"));
  CHECK_THAT(refusal({"--to", "cache"}, 2), Contains("give -o FILE"));
  CHECK_THAT(refusal({"--to", "libsvm"}, 1, "1 2 | a\n"), Contains("weight"));
  CHECK_THAT(refusal({scratch.write("wide", "1 100001:1\n"), "--to", "csv"}, 1), Contains("too many for csv"));
  CHECK_THAT(refusal({scratch.path("b.jsonl"), "--format", "vw", "-o", scratch.path("c")}, 1), Contains("b.jsonl:1:"));
  CHECK_FALSE(scratch.has("c"));
  CHECK_THAT(refusal({}, 1, ""), Contains("no examples"));
}

TEST_CASE("a format that the text is not in is refused with its first line") {
  const Scratch scratch;
  const auto all = in_all_formats(false);
  CHECK_THAT(train_error({"--format", "libsvm"}, all[1].text), StartsWith("tacit: standard input:1:"));
  CHECK_THAT(train_error({"--format", "libsvm"}, all[2].text), StartsWith("tacit: standard input:1:1: found 'label,1,"));
  CHECK_THAT(train_error({"--format", "libsvm"}, all[4].text), StartsWith("tacit: standard input:1:1: found '{"));
  CHECK_THAT(train_error({"--format", "vw"}, all[0].text), StartsWith("tacit: standard input:1:"));
  CHECK_THAT(train_error({"--format", "vw"}, all[2].text), StartsWith("tacit: standard input:1:"));
  CHECK_THAT(train_error({"--format", "jsonl"}, all[0].text), StartsWith("tacit: standard input:1:"));
  CHECK_THAT(train_error({"--format", "csv"}, all[4].text), StartsWith("tacit: standard input:1:"));
  CHECK_THAT(train_error({"--format", "cache"}, all[0].text), Contains("standard input: is not a tacit cache"));
  const auto cache = scratch.path("a.cache");
  done("convert", {scratch.write("a", all[0].text), "-o", cache});
  CHECK_THAT(train_error({"--format", "csv", cache}, ""), Contains("is a tacit cache; expected csv"));
  CHECK_THAT(train_error({}, scratch.read("a.cache")),
             Contains("standard input: a cache is mapped into memory; expected it as a plain file"));
  CHECK_THAT(train_error({"--format", "tsv"}, "", 2), Contains("one of: auto, libsvm, vw, csv, jsonl, cache"));
}

TEST_CASE("the label of a table is found by name or number and its header can be forced or denied") {
  const Scratch scratch;
  // But for what the model remembers of the options.
  const auto model_of = [&](const std::vector<std::string>& options, std::string_view input) {
    scratch.write("m", trained(scratch, options, input));
    auto model = tacit_program({"inspect", "--json", scratch.path("m")}).json();
    model.erase("label_column");
    model.erase("header");
    model.erase("memory");
    model.erase("columns");
    return model;
  };
  const auto expected = model_of({}, "1 1:2 2:3\n-1 1:4 2:5\n");
  CHECK(model_of({}, "1,2,3\n-1,4,5\n") == expected);
  CHECK(model_of({"--label-column", "3"}, "2,3,1\n4,5,-1\n") == expected);
  CHECK(model_of({"--label-column", "right"}, "1,right,2\n2,1,3\n4,-1,5\n") == expected);
  CHECK(model_of({"--label-column", "right"}, "{\"1\":2,\"2\":3,\"right\":1}\n{\"1\":4,\"2\":5,\"right\":-1}\n") == expected);
  CHECK(model_of({"--no-header"}, "1;2;3\n-1;4;5\n") == expected);
  CHECK(model_of({"--header", "--label-column", "9"}, "9,1,2\n1,2,3\n-1,4,5\n") == expected);
  CHECK_THAT(train_error({"--label-column", "rihgt"}, "a,right,b\n2,1,3\n"), Contains("did you mean 'right'?"));
  CHECK_THAT(train_error({"--no-header"}, "label,1\n1,2\n"), Contains("standard input:1:1: label 'label'; expected a number"));
  CHECK_THAT(train_error({}, "a,b\n1,2\n"), Contains("say which is the label with --label-column"));
}

TEST_CASE("categories are features of their own and can be asked for") {
  const Scratch scratch;
  const std::vector<std::string> exact{"--dictionary"};
  const std::string expected = trained(scratch, exact, "1 | c=1 n:5\n-1 | c=2 n:6\n");
  const auto weights = [&](const std::string& model) {
    scratch.write("m", model);
    return tacit_program({"inspect", "--json", scratch.path("m")}).json()["weights"];
  };
  CHECK(weights(trained(scratch, {"--dictionary", "--categorical", "c"}, "label,c,n\n1,1,5\n-1,2,6\n")) == weights(expected));
  CHECK(weights(trained(scratch, exact, "{\"label\":1,\"c\":\"1\",\"n\":5}\n{\"label\":-1,\"c\":\"2\",\"n\":6}\n")) ==
        weights(expected));
  CHECK(weights(expected).contains("c=2"));
  CHECK_THAT(train_error({"--categorical", "d"}, "label,c,n\n1,1,5\n"), Contains("--categorical d: there is no such column"));
  CHECK_THAT(train_error({"--categorical", "label"}, "label,c,n\n1,1,5\n"), Contains("this column is the label"));
}

TEST_CASE("hashing is the same in every format and fewer bits share more") {
  const Scratch scratch;
  std::string vw;
  std::string json;
  std::string csv = "label,word\n";
  for (int i = 0; i < 100; ++i) {
    const std::string label = i % 3 == 0 ? "1" : "-1";
    const std::string word = "w" + std::to_string(i % 40);
    vw += label + " | word=" + word + "\n";
    json += "{\"label\":" + label + ",\"word\":\"" + word + "\"}\n";
    csv += label + "," + word + "\n";
  }
  for (const char* bits : {"3", "22", "31"}) {
    const std::string model = trained(scratch, {"--hash", bits, "--missing", "zero"}, vw);
    CHECK(trained(scratch, {"--hash", bits, "--missing", "zero"}, json) == model);
    CHECK(without_columns(trained(scratch, {"--hash", bits, "--missing", "zero"}, csv)) == without_columns(model));
  }
  CHECK(trained(scratch, {}, vw) == trained(scratch, {"--hash", "22"}, vw));
  const Outcome crowded = tacit_program({"train", "--hash", "3"}, vw);
  CHECK_THAT(crowded.err, Contains("of 8 indices are shared by several names") && Contains("--hash with more bits"));
  CHECK_THAT(train_error({"--hash", "0"}, vw, 2), Contains("expected 1 to 31 bits"));
  CHECK_THAT(train_error({"--hash", "32"}, vw, 2), Contains("expected 1 to 31 bits"));
  CHECK_THAT(train_error({"--hash", "9", "--dictionary"}, vw, 2), Contains("give one of them"));
  CHECK_THAT(train_error({"--dictionary", "--cache", scratch.write("a.vw", vw)}, "", 2), Contains("leave out --cache"));
  trained(scratch, {"--hash", "9"}, vw);
  const Outcome other = tacit_program({"predict", "-m", scratch.path("trained"), "--hash", "10"}, vw);
  CHECK(other.status == 2);
  CHECK_THAT(other.err, Contains("was made with --hash 9: leave out --hash 10"));
}

TEST_CASE("a dictionary is kept in the model and gone on with and strangers are passed over") {
  const Scratch scratch;
  const std::string first = "1 | red size:2\n-1 | blue size:3\n";
  const std::string second = "1 | green size:1\n-1 | blue red:2\n";
  const std::string whole = trained(scratch, {"--dictionary", "--learner", "ada-implicit"}, first + second);
  for (const char* name : {"half.tacit", "half.json"}) {
    done("train", {"--dictionary", "--learner", "ada-implicit", "-o", scratch.path(name)}, first);
    CHECK(trained(scratch, {"--start", scratch.path(name)}, second) == whole);
  }
  scratch.write("m", whole);
  const auto model = tacit_program({"inspect", "--json", scratch.path("m")}).json();
  CHECK(model["names"] == nlohmann::json({"red", "size", "blue", "green"}));
  for (const char* name : {"red", "size", "blue", "green"}) CHECK(model["weights"].contains(name));
  CHECK_THAT(tacit_program({"inspect", scratch.path("m")}).out, Contains("  green ") || Contains(" green "));
  const std::string known = done("predict", {"-m", scratch.path("m")}, "| red size:2\n");
  CHECK(done("predict", {"-m", scratch.path("m")}, "| red never-seen:7 size:2\n") == known);
  CHECK(done("predict", {"-m", scratch.path("m")}, "{\"red\":1,\"never-seen\":7,\"size\":2}\n") == known);
  const double value =
      model["bias"].get<double>() + model["weights"]["red"].get<double>() + 2 * model["weights"]["size"].get<double>();
  CHECK(std::stod(known) == Approx(value).epsilon(1e-14));
  const auto file = scratch.write("a.vw", first);
  const Outcome cached = tacit_program({"predict", "-m", scratch.path("m"), "--cache", file});
  CHECK(cached.status == 2);  // the indices of one dictionary would be taken for another's
  CHECK_THAT(cached.err, Contains("leave out --cache"));
}

TEST_CASE("importance weights count as in every format") {
  const Scratch scratch;
  const auto model_of = [&](const std::string& input) { return without_columns(trained(scratch, {"--missing", "zero"}, input)); };
  const std::string model = model_of("1 2 | 1:3\n-1 0 | 1:5\n1 0.5 | 2:1\n");
  CHECK(model_of("label,weight,1,2\n1,2,3,0\n-1,0,5,0\n1,0.5,0,1\n") == model);
  CHECK(model_of("importance,1,2,y\n2,3,0,1\n0,5,0,-1\n0.5,0,1,1\n") == model);
  CHECK(model_of("{\"y\":1,\"weight\":2,\"1\":3}\n{\"y\":-1,\"weight\":0,\"1\":5}\n{\"y\":1,\"weight\":0.5,\"2\":1}\n") == model);
  CHECK(model_of("1 | 1:3\n-1 | 1:5\n1 | 2:1\n") != model);
  CHECK_THAT(train_error({}, "1 -2 | 1:3\n"), Contains("importance -2; expected 0 or more"));
  CHECK_THAT(train_error({}, "label,weight,1\n1,-2,3\n"), Contains("weight -2"));
  CHECK_THAT(train_error({}, "{\"label\":1,\"weight\":-2,\"1\":3}\n"), Contains("weight"));
}

TEST_CASE("a cache made for predictions is not trained from and one made for training serves predictions") {
  const Scratch scratch;
  const auto file = scratch.write("a.libsvm", "1:1 2:3\n1:2\n");
  done("train", {"-o", scratch.path("m")}, "1 1:1 2:1\n");
  const std::string predictions = done("predict", {"-m", scratch.path("m"), "--cache", file});
  CHECK(scratch.has("a.libsvm.tacit-cache"));
  CHECK_THAT(train_error({"--cache", file}, ""), Contains("a.libsvm:1:1: found '1:1'; expected a label"));
  const auto labelled = scratch.write("b.libsvm", "1 1:1 2:3\n1 1:2\n");
  trained(scratch, {"--cache", labelled});
  const std::string cache = scratch.read("b.libsvm.tacit-cache");
  CHECK(done("predict", {"-m", scratch.path("m"), "--cache", labelled}) == predictions);
  CHECK(scratch.read("b.libsvm.tacit-cache") == cache);
}

}  // namespace formats_test
