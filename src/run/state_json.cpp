#include "run/state_json.hpp"

#include <array>
#include <cmath>
#include <limits>
#include <set>

namespace tacit {

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
  for (std::size_t output = 0; output < weights.size(); ++output) {
    if (name == "unscaled" || name == fmt::format("unscaled/{}", output)) return numbers_of(weights[output]);
  }
  return {};
}

Json row_of(const FeatureNumbers& table, std::size_t i) {
  const double* numbers = table.numbers.data() + i * table.width;
  return table.width == 1 ? Json(*numbers) : Json(std::vector<double>(numbers, numbers + table.width));
}

Json to_json(double number) { return number; }
template <class T>
Json to_json(const std::vector<T>& array) {
  return array;
}
Json to_json(const FeatureNumbers& table) {
  if (table.sorted) {
    Json::object_t object;
    object.reserve(table.features.size());
    for (std::size_t i = 0; i < table.features.size(); ++i)
      object.emplace_back(std::to_string(table.features[i]), row_of(table, i));
    return object;
  }
  Json list = Json::array();
  for (std::size_t i = 0; i < table.features.size(); ++i) {
    Json row = Json::array({table.features[i]});
    for (std::size_t k = 0; k < table.width; ++k) row.push_back(table.numbers[i * table.width + k]);
    list.push_back(std::move(row));
  }
  return list;
}

void read(const Fields& fields, std::string_view key, double& number) { number = fields.real(key); }
void read(const Fields& fields, std::string_view key, std::vector<double>& array) {
  array.clear();
  for (const ReadJson& value : fields.list(key)) array.push_back(fields.number(value, key));
}

bool is_index(const ReadJson& value) {
  return value.is_number_unsigned() && value.get<std::uint64_t>() <= std::numeric_limits<Index>::max();
}
void read(const Fields& fields, std::string_view key, std::vector<Index>& array) {
  array.clear();
  for (const ReadJson& value : fields.list(key)) {
    if (!is_index(value)) fields.fail("'{}' holds something other than counts", key);
    array.push_back(value.get<Index>());
  }
}

void read_sorted(const Fields& fields, std::string_view key, FeatureNumbers& table) {
  std::map<Index, const ReadJson*> rows;  // in whatever order they come
  for (const auto& [feature, row] : fields.object(key).items()) {
    if (!rows.emplace(fields.index(feature, 0), &row).second) fields.fail("'{}': feature '{}' is given twice", key, feature);
  }
  for (const auto& [feature, row] : rows) {
    if (table.width == 1) {
      const double number = fields.number(*row, key);
      if (number == 0) continue;  // a weight of 0 is none
      table.features.push_back(feature);
      table.numbers.push_back(number);
      continue;
    }
    table.features.push_back(feature);
    if (!row->is_array() || row->size() != table.width)
      fields.fail("'{}': feature {} needs {} numbers", key, feature, table.width);
    for (const ReadJson& value : *row) table.numbers.push_back(fields.number(value, key));
  }
}

void read(const Fields& fields, std::string_view key, FeatureNumbers& table) {
  table.features.clear();
  table.numbers.clear();
  if (table.sorted) return read_sorted(fields, key, table);
  for (const ReadJson& row : fields.list(key)) {
    if (!row.is_array() || row.size() != table.width + 1 || !is_index(row[0]))
      fields.fail("'{}' holds something other than [feature, {} numbers]", key, table.width);
    table.features.push_back(row[0].get<Index>());
    for (std::size_t k = 1; k < row.size(); ++k) table.numbers.push_back(fields.number(row[k], key));
  }
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
      if (fields.find(name) != nullptr) group(std::string(name));
    }
  }

  void take(const std::string& name, LearnerState::Value& value) {
    const std::size_t slash = name.rfind('/');
    const std::string key = slash == std::string::npos ? name : name.substr(slash + 1);
    if (slash == std::string::npos) groups_.at("").keys.insert(key);
    if (may_be_missing(value) && !has(name)) {
      value = when_missing(name, weights_);
      return;
    }
    Group& group = this->group(slash == std::string::npos ? "" : name.substr(0, slash));
    group.keys.insert(key);
    std::visit([&](auto& held) { read(group.fields, key, held); }, value);
  }

  void refuse_other_keys() const {
    for (const auto& [name, group] : groups_) {
      group.fields.for_each_key([&, &group = group](const std::string& key) {
        if (group.keys.contains(key)) return;
        const std::vector<std::string_view> names(group.keys.begin(), group.keys.end());
        group.fields.fail("{}", unknown_name("key", names, key));
      });
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
      if (fields.find(name.substr(0, at)) == nullptr) return false;
      fields = fields.within(name.substr(0, at));
      name.remove_prefix(at + 1);
    }
    return fields.find(name) != nullptr;
  }

  std::span<const SparseWeights> weights_;
  std::map<std::string, Group, std::less<>> groups_;
};

}  // namespace

Json state_to_json(const LearnerState& state, std::span<const SparseWeights> weights, Parts parts) {
  Json object;
  for (const auto group : always_there) object[std::string(group)] = Json::object();
  for (const auto& [name, value] : state.parts()) {
    if (!is_here(value, parts)) continue;
    if (may_be_missing(value) && std::get<FeatureNumbers>(value) == when_missing(name, weights)) continue;
    Json* group = &object;
    std::string_view rest = name;
    for (std::size_t slash = rest.find('/'); slash != std::string_view::npos; slash = rest.find('/')) {
      group = &(*group)[std::string(rest.substr(0, slash))];
      rest.remove_prefix(slash + 1);
    }
    if (group->is_null()) *group = Json::object();
    group->get_ref<Json::object_t&>().emplace_back(std::string(rest),
                                                   std::visit([](const auto& held) { return to_json(held); }, value));
  }
  return object;
}

LearnerState state_from_json(const Fields& fields, LearnerState expected, std::span<const SparseWeights> weights, Parts parts) {
  StateReader reader(fields, weights);
  for (const auto& [name, value] : expected.parts()) {
    if (is_here(value, parts)) reader.take(name, *expected.find(name));
  }
  reader.refuse_other_keys();
  return expected;
}

}  // namespace tacit
