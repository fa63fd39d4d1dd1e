#include "cli/report/report.hpp"

#include <catch2/catch.hpp>
#include <limits>
#include <nlohmann/json.hpp>

#include "scratch.hpp"

namespace report_test {

using namespace tacit::cli;
using nlohmann::json;

static constexpr double gap = std::numeric_limits<double>::quiet_NaN();

TEST_CASE("a report's numbers read back to the same bits and gaps are null") {
  const Series series{.name = "ogd", .x = {0.1, 1.0 / 3, 1e300}, .y = {5e-324, gap, -std::numeric_limits<double>::infinity()}};
  const json report = json::parse(report_json({.seconds = 0.1, .figures = {{.id = "a", .series = {series}}}}));
  const json& written = report["figures"][0]["series"][0];
  CHECK(written["x"].get<std::vector<double>>() == series.x);
  CHECK(written["y"][0].get<double>() == 5e-324);
  CHECK(written["y"][1].is_null());
  CHECK(written["y"][2].is_null());
  CHECK(written["label"] == "ogd");
  CHECK(written["colour"] == "#0072b2");
  CHECK(report["seconds"] == 0.1);
}

TEST_CASE("a cell is a text or a number or says that it is best") {
  const Table table{
      .rows = {{{.text = "a9a"}, {.value = 0.25}, {.value = gap}, {.text = "1 ± 2", .value = 1, .best = true}, {}}}};
  const json report = json::parse(report_json({.tables = {table}}));
  CHECK(report["tables"][0]["rows"][0] ==
        json::parse(R"(["a9a", 0.25, null, {"value": 1.0, "text": "1 ± 2", "best": true}, ""])"));
}

TEST_CASE("no text of a report ends the element it stands in") {
  const std::string text = report_json({.title = "</script><!-- <script>", .notes = {"not UTF-8: \xff"}});
  CHECK(text.find('<') == std::string::npos);
  CHECK(json::parse(text)["title"] == "</script><!-- <script>");
}

TEST_CASE("a report is one page that asks for nothing else") {
  const Scratch scratch;
  write_report({.title = "T"}, scratch.path(""));
  CHECK(scratch.files() == 1);
  const std::string page = scratch.read("index.html");
  CHECK(page.starts_with("<!doctype html>"));
  CHECK(page.find(R"(<script id="tacit-report" type="application/json">{"title":"T")") != std::string::npos);
  CHECK(page.size() < 1'500'000);
}

}  // namespace report_test
