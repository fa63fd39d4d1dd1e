// The values of fields that are more than features: label, weight, id, time and group.
#include <fmt/format.h>

#include "data/formats/jsonl/object_reader.hpp"
#include "data/text/decimal.hpp"
#include "data/text/odd_bytes.hpp"
#include "tacit/core/legible.hpp"
#include "tacit/data/data_error.hpp"

namespace tacit::json {

namespace ondemand = simdjson::ondemand;

namespace {

constexpr std::string_view number_or_truth = "a finite number, true or false";

bool is_many(ondemand::json_type type) { return type == ondemand::json_type::array || type == ondemand::json_type::object; }

[[noreturn]] void refuse_many(ondemand::json_type type, const char* at, std::string_view expected) {
  throw Refusal{
      at, fmt::format("the label is an {}; expected {}", type == ondemand::json_type::array ? "array" : "object", expected)};
}

std::string expected_word(const ParserContext& context) {
  if (context.classes != nullptr) return "a string, a number, true or false";
  return fmt::format("{} or {}", shown(context.words->negative), shown(context.words->positive));
}

}  // namespace

void ObjectReader::require_own_fields() const {
  const auto require = [&](const char* setting, const std::optional<std::string>& chosen) {
    for (const SpecialField* field : {&label_, &weight_}) {
      if (!chosen || field->found != chosen) continue;
      throw DataError(context_.name, say(mention(setting, *chosen), ": this field is the ", field == &label_ ? "label" : "weight",
                                         "; expected another"));
    }
  };
  require("id", id_field_);
  require("time", time_field_);
  require("group", group_field_);
}

void ObjectReader::require_marks(const char* at) const {
  if (time_field_ && !mark_.has_time)
    throw Refusal{at, fmt::format("the row has no time; expected a field {}", shown(*time_field_))};
  if (group_field_ && !mark_.has_group) {
    throw Refusal{at, say(fmt::format("the row has no group; expected a field {} in each row, as ", shown(*group_field_)),
                          mention("group", *group_field_), " says whose labels come before")};
  }
}

[[gnu::noinline]] void ObjectReader::read_time(ondemand::value value, const char* at) {
  ondemand::json_type type{};
  line_.check(value.type().get(type), at);
  if (type == ondemand::json_type::null) return read_value(value, at, 1);
  const bool text = type == ondemand::json_type::string;
  if (!text && type != ondemand::json_type::number)
    throw Refusal{at, fmt::format("time {}; {}", line_.found_value(at), expected_time)};
  const std::string_view said = text ? read_string(value, at) : written(value, at);
  const auto time = parse_time(said);
  if (!time) throw Refusal{at, fmt::format("time {}; {}", shown(said), expected_time)};
  mark_.time = *time;
  mark_.has_time = true;
  if (time_field_ == id_field_) take_id(said, at);
}

[[gnu::noinline]] void ObjectReader::read_group(std::string_view key, ondemand::value value, const char* at) {
  ondemand::json_type type{};
  line_.check(value.type().get(type), at);
  if (type == ondemand::json_type::null) return read_value(value, at, 1);
  if (type == ondemand::json_type::array || type == ondemand::json_type::object)
    throw Refusal{at, fmt::format("group {}; expected a string, a number, true or false", line_.found_value(at))};
  const std::string_view group = type == ondemand::json_type::string ? read_string(value, at) : written(value, at);
  if (group.empty()) return;
  if (group_field_ == id_field_) take_id(group, at);
  mark_.group = group_key(group);
  mark_.has_group = true;
  name_ = key;
  if (notes_fields_) fields_.push_back({features_.size(), at});
  add_category(group);
  name_.clear();
}

// The value as it is written, once it is known to be sound. It is no string, array or object.
std::string_view ObjectReader::written(ondemand::value value, const char* at) {
  const std::string_view token = value.raw_json_token();
  const std::size_t before = features_.size();
  read_value(value, at, 1);
  features_.resize(before);
  return token.substr(0, token.find_last_not_of(" \t\r") + 1);
}

[[gnu::noinline]] void ObjectReader::read_id(ondemand::value value, const char* at) {
  ondemand::json_type type{};
  line_.check(value.type().get(type), at);
  if (type == ondemand::json_type::array || type == ondemand::json_type::object)
    throw Refusal{at, fmt::format("id {}; expected a string, a number, true or false", line_.found_value(at))};
  if (type == ondemand::json_type::null) return read_null(value, at);
  take_id(type == ondemand::json_type::string ? read_string(value, at) : written(value, at), at);
}

void ObjectReader::take_id(std::string_view id, const char* at) {
  id_ = id;
  if (const std::size_t odd = find_odd_byte(id_, false); odd != id_.size())
    throw Refusal{at, fmt::format("id {}; expected text without control characters", shown(id_))};
}

bool ObjectReader::is_no_label(std::string_view text) const {
  return text.find_first_not_of(" \t") == text.npos || is_missing(text);
}

// A label that is missing is refused where rows need one.
void ObjectReader::require_no_label(const char* at, std::string_view found, std::string_view expected) const {
  if (context_.labelled)
    throw Refusal{at, fmt::format("the label is {}; expected {}, as rows without one are for predict", found, expected)};
}

// The word is a string, or another value as it is written.
void ObjectReader::read_label_word(ondemand::value value, const char* at) {
  ondemand::json_type type{};
  line_.check(value.type().get(type), at);
  if (type == ondemand::json_type::null) {
    read_null(value, at);
    return require_no_label(at, "null", expected_word(context_));
  }
  if (is_many(type)) refuse_many(type, at, expected_word(context_));
  const bool text = type == ondemand::json_type::string;
  const std::string_view word = text ? read_string(value, at) : written(value, at);
  if (text && is_no_label(word)) return require_no_label(at, "missing", expected_word(context_));
  label_value_ = context_.label_of(word);
  if (!label_value_) throw Refusal{at, context_.fault_of_label(word)};
}

void ObjectReader::read_label(ondemand::value value, const char* at) {
  if (context_.labels_are_words()) return read_label_word(value, at);
  const std::size_t before = features_.size();
  ondemand::json_type type{};
  line_.check(value.type().get(type), at);
  if (type == ondemand::json_type::string) {
    const std::string_view text = read_string(value, at);
    if (is_no_label(text)) return require_no_label(at, "missing", number_or_truth);
    double number = text == "true" ? 1 : 0;
    if (text != "true" && text != "false" &&
        parse_decimal(text.data(), text.data() + text.size(), number) != text.data() + text.size())
      throw Refusal{at, say(fmt::format("label {}; expected {}", shown(text), number_or_truth), advice_on_word(text))};
    label_value_ = number;
    return;
  }
  if (type == ondemand::json_type::null) {
    read_null(value, at);
    return require_no_label(at, "null", number_or_truth);
  }
  if (is_many(type)) refuse_many(type, at, number_or_truth);
  read_value(value, at, 1);
  label_value_ = features_.back().value;
  features_.resize(before);
}

void ObjectReader::read_weight(ondemand::value value, const char* at) {
  ondemand::json_type type{};
  line_.check(value.type().get(type), at);
  if (type != ondemand::json_type::number)
    throw Refusal{at, fmt::format("weight {}; expected a number from 0 up", line_.found_value(at))};
  weight_value_ = read_number(value, at);
  if (weight_value_ < 0) throw Refusal{at, fmt::format("weight {}; expected a number from 0 up", weight_value_)};
}

}  // namespace tacit::json
