#include "cli/report/report.hpp"

#include <nlohmann/json.hpp>

#include "cli/report/learner_look.hpp"
#include "cli/report/report_page.hpp"
#include "tacit/core/legible.hpp"
#include "tacit/data/output_file.hpp"

namespace tacit::cli {

using Json = nlohmann::ordered_json;

static void to_json(Json& json, const Cell& cell) {
  if (!cell.best && (!cell.value || cell.text.empty())) {
    json = cell.value ? Json(*cell.value) : Json(cell.text);
    return;
  }
  if (cell.value) json["value"] = *cell.value;
  if (!cell.text.empty()) json["text"] = cell.text;
  json["best"] = cell.best;
}

static void to_json(Json& json, const Column& column) { json = {{"title", column.title}, {"align", column.align}}; }

static void to_json(Json& json, const Table& table) {
  json = {{"id", table.id},           {"section", table.section}, {"title", table.title}, {"caption", table.caption},
          {"columns", table.columns}, {"rows", table.rows},       {"csv", table.csv}};
}

static void to_json(Json& json, const Axis& axis) {
  json = {{"label", axis.label}, {"scale", axis.scale == Scale::log ? "log" : "linear"}, {"base", axis.base}};
  if (axis.low) json["low"] = *axis.low;
  if (axis.high) json["high"] = *axis.high;
}

static void to_json(Json& json, const Series& series) {
  const LearnerLook look = learner_look(series.name);
  json = {
      {"name", series.name}, {"label", label_of(series)}, {"colour", look.colour}, {"dashed", look.dashed},      {"x", series.x},
      {"y", series.y},       {"low", series.low},         {"high", series.high},   {"diverged", series.diverged}};
}

static void to_json(Json& json, const Link& link) { json = {{"title", link.title}, {"href", link.href}}; }

static void to_json(Json& json, const Figure& figure) {
  json = {{"id", figure.id}, {"section", figure.section}, {"title", figure.title}, {"caption", figure.caption}, {"x", figure.x},
          {"y", figure.y},   {"series", figure.series},   {"links", figure.links}};
}

static void to_json(Json& json, const Fact& fact) { json = {{"name", fact.name}, {"value", fact.value}}; }

// Makes every text legible.
static void make_legible(Json& json) {
  if (json.is_string()) {
    json = legible(json.get_ref<const std::string&>());
  } else if (json.is_structured()) {
    for (Json& part : json) make_legible(part);
  }
}

std::string report_json(const Report& report) {
  Json json = {{"title", report.title},     {"subtitle", report.subtitle}, {"version", report.version},
               {"command", report.command}, {"seconds", report.seconds},   {"configuration", report.configuration},
               {"notes", report.notes},     {"sections", report.sections}, {"tables", report.tables},
               {"figures", report.figures}};
  make_legible(json);
  const std::string text = json.dump();
  // A script element would end at "</script" and change its rules at "<!--"; without '<' it does neither.
  std::string safe;
  safe.reserve(text.size());
  for (const char c : text) {
    if (c == '<') {
      safe += "\\u003c";
    } else {
      safe += c;
    }
  }
  return safe;
}

void write_report(const Report& report, const std::filesystem::path& folder) {
  OutputFile file((folder / "index.html").string());
  file.write(page_before_report);
  file.write(report_json(report));
  file.write(page_after_report);
  file.commit();
}

}  // namespace tacit::cli
