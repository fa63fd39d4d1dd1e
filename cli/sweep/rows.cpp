#include "cli/sweep/rows.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "cli/output/csv_field.hpp"

namespace tacit::cli {

namespace {

using Json = nlohmann::ordered_json;
using Count = std::optional<std::uint64_t>;

std::string cell(const std::string& text) { return csv_field(text); }
std::string cell(double number) { return fmt::format("{:.17g}", number); }
std::string cell(const std::optional<double>& number) { return number ? cell(*number) : ""; }
std::string cell(std::uint64_t count) { return fmt::format("{}", count); }
std::string cell(const Count& count) { return count ? cell(*count) : ""; }
std::string cell(bool yes) { return yes ? "1" : "0"; }

Json member(const auto& value) { return value; }
Json member(double number) { return std::isfinite(number) ? Json(number) : Json(); }
Json member(const std::optional<double>& number) { return number ? member(*number) : Json(); }
Json member(const Count& count) { return count ? Json(*count) : Json(); }

}  // namespace

std::string to_csv(const std::vector<SweepRow>& rows) {
  std::string csv;
  const auto end_line = [&csv] { csv.back() = '\n'; };
  for_each_column(SweepRow(), [&](const char* name, const auto&) { csv.append(name) += ','; });
  end_line();
  for (const SweepRow& row : rows) {
    for_each_column(row, [&](const char*, const auto& value) { csv.append(cell(value)) += ','; });
    end_line();
  }
  return csv;
}

std::string to_json(const std::vector<SweepRow>& rows) {
  Json list = Json::array();
  for (const SweepRow& row : rows) {
    Json object;
    for_each_column(row, [&](const char* name, const auto& value) { object[name] = member(value); });
    list.push_back(std::move(object));
  }
  return list.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace tacit::cli
