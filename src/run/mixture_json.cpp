#include "run/mixture_json.hpp"

#include <fmt/format.h>

#include <charconv>
#include <limits>
#include <map>

#include "tacit/data/data_error.hpp"

namespace tacit {

namespace {

double number(const Json& value, const std::string& name, std::string_view where) {
  if (!value.is_number()) throw DataError(fmt::format("{}: {} is not a number", name, where));
  return value.get<double>();
}

Index feature(std::string_view text, const std::string& name) {
  Index index = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), index);
  if (error != std::errc{} || stop != text.data() + text.size()) {
    throw DataError(
        fmt::format("{}: '{}' is not a feature's number from 0 to {}", name, text, std::numeric_limits<Index>::max()));
  }
  return index;
}

}  // namespace

Json mixture_to_json(const MixtureState& state, Weights table) {
  Json object;
  object["numbers"] = Json::object();
  for (const auto& [name, value] : state.numbers) object["numbers"].push_back({name, value});
  object["common"] = Json::array();
  for (const auto& [index, mean, metric] : state.common) object["common"].push_back({index, mean, metric});
  if (table == Weights::left_out) return object;
  object["table"] = Json::object();
  constexpr auto width = static_cast<std::ptrdiff_t>(MixtureState::numbers_a_feature);
  auto row = state.table.begin();
  for (const Index index : state.features) {
    object["table"].push_back({std::to_string(index), std::vector<double>(row, row + width)});
    row += width;
  }
  return object;
}

MixtureState mixture_from_json(const Json& object, const std::string& name, Weights table) {
  const auto part = [&](const char* key, Json::value_t type) -> const Json& {
    const auto found = object.find(key);
    if (found == object.end() || found->type() != type)
      throw DataError(
          fmt::format("{}: '{}' is missing or not {}", name, key, type == Json::value_t::array ? "a list" : "an object"));
    return *found;
  };
  if (!object.is_object()) throw DataError(fmt::format("{}: not a JSON object", name));
  MixtureState state;
  for (const auto& [key, value] : part("numbers", Json::value_t::object).items())
    state.numbers.emplace_back(key, number(value, name, key));
  for (const Json& entry : part("common", Json::value_t::array)) {
    if (!entry.is_array() || entry.size() != 3 || !entry[0].is_number_unsigned() ||
        entry[0].get<std::uint64_t>() > std::numeric_limits<Index>::max())
      throw DataError(fmt::format("{}: 'common' holds something other than [feature, mean, metric]", name));
    state.common.push_back({entry[0].get<Index>(), number(entry[1], name, "a mean"), number(entry[2], name, "a metric")});
  }
  if (table == Weights::left_out) return state;
  std::map<Index, const Json*> rows;  // in whatever order they come
  for (const auto& [key, row] : part("table", Json::value_t::object).items()) {
    if (!rows.emplace(feature(key, name), &row).second)
      throw DataError(fmt::format("{}: feature '{}' is given twice", name, key));
  }
  for (const auto& [index, numbers] : rows) {
    const Json& row = *numbers;
    state.features.push_back(index);
    if (!row.is_array() || row.size() != MixtureState::numbers_a_feature)
      throw DataError(fmt::format("{}: feature {} needs {} numbers", name, index, MixtureState::numbers_a_feature));
    for (const Json& value : row) state.table.push_back(number(value, name, fmt::format("a number of feature {}", index)));
  }
  return state;
}

}  // namespace tacit
