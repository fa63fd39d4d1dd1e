#include "data/formats/jsonl/object_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "data/formats/jsonl/bare_string.hpp"
#include "data/formats/jsonl/parser.hpp"
#include "tacit/core/legible.hpp"
#include "tacit/data/missing.hpp"

namespace tacit::json {

namespace ondemand = simdjson::ondemand;

static_assert(TextBlock::padding >= simdjson::SIMDJSON_PADDING);

// The place where reading stopped: the end of the line if nothing is left.
const char* ObjectReader::stopped() {
  const char* at = nullptr;
  return document_.current_location().get(at) == simdjson::SUCCESS ? at : line_.end();
}

void ObjectReader::read(std::string_view line) {
  label_known_ = label_.found.has_value();
  weight_known_ = weight_.found.has_value();
  read_fields(line);
  const bool label_settled = label_.settle();
  const bool weight_settled = weight_.settle();
  if ((label_settled || weight_settled) && sets_apart_) require_own_fields();
  if (label_settled || weight_settled) read_fields(line);  // once more, as it is now known which fields these are
  const char* const at = line.data() + line.find_first_not_of(" \t\r");
  if (time_field_ || group_field_) require_marks(at);
  if (label_value_ || !context_.labelled) return;
  if (label_.found)
    throw Refusal{
        at, fmt::format("the row has no label; expected a field {}, as rows without one are for predict", shown(*label_.found))};
  throw Refusal{at, say(fmt::format("the row has no label; expected a field {}, or another one given with ", usual_label_names()),
                        mention("label-column"))};
}

void ObjectReader::forget_row() {
  if (!label_known_) label_.found.reset();
  if (!weight_known_) weight_.found.reset();
}

void ObjectReader::read_fields(std::string_view line) {
  line_ = {line};
  label_.begin_row();
  weight_.begin_row();
  keys_.clear();
  objects_ = 0;
  name_.clear();
  names_.clear();
  features_.clear();
  fields_.clear();
  label_value_.reset();
  weight_value_ = 1;
  id_.clear();
  mark_ = {};
  const char* const at = line.data() + line.find_first_not_of(" \t\r");
  line_.check(parser_.iterate(line.data(), line.size(), line.size() + simdjson::SIMDJSON_PADDING).get(document_), at);
  if (*at != '{') throw Refusal{at, fmt::format("found {}; expected an object: {{\"label\": 1, ...}}", line_.found(at))};
  ondemand::object object;
  line_.check(document_.get_object().get(object), at, rest_of_object);
  read_object(object, 1);
  if (const char* const rest = stopped(); rest != line_.end()) line_.refuse_rest(rest);
}

// A key can make another field's name only if it holds what joins names, perhaps escaped. Within a field, an array may hold a
// word twice. A feature of value 0 is none.
void ObjectReader::require_own_names(std::string_view line) {
  const auto holds = [line](char c) { return line.find(c) != std::string_view::npos; };
  if (!holds('^') && !holds('=') && !holds('\\')) return;
  notes_fields_ = true;
  read_fields(line);
  notes_fields_ = false;
  by_name_.clear();
  for (std::size_t i = 0; i < features_.size(); ++i) {
    if (features_[i].value != 0) by_name_.push_back(i);
  }
  std::ranges::sort(by_name_, {}, [this](std::size_t i) { return std::pair(name(features_[i]), i); });
  const auto field_of = [this](std::size_t i) { return std::ranges::upper_bound(fields_, i, {}, &Field::first) - 1; };
  for (std::size_t k = 1; k < by_name_.size(); ++k) {
    const std::string_view called = name(features_[by_name_[k]]);
    const auto field = field_of(by_name_[k]);
    if (called == name(features_[by_name_[k - 1]]) && field != field_of(by_name_[k - 1]))
      throw Refusal{field->at, fmt::format("two fields make the name {}; expected names that differ", shown(called))};
  }
}

bool ObjectReader::is_ignored(std::string_view key) {
  const auto found = std::ranges::find(ignored_, key);
  if (found == ignored_.end()) return false;
  met_[static_cast<std::size_t>(found - ignored_.begin())] = true;
  return true;
}

// Ignores a field, or takes it as the id, the time or the group; false if it is none of these. The label and the weight must not
// be found there unnoticed.
[[gnu::noinline]] bool ObjectReader::set_apart(std::string_view key, ondemand::value value, const char* at) {
  if (is_ignored(key)) return true;
  if (key != id_field_ && key != time_field_ && key != group_field_) return false;
  label_.look(key);
  weight_.look(key);
  if (key == time_field_) {
    read_time(value, at);
  } else if (key == group_field_) {
    read_group(key, value, at);
  } else {
    read_id(value, at);
  }
  return true;
}

std::vector<std::string_view> ObjectReader::never_met() const {
  std::vector<std::string_view> names;
  for (std::size_t i = 0; i < ignored_.size(); ++i) {
    if (!met_[i]) names.emplace_back(ignored_[i]);
  }
  return names;
}

void ObjectReader::read_object(ondemand::object object, unsigned depth) {
  const std::size_t number = objects_++;
  const std::size_t prefix = name_.size();
  for (auto result : object) {
    ondemand::field field;
    const auto error = std::move(result).get(field);
    if (error != simdjson::SUCCESS) line_.check(error, stopped(), rest_of_object);
    const char* const key_at = field.key().raw() - 1;
    std::string_view key;
    if (const auto bare = bare_string(key_at + 1)) {
      key = *bare;
    } else {
      line_.check(field.unescaped_key().get(key), key_at);
    }
    if (!keys_.insert(number, key)) throw Refusal{key_at, fmt::format("key {} is repeated; expected each key once", shown(key))};
    ondemand::value value = field.value();
    const char* const at = value.raw_json_token().data();
    if (depth == 1) {
      if (sets_apart_ && set_apart(key, value, at)) [[unlikely]]
        continue;
      label_.look(key);
      weight_.look(key);
      if (label_.found && key == *label_.found) {
        read_label(value, at);
        continue;
      }
      if (weight_.found && key == *weight_.found) {
        read_weight(value, at);
        continue;
      }
    } else {
      name_ += '^';
    }
    name_ += key;
    if (notes_fields_) fields_.push_back({features_.size(), key_at});
    read_value(value, at, depth);
    name_.resize(prefix);
  }
}

void ObjectReader::read_value(ondemand::value value, const char* at, unsigned depth) {
  ondemand::json_type type{};
  line_.check(value.type().get(type), at);
  switch (type) {
    case ondemand::json_type::number:
      add(read_number(value, at));
      break;
    case ondemand::json_type::string:
      if (const auto text = read_string(value, at); is_missing(text)) {
        add(missing_mark);
      } else {
        add_category(text);
      }
      break;
    case ondemand::json_type::boolean: {
      bool truth = false;
      line_.check(value.get_bool().get(truth), at);
      add(truth ? 1 : 0);
      break;
    }
    case ondemand::json_type::null:
      read_null(value, at);
      add(missing_mark);
      break;
    case ondemand::json_type::object: {
      if (depth == JsonLinesParser::deepest)
        throw Refusal{at, fmt::format("found an object {} deep inside others; expected at most {}", JsonLinesParser::deepest,
                                      JsonLinesParser::deepest - 1)};
      ondemand::object object;
      line_.check(value.get_object().get(object), at);
      read_object(object, depth + 1);
      break;
    }
    case ondemand::json_type::array: {
      ondemand::array array;
      line_.check(value.get_array().get(array), at);
      read_array(array, at);
      break;
    }
  }
}

void ObjectReader::read_null(ondemand::value value, const char* at) {
  bool null = false;
  line_.check(value.is_null().get(null), at);
  if (!null) line_.check(simdjson::N_ATOM_ERROR, at);
}

void ObjectReader::read_array(ondemand::array array, const char* at) {
  const std::size_t prefix = name_.size();
  std::size_t place = 0;
  ondemand::json_type all{};
  for (auto result : array) {
    ondemand::value value;
    const auto error = std::move(result).get(value);  // NOLINT: other versions give something to move
    if (error != simdjson::SUCCESS) line_.check(error, stopped(), rest_of_array);
    at = value.raw_json_token().data();
    ondemand::json_type type{};
    line_.check(value.type().get(type), at);
    const bool missing = type == ondemand::json_type::null;  // the number of this place
    if (missing) type = ondemand::json_type::number;
    if (place == 0) all = type;
    if (type != all || (type != ondemand::json_type::number && type != ondemand::json_type::string))
      throw Refusal{at, fmt::format("array {}: found {}; expected all its elements to be numbers or null, or all strings",
                                    shown(name_), line_.found_value(at))};
    ++place;
    if (type == ondemand::json_type::string) {
      add_category(read_string(value, at));
      continue;
    }
    name_ += '^';
    const fmt::format_int number(place);
    name_.append(number.data(), number.size());
    if (missing) {
      read_null(value, at);
      add(missing_mark);
    } else {
      add(read_number(value, at));
    }
    name_.resize(prefix);
  }
}

double ObjectReader::read_number(ondemand::value value, const char* at) {
  double number = 0;
  if (value.get_double().get(number) != simdjson::SUCCESS) {
    throw Refusal{at, fmt::format("found {}; expected a finite number in decimal notation", line_.found_value(at))};
  }
  return number;
}

std::string_view ObjectReader::read_string(ondemand::value value, const char* at) {
  if (const auto bare = bare_string(at + 1)) {
    line_.check(value.get_raw_json_string().error(), at);  // which moves on
    return *bare;
  }
  std::string_view text;
  line_.check(value.get_string().get(text), at);
  return text;
}

void ObjectReader::add_category(std::string_view value) {
  const std::size_t prefix = name_.size();
  name_ += '=';
  name_ += value;
  add(1, false);
  name_.resize(prefix);
}

}  // namespace tacit::json
