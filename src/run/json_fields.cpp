#include "run/json_fields.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <unordered_set>

namespace tacit {

const ReadJson* Fields::find(std::string_view key) const {
  const auto found = object_->find(std::string(key));
  return found == object_->end() || found->is_null() ? nullptr : &*found;
}

const ReadJson& Fields::at(std::string_view key) const {
  const ReadJson* value = find(key);
  if (value == nullptr) fail("'{}' is missing", key);
  return *value;
}

const ReadJson& Fields::object(std::string_view key) const {
  const ReadJson& value = at(key);
  if (!value.is_object()) fail("'{}' is not an object", key);
  return value;
}

const ReadJson& Fields::list(std::string_view key) const {
  const ReadJson& value = at(key);
  if (!value.is_array()) fail("'{}' is not a list", key);
  return value;
}

double Fields::number(const ReadJson& value, std::string_view key) const {
  if (!value.is_number() || !std::isfinite(value.get<double>())) fail("'{}' is not a finite number", key);
  return value.get<double>();
}

std::uint64_t Fields::count(std::string_view key) const {
  constexpr auto most_count = static_cast<std::uint64_t>(any_count.high);
  const ReadJson& value = at(key);
  if (!value.is_number_unsigned() || value.get<std::uint64_t>() > most_count) fail("'{}' is not a count", key);
  return value.get<std::uint64_t>();
}

std::vector<std::string> Fields::texts(std::string_view key) const {
  std::vector<std::string> texts;
  if (find(key) == nullptr) return texts;
  for (const ReadJson& text : list(key)) {
    if (!text.is_string()) fail("'{}' holds something other than texts", key);
    texts.push_back(text.get<std::string>());
  }
  return texts;
}

std::pair<double, double> Fields::pair(const ReadJson& value, std::string_view key) const {
  if (!value.is_array() || value.size() != 2) fail("'{}' is not a list of two numbers", key);
  return {number(value[0], key), number(value[1], key)};
}

Index Fields::index(std::string_view text, Index smallest) const {
  std::uint64_t value = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || stop != text.data() + text.size() || value < smallest || value > std::numeric_limits<Index>::max())
    fail("'{}' is not a feature's number from {} to {}", text, smallest, std::numeric_limits<Index>::max());
  return static_cast<Index>(value);
}

SparseWeights Fields::weights(const ReadJson& object, Index smallest, const std::map<std::string, Index>& names) const {
  if (!object.is_object()) fail("weights are not an object");
  SparseWeights weights;
  for (const auto& [key, value] : object.items()) {
    const double weight = number(value, key);
    const auto named = names.find(key);
    if (!names.empty() && named == names.end() && key.find_first_not_of("0123456789") != std::string::npos)
      fail("'{}' has a weight, but 'names' lacks it", key);
    const Index i = named != names.end() ? named->second : index(key, smallest);
    if (weight != 0) weights.emplace_back(i, weight);
  }
  std::ranges::sort(weights, {}, &SparseWeights::value_type::first);
  if (std::ranges::adjacent_find(weights, {}, &SparseWeights::value_type::first) != weights.end())
    fail("a weight is given twice");
  return weights;
}

Json weights_to_json(const SparseWeights& weights, const std::vector<std::string>& names) {
  Json::object_t object;  // whose own push_back, unlike that of Json, does not look for the key among those before it
  object.reserve(weights.size());
  for (const auto& [index, value] : weights) {
    const bool named = index >= 1 && index <= names.size();
    object.emplace_back(named ? names[index - 1] : std::to_string(index), value);
  }
  return object;
}

namespace {

// Looks through JSON without building anything: what is nested too deep or given twice is refused before it takes memory. (A
// callback of the parser could do this too, but then the parser looks at all siblings at the end of each object.)
class JsonCheck final : public nlohmann::json_sax<ReadJson> {
 public:
  explicit JsonCheck(const std::string& name) : name_(name) {}

  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_unsigned(number_unsigned_t) override { return true; }
  bool number_float(number_float_t, const string_t&) override { return true; }
  bool string(string_t&) override { return true; }
  bool binary(binary_t&) override { return true; }
  bool start_object(std::size_t) override { return open(); }
  bool end_object() override { return close(); }
  bool start_array(std::size_t) override { return open(); }
  bool end_array() override { return close(); }
  bool key(string_t& key) override {
    if (!open_.back().insert(key).second) throw DataError(DataError::Kind::model, name_, fmt::format("'{}' is given twice", key));
    return true;
  }
  bool parse_error(std::size_t, const std::string&, const nlohmann::json::exception&) override { return false; }

 private:
  bool open() {
    if (open_.size() >= deepest_json)
      throw DataError(DataError::Kind::model, name_, fmt::format("objects and lists are nested more than {} deep", deepest_json));
    open_.emplace_back();
    return true;
  }
  bool close() {
    open_.pop_back();
    return true;
  }

  const std::string& name_;
  std::vector<std::unordered_set<std::string>> open_;  // the keys of each object that is open; a list has none
};

}  // namespace

ReadJson parse_json(std::string_view text, const std::string& name) {
  JsonCheck check(name);
  ReadJson::sax_parse(text, &check);  // what is no JSON at all is said below
  try {
    return ReadJson::parse(text);
  } catch (const nlohmann::json::parse_error& error) {
    throw DataError(DataError::Kind::model, name, fmt::format("not valid JSON at byte {}", error.byte));
  } catch (const nlohmann::json::out_of_range&) {
    throw DataError(DataError::Kind::model, name, "a number is beyond what a double can hold");
  }
}

}  // namespace tacit
