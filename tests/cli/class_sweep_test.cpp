// Sweeps over losses of several classes: what they write, and that it is what train has.
#include <catch2/catch.hpp>

#include <fmt/format.h>

#include <map>

#include "cli/program.hpp"

namespace class_sweep_test {

using Catch::Matchers::Contains;

namespace {

// Four classes, one of which comes late.
std::string flowers(const char* format) {
  const char* const names[] = {"rose", "lily", "7", "tulip"};
  std::string text = std::string_view(format) == "csv" ? "label,a,b\n" : "";
  for (int i = 0; i < 150; ++i) {
    const int k = i < 80 ? i % 3 : (i * i) % 4;
    const double a = 0.5 * k + 0.01 * (i % 7);
    const double b = 1.0 / (k + 1) - 0.02 * (i % 5);
    text += std::string_view(format) == "csv" ? fmt::format("{},{},{}\n", names[k], a, b)
                                              : fmt::format("{} 1:{} 2:{}\n", names[k], a, b);
  }
  return text;
}

using Table = std::vector<std::map<std::string, std::string>>;

Table table(const std::string& csv) {
  const auto lines = parse_csv(csv);
  Table rows;
  for (std::size_t line = 1; line < lines.size(); ++line) {
    auto& row = rows.emplace_back();
    for (std::size_t i = 0; i < lines[0].size(); ++i) row[lines[0][i]] = lines[line][i];
  }
  return rows;
}

std::string swept(std::vector<std::string> options) {
  options.insert(options.begin(), "sweep");
  options.insert(options.end(), {"-o", "-", "--quiet"});
  const Outcome outcome = tacit_program(options);
  CAPTURE(outcome.err);
  REQUIRE(outcome.status == 0);
  return outcome.out;
}

// Every row is what train prints with the same options.
void check_against_train(const Table& rows, const std::string& file, const std::vector<std::string>& options) {
  for (const auto& row : rows) {
    std::vector<std::string> train{"train", file, "--learner", row.at("learner"), "--json", "--quiet"};
    train.insert(train.end(), options.begin(), options.end());
    if (!row.at("beta").empty()) train.insert(train.end(), {"--beta", row.at("beta")});
    if (!row.at("seed").empty()) train.insert(train.end(), {"--shuffle", row.at("seed")});
    const auto trained = tacit_program(train).json();
    CAPTURE(row.at("learner"), row.at("beta"), row.at("seed"));
    CHECK(row.at("task") == "classification");
    CHECK(row.at("cumulative_loss") == fmt::format("{:.17g}", trained["cumulative_loss"].get<double>()));
    CHECK(row.at("average_loss") == fmt::format("{:.17g}", trained["average_loss"].get<double>()));
    CHECK(row.at("mistakes") == fmt::format("{}", trained["mistakes"].get<int>()));
  }
}

}  // namespace

TEST_CASE("a row of a sweep over several classes is what train has", "[cli]") {
  const Scratch scratch;
  const std::string learners = "ogd,ada-ogd,implicit,ada-implicit,doubling,auto";
  for (const std::string loss : {"softmax", "multiclass-hinge"}) {
    const std::string svm = scratch.write("flowers.svm", flowers("svm"));
    const auto shuffled = table(swept({svm, "--loss", loss, "--learners", learners, "--betas", "0.25,1,4", "--repeats", "2"}));
    REQUIRE(shuffled.size() == (5 * 3 + 1) * 2);
    CHECK(shuffled[0].at("loss") == loss);
    check_against_train(shuffled, svm, {"--loss", loss});
    const std::string csv = scratch.write("flowers.csv", flowers("csv"));
    const std::vector<std::string> how{"--loss", loss, "--radius", "2", "--scale", "max-abs"};
    const auto on_ball =
        table(swept({csv, "--loss", loss, "--radius", "2", "--scale", "max-abs", "--betas", "1,8", "--natural"}));
    REQUIRE(on_ball.size() == 4 * 2);
    check_against_train(on_ball, csv, how);
  }
}

TEST_CASE("a list of classes means softmax in a sweep, and all of them are there from the first row", "[cli]") {
  const Scratch scratch;
  const std::string file = scratch.write("flowers.svm", flowers("svm"));
  const std::string classes = "tulip,lily,rose,7,daisy";
  const auto rows = table(swept({file, "--classes", classes, "--betas", "1", "--natural", "--learners", "ada-implicit,auto"}));
  REQUIRE(rows.size() == 2);
  CHECK(rows[0].at("loss") == "softmax");
  check_against_train(rows, file, {"--classes", classes});
  const auto found = table(swept({file, "--loss", "softmax", "--betas", "1", "--natural", "--learners", "ada-implicit"}));
  CHECK(found[0].at("cumulative_loss") != rows[0].at("cumulative_loss"));
}

TEST_CASE("threads change no byte of a sweep over several classes, and every format has the same numbers", "[cli]") {
  const Scratch scratch;
  const std::string file = scratch.write("flowers.svm", flowers("svm"));
  const std::vector<std::string> how{file,      "--loss",    "softmax",   "--learners", "implicit,auto",
                                     "--betas", "2^-3..2^3", "--repeats", "2"};
  const auto with = [&](std::initializer_list<std::string> more) {
    auto options = how;
    options.insert(options.end(), more);
    return options;
  };
  const std::string one = swept(with({"--threads", "1"}));
  CHECK(swept(with({"--threads", "5"})) == one);
  auto options = with({"--quiet", "--report", scratch.path("report"), "-o", scratch.path("s.json")});
  options.insert(options.begin(), "sweep");
  const Outcome outcome = tacit_program(options);
  CHECK(outcome.status == 0);
  CHECK_THAT(outcome.out, Contains("auto"));
  CHECK(scratch.has("report/flowers.csv"));
  const auto rows = table(one);
  const auto json = nlohmann::json::parse(scratch.read("s.json"));
  REQUIRE(json.size() == rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    CHECK(json[i]["task"] == "classification");
    CHECK(std::stod(rows[i].at("cumulative_loss")) == json[i]["cumulative_loss"].get<double>());
  }
  options.back() = scratch.path("s.sqlite");
  REQUIRE(tacit_program(options).status == 0);
  options.erase(std::ranges::find(options, "--quiet"));
  CHECK_THAT(tacit_program(options).err, Contains("4 of 4 parts were known already"));
}

}  // namespace class_sweep_test
