#include "cli/report/figure_files.hpp"

#include <catch2/catch.hpp>
#include <limits>

#include "cli/report/learner_look.hpp"
#include "cli/report/tex_text.hpp"
#include "scratch.hpp"

namespace figure_files_test {

using namespace tacit::cli;
using Catch::Matchers::Contains;

static constexpr double gap = std::numeric_limits<double>::quiet_NaN();

static Figure figure() {
  return {.id = "f",
          .title = "it's $\\beta_1$",
          .x = {.name = "beta", .label = "$\\beta$", .scale = Scale::log, .base = 2},
          .y = {.label = "loss", .scale = Scale::log},
          .series = {{.name = "ogd",
                      .x = {1, 2, 4},
                      .y = {0.5, gap, 0.25},
                      .low = {0.4, gap, 0.2},
                      .high = {0.6, gap, 0.3},
                      .diverged = {2}},
                     {.name = "implicit", .label = "Implicit", .x = {1, 8}, .y = {1e-3, 1e3}}}};
}

TEST_CASE("a figure's CSV has a row for each x of any series") {
  CHECK(figure_csv(figure()) ==
        "beta,ogd,ogd_low,ogd_high,ogd_diverged,implicit\n"
        "1,0.5,0.4,0.6,,0.001\n"
        "2,NaN,NaN,NaN,1,\n"
        "4,0.25,0.2,0.3,,\n"
        "8,,,,,1000\n");
}

TEST_CASE("a figure's script has its scales and the colours of its learners") {
  const std::string script = figure_script(figure());
  CHECK_THAT(script, Contains("set logscale x 2\n"));
  CHECK_THAT(script, Contains("set format x '2^{%L}'"));
  CHECK_THAT(script, Contains("set title 'it''s β_1'"));
  CHECK_THAT(script, Contains("using 1:3:4 skip 1 with filledcurves fc rgb '#0072b2'"));
  CHECK_THAT(script, Contains("using 1:6 skip 1 with linespoints pt 7 ps 0.25 lc rgb '#56b4e9' lw 2 dt (12,5) title 'Implicit'"));
}

TEST_CASE("an axis ends where it is told to if values go further") {
  Figure cut = figure();
  cut.y.high = 10;
  CHECK_THAT(figure_script(cut),
             Contains("set yrange [0.000691830971:19.9526231]"));  // four decades: 10^-3.16 to 10^1.30, the marks included
  cut.y.high = 1e9;
  CHECK(figure_script(cut) == figure_script(figure()));
}

TEST_CASE("a table's CSV has numbers in full and quotes where it must") {
  const Table table{.columns = {{.title = "data, set"}, {.title = "loss"}},
                    .rows = {{{.text = "a\"b"}, {.text = "0.33", .value = 1.0 / 3}}, {{.text = "c"}, {}}}};
  CHECK(table_csv(table) == "\"data, set\",loss\n\"a\"\"b\",0.3333333333333333\nc,\n");
}

TEST_CASE("figures are drawn in three formats and linked to") {
  const Scratch scratch;
  std::vector<Figure> figures{figure(), {.id = "empty", .x = {.scale = Scale::log}}, {.id = "one"}};
  figures[2].series = {{.name = "a_b", .x = {1}, .y = {1}}};
  REQUIRE(write_figure_files(figures, scratch.path("")));
  for (const auto& drawn : figures) {
    CHECK(scratch.read(drawn.id + ".svg").starts_with("<?xml"));
    CHECK(scratch.read(drawn.id + ".pdf").starts_with("%PDF"));
    CHECK(scratch.read(drawn.id + ".png").substr(1, 3) == "PNG");
    REQUIRE(drawn.links.size() == 5);
    for (const auto& link : drawn.links) CHECK(scratch.has(link.href));
  }
  CHECK(scratch.files() == 15);
}

TEST_CASE("a figure whose name begins with a dash is drawn, and one that is not drawn is no success") {
  const Scratch scratch;
  for (const char* name : {"-p", "--help", "-e"}) {
    std::vector<Figure> figures{figure()};
    figures[0].id = name;
    CHECK(write_figure_files(figures, scratch.path("")));
    CHECK(figures[0].links.size() == 5);
    for (const auto& link : figures[0].links) CHECK(scratch.has(link.href));
  }
  std::vector<Figure> figures{figure()};
  std::filesystem::create_directories(scratch.path("f.svg/in the way"));
  CHECK_FALSE(write_figure_files(figures, scratch.path("")));
  for (const auto& link : figures[0].links) CHECK(link.title != "SVG");
}

TEST_CASE("a key of many titles has room, so that gnuplot has nothing to warn of") {
  const auto height = [](std::size_t count, const char* name) {
    Figure many{.id = "many"};
    for (std::size_t i = 0; i < count; ++i) many.series.push_back({.name = name, .x = {1, 2}, .y = {1, 2}});
    return figure_script(many);
  };
  CHECK_THAT(height(4, "ada-implicit"), Contains("svg enhanced size 560,400 ") && Contains("size 9cm,6.5cm"));
  CHECK_THAT(height(8, "centred adaptive"), Contains("svg enhanced size 560,440 ") && Contains("size 9cm,7.2cm"));
  CHECK_THAT(height(15, "truncated+gradient-norm"), Contains("svg enhanced size 560,660 "));
}

TEST_CASE("TeX becomes enhanced text and other text stays as it is") {
  CHECK(enhanced_text("cpusmall_scale {a} 5^2") == "cpusmall\\_scale \\{a\\} 5\\^2");
  CHECK(enhanced_text("$2^{-20} \\le \\lambda_t$") == "2^{−20} ≤ λ_{/:Italic t}");
  CHECK(enhanced_text("$\\log x$, \\$5 and $") == "log {/:Italic x}, $5 and $");
}

TEST_CASE("every learner has a colour") {
  CHECK(learner_look("ada-implicit").colour == "#d55e00");
  CHECK(learner_look("implicit").dashed);
  CHECK(learner_look("of another").colour.size() == 7);
}

}  // namespace figure_files_test
