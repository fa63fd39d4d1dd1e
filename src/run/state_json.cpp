#include "run/state_json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <set>

namespace tacit {

std::string other_width(std::size_t needed, std::size_t given) {
  return fmt::format("needs {} numbers and has {}; if another build of tacit wrote the model, train it again", needed, given);
}

namespace {

constexpr std::array<std::string_view, 2> always_there{"step_size", "weights"};  // groups, if only of nothing
constexpr std::string_view run_sums = "tally";                                   // not the learner's

bool is_here(const LearnerState::Value& value, Parts parts) {
  if (std::holds_alternative<double>(value) || parts == Parts::all) return true;
  const auto* table = std::get_if<FeatureNumbers>(&value);
  return parts == Parts::all_but_sorted && (table == nullptr || !table->sorted);
}

// Weights of single features may be missing. when_missing() says what they are then: for `unscaled` or `unscaled/OUTPUT` the
// model's weights, else none.
bool may_be_missing(const LearnerState::Value& value) {
  const auto* table = std::get_if<FeatureNumbers>(&value);
  return table != nullptr && table->width == 1 && table->sorted;
}
FeatureNumbers when_missing(std::string_view name, std::span<const SparseWeights> weights) {
  constexpr std::string_view unscaled = "unscaled";
  if (!name.starts_with(unscaled)) return {};
  name.remove_prefix(unscaled.size());
  std::size_t output = 0;
  const bool first = name.empty();
  if (!first && !name.starts_with('/')) return {};
  if (!first && std::from_chars(name.data() + 1, name.data() + name.size(), output).ptr != name.data() + name.size()) return {};
  return output < weights.size() ? numbers_of(weights[output]) : FeatureNumbers{};
}

void write(double number, JsonWriter& json) { json.number(number); }
void write(const std::vector<double>& array, JsonWriter& json) {
  json.begin_list();
  for (const double number : array) json.number(number);
  json.end_list();
}
void write(const std::vector<Index>& array, JsonWriter& json) {
  json.begin_list();
  for (const Index index : array) json.count(index);
  json.end_list();
}
void write(const FeatureNumbers& table, JsonWriter& json) {
  table.sorted ? json.begin_object() : json.begin_list();
  for (std::size_t i = 0; i < table.features.size(); ++i) {
    const std::span numbers = std::span(table.numbers).subspan(i * table.width, table.width);
    if (!table.sorted) {
      json.row(std::span(table.features).subspan(i, 1), numbers);
      continue;
    }
    json.key(table.features[i]);
    if (table.width == 1) {
      json.number(numbers[0]);
    } else {
      json.row(numbers);
    }
  }
  table.sorted ? json.end_object() : json.end_list();
}

// A part of a state as it is written, or a group of them.
struct Member {
  std::string_view key;
  const LearnerState::Value* value = nullptr;  // none: a group
  std::vector<Member> members{};

  Member& group(std::string_view name) {
    const auto found = std::ranges::find(members, name, &Member::key);
    return found != members.end() ? *found : members.emplace_back(Member{name});
  }

  void write_all(JsonWriter& json) const {
    for (const Member& member : members) {
      json.key(member.key);
      if (member.value != nullptr) {
        std::visit([&](const auto& held) { write(held, json); }, *member.value);
        continue;
      }
      json.begin_object();
      member.write_all(json);
      json.end_object();
    }
  }
};

void read(const Fields& fields, std::string_view key, double& number) { number = fields.real(key); }
void read(const Fields& fields, std::string_view key, std::vector<double>& array) {
  array.clear();
  fields.list(key).for_each([&](JsonValue value) { array.push_back(fields.number(value, key)); });
}

bool is_index(JsonValue value) { return value.whole() && *value.whole() <= std::numeric_limits<Index>::max(); }
void read(const Fields& fields, std::string_view key, std::vector<Index>& array) {
  array.clear();
  fields.list(key).for_each([&](JsonValue value) {
    if (!is_index(value)) fields.fail("'{}' holds something other than counts", key);
    array.push_back(static_cast<Index>(*value.whole()));
  });
}

void read_row(const Fields& fields, std::string_view key, Index feature, JsonValue row, FeatureNumbers& table) {
  if (table.width == 1) {
    const double number = fields.number(row, key);
    if (number == 0) return;  // a weight of 0 is none
    table.features.push_back(feature);
    table.numbers.push_back(number);
    return;
  }
  table.features.push_back(feature);
  const std::size_t given = row.is_list() ? row.size() : 1;
  if (given != table.width) fields.fail("'{}': feature {} {}", key, feature, other_width(table.width, given));
  row.for_each([&](JsonValue value) { table.numbers.push_back(fields.number(value, key)); });
}

void read_sorted(const Fields& fields, std::string_view key, FeatureNumbers& table) {
  using Row = std::pair<Index, JsonValue>;
  std::vector<Row> rows;  // in whatever order they come
  const JsonValue object = fields.object(key);
  rows.reserve(object.size());
  object.for_each_member([&](std::string_view feature, JsonValue row) { rows.emplace_back(fields.index(feature, 0), row); });
  if (!std::ranges::is_sorted(rows, {}, &Row::first)) std::ranges::sort(rows, {}, &Row::first);
  if (const auto twice = std::ranges::adjacent_find(rows, {}, &Row::first); twice != rows.end())
    fields.fail("'{}': feature '{}' is given twice", key, twice->first);
  table.features.reserve(rows.size());
  if (!rows.empty() && (table.width == 1 || rows.front().second.size() == table.width))  // as most files have it
    table.numbers.reserve(rows.size() * table.width);
  for (const auto& [feature, row] : rows) read_row(fields, key, feature, row, table);
}

void read(const Fields& fields, std::string_view key, FeatureNumbers& table) {
  table.features.clear();
  table.numbers.clear();
  if (table.sorted) return read_sorted(fields, key, table);
  fields.list(key).for_each([&](JsonValue row) {
    if (!row.is_list() || row.size() != table.width + 1 || !is_index(row.element(0)))
      fields.fail("'{}' holds something other than [feature, {} numbers]", key, table.width);
    table.features.push_back(static_cast<Index>(*row.element(0).whole()));
    bool first = true;
    row.for_each([&](JsonValue value) {
      if (!first) table.numbers.push_back(fields.number(value, key));
      first = false;
    });
  });
}

// A group of a state, or the state itself: its fields, and the keys that may stand there.
struct Group {
  Fields fields;
  std::set<std::string, std::less<>> keys;
};

class StateReader {
 public:
  StateReader(const Fields& fields, std::span<const SparseWeights> weights) : weights_(weights) {
    std::set<std::string, std::less<>> keys(always_there.begin(), always_there.end());
    keys.emplace(run_sums);
    groups_.emplace("", Group{fields, std::move(keys)});
    for (const auto name : always_there) {
      if (fields.has(name)) group(std::string(name));
    }
  }

  void take(const LearnerState::Part& part, LearnerState::Value& value) {
    const std::string& name = part.name;
    const std::size_t slash = name.rfind('/');
    const std::string key = slash == std::string::npos ? name : name.substr(slash + 1);
    if (slash == std::string::npos) groups_.at("").keys.insert(key);
    if (may_be_missing(value) && !has(name)) {
      value = when_missing(name, weights_);
      return;
    }
    if (LearnerState::is_left_out(part) && !has(name)) return;
    Group& group = this->group(slash == std::string::npos ? "" : name.substr(0, slash));
    group.keys.insert(key);
    std::visit([&](auto& held) { read(group.fields, key, held); }, value);
  }

  void refuse_other_keys() const {
    for (const auto& [name, group] : groups_) {
      group.fields.allow(std::vector<std::string_view>(group.keys.begin(), group.keys.end()));
    }
  }

 private:
  Group& group(const std::string& name) {
    if (const auto found = groups_.find(name); found != groups_.end()) return found->second;
    const std::size_t slash = name.rfind('/');
    Group& outer = group(slash == std::string::npos ? "" : name.substr(0, slash));
    const std::string key = slash == std::string::npos ? name : name.substr(slash + 1);
    outer.keys.insert(key);
    return groups_.emplace(name, Group{outer.fields.within(key), {}}).first->second;
  }

  bool has(std::string_view name) const {
    const std::size_t slash = name.find('/');
    Fields fields = groups_.at("").fields;
    for (std::size_t at = slash; at != std::string_view::npos; at = name.find('/')) {
      if (!fields.has(name.substr(0, at))) return false;
      fields = fields.within(name.substr(0, at));
      name.remove_prefix(at + 1);
    }
    return fields.has(name);
  }

  std::span<const SparseWeights> weights_;
  std::map<std::string, Group, std::less<>> groups_;
};

}  // namespace

void write_state(const LearnerState& state, std::span<const SparseWeights> weights, Parts parts, JsonWriter& json) {
  Member object{""};
  for (const auto group : always_there) object.group(group);
  for (const auto& part : state.parts()) {
    const auto& [name, value] = part;
    if (!is_here(value, parts) || LearnerState::is_left_out(part)) continue;
    if (may_be_missing(value) && std::get<FeatureNumbers>(value) == when_missing(name, weights)) continue;
    Member* group = &object;
    std::string_view rest = name;
    for (std::size_t slash = rest.find('/'); slash != std::string_view::npos; slash = rest.find('/')) {
      group = &group->group(rest.substr(0, slash));
      rest.remove_prefix(slash + 1);
    }
    group->members.push_back({rest, &value});
  }
  object.write_all(json);
}

LearnerState state_from_json(const Fields& fields, LearnerState expected, std::span<const SparseWeights> weights, Parts parts) {
  StateReader reader(fields, weights);
  for (const auto& part : expected.parts()) {
    if (is_here(part.value, parts)) reader.take(part, *expected.find(part.name));
  }
  reader.refuse_other_keys();
  return expected;
}

}  // namespace tacit
