#include "tacit/data/jsonl.hpp"

#include <fmt/format.h>
#include <simdjson.h>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include <algorithm>
#include <array>
#include <bit>
#include <span>
#include <utility>
#include <vector>

#include "json_keys.hpp"
#include "json_trouble.hpp"
#include "odd_bytes.hpp"
#include "special_fields.hpp"
#include "tacit/data/decimal.hpp"
#include "tacit/data/row_builder.hpp"

namespace tacit {

namespace ondemand = simdjson::ondemand;

namespace {

static_assert(TextBlock::padding >= simdjson::SIMDJSON_PADDING);

constexpr std::string_view any_value = "a number, a string, true, false, null, an object or an array";
constexpr std::string_view rest_of_object = "\"key\": value with commas between, then }";
constexpr std::string_view rest_of_array = "values with commas between, then ]";

// The string that begins behind this quote, if it has no escapes. The parser has found its end before, so there is one.
std::optional<std::string_view> bare_string(const char* begin) {
#ifdef __SSE2__
  const auto mask_of = [](__m128i bytes, char c) { return _mm_movemask_epi8(_mm_cmpeq_epi8(bytes, _mm_set1_epi8(c))); };
  for (const char* p = begin;; p += sizeof(__m128i)) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
    const auto found = static_cast<unsigned>(mask_of(bytes, '"') | mask_of(bytes, '\\'));
    if (found == 0) continue;
    p += std::countr_zero(found);
    if (*p == '\\') return std::nullopt;
    return std::string_view(begin, static_cast<std::size_t>(p - begin));
  }
#else
  const char* p = begin;
  while (*p != '"' && *p != '\\') ++p;
  if (*p == '\\') return std::nullopt;
  return std::string_view(begin, static_cast<std::size_t>(p - begin));
#endif
}

// Thrown and caught within a line.
struct Refusal {
  const char* at;
  std::string what;
};

// A field with a meaning, found by its name in the first row that has one of the names.
struct SpecialField {
  std::span<const std::string_view> names;
  std::optional<std::string> found;
  std::size_t rank = label_names.size();  // of the best name in the row at hand
  std::string candidate{};

  void look(std::string_view key) {
    if (found) return;
    for (std::size_t i = 0; i < std::min(rank, names.size()); ++i) {
      if (same_letters(key, names[i])) {
        rank = i;
        candidate = key;
      }
    }
  }
};

}  // namespace

// Nothing of a refused row stays: no name, nor what it says about the label's field.
class JsonLinesParser::Rows {
 public:
  Rows(ParserContext context, JsonLinesSettings settings)
      : context_(std::move(context)), label_{label_names, std::move(settings.label_field)}, weight_{weight_names, {}} {}

  void parse(TextBlock block, Dataset& rows);

 private:
  struct Feature {
    std::size_t name;  // where in names_
    std::size_t size;
    double value;
  };

  void read_line(std::string_view line);
  void append(std::uint64_t number, Dataset& rows);
  void read_object(ondemand::object object, unsigned depth);
  void read_value(ondemand::value value, const char* at, unsigned depth);
  void read_array(ondemand::array array, const char* at);
  double read_number(ondemand::value value, const char* at);
  std::string_view read_string(ondemand::value value, const char* at);
  void read_label(ondemand::value value, const char* at);
  void read_weight(ondemand::value value, const char* at);
  void add_category(std::string_view value);
  void add(double value) {
    features_.push_back({names_.size(), name_.size(), value});
    names_ += name_;
  }
  void check(simdjson::error_code error, const char* at, std::string_view expected = any_value) const;
  [[noreturn]] void refuse_rest(const char* at) const;
  std::string found(const char* at) const;
  std::string found_value(const char* at) const;
  const char* stopped();

  ParserContext context_;
  SpecialField label_;
  SpecialField weight_;

  ondemand::parser parser_;
  ondemand::document document_;
  std::string_view line_;
  std::size_t objects_ = 0;
  json::Keys keys_;
  std::string name_;  // of the value being read: the keys that lead to it
  std::string names_;
  std::vector<Feature> features_;
  std::optional<double> label_value_;
  double weight_value_ = 1;
  RowBuilder builder_;
};

void JsonLinesParser::Rows::parse(TextBlock block, Dataset& rows) {
  std::string_view text = block.text;
  for (std::uint64_t number = block.line; !text.empty(); ++number) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    const std::size_t names = context_.names->dictionary().size();
    const bool label_known = label_.found.has_value();
    const bool weight_known = weight_.found.has_value();
    try {
      read_line(line);
      append(number, rows);
    } catch (const Refusal& refusal) {
      context_.names->forget_behind(names);
      if (!label_known) label_.found.reset();
      if (!weight_known) weight_.found.reset();
      const std::uint64_t column = refusal.at == nullptr ? 0 : static_cast<std::uint64_t>(refusal.at - line.data()) + 1;
      context_.complaints->add({context_.name, number, column}, refusal.what);
    }
  }
}

void JsonLinesParser::Rows::append(std::uint64_t number, Dataset& rows) {
  builder_.clear();
  for (const Feature& feature : features_) {
    if (feature.value == 0) continue;
    const auto index = context_.names->index(std::string_view(names_).substr(feature.name, feature.size));
    if (index) builder_.add(*index, feature.value);
  }
  if (!builder_.finish(label_value_.value_or(0), weight_value_, number, context_.bias, rows))
    throw Refusal{nullptr, std::string(RowBuilder::no_sum)};
  if (const auto fault = context_.refuse_last(rows)) throw Refusal{nullptr, *fault};
}

// What stands here, for messages.
std::string JsonLinesParser::Rows::found(const char* at) const {
  const std::string_view rest = line_.substr(static_cast<std::size_t>(at - line_.data()));
  return rest.empty() ? "the end of the line" : shown(rest);
}

// The same, but only as far as a value without blanks goes.
std::string JsonLinesParser::Rows::found_value(const char* at) const {
  const std::string_view rest = line_.substr(static_cast<std::size_t>(at - line_.data()));
  return rest.empty() ? "the end of the line" : shown(rest.substr(0, std::max<std::size_t>(1, rest.find_first_of(" \t,]}"))));
}

void JsonLinesParser::Rows::check(simdjson::error_code error, const char* at, std::string_view expected) const {
  const auto fail = [&](std::size_t place, std::string what) { throw Refusal{line_.data() + place, std::move(what)}; };
  const auto byte = [&](std::size_t place) { return shown(line_.substr(place, 1)); };
  switch (error) {
    case simdjson::SUCCESS:
      return;
    case simdjson::UTF8_ERROR: {
      const std::size_t place = find_no_utf8(line_);
      return fail(place, odd_byte(line_, place));
    }
    case simdjson::UNCLOSED_STRING:
      return fail(json::find_unclosed_string(line_), "this string is never closed; expected a quote at its end");
    case simdjson::UNESCAPED_CHARS: {
      const std::size_t place = json::find_control_character(line_);
      const unsigned code = place < line_.size() ? static_cast<unsigned char>(line_[place]) : 0U;
      return fail(place, fmt::format("found {} inside a string; expected control characters as \\u{:04x}", byte(place), code));
    }
    case simdjson::STRING_ERROR: {
      const std::size_t place = json::find_bad_escape(line_, static_cast<std::size_t>(at - line_.data()));
      if (place == line_.size()) throw Refusal{at, "this string has half a pair of \\u escapes; expected both"};
      return fail(place, fmt::format("found {}; expected one of the escapes of JSON", shown(line_.substr(place, 2))));
    }
    case simdjson::INCOMPLETE_ARRAY_OR_OBJECT:
      if (at == line_.data() + line_.find('{')) {  // of the outermost object, which may have ended before
        const std::size_t end = json::find_object_end(line_);
        const std::size_t rest = std::min(line_.find_first_not_of(" \t", end), line_.size());
        if (rest < line_.size()) refuse_rest(line_.data() + rest);
        at = line_.data() + line_.size();
      }
      break;
    case simdjson::MEMALLOC:
      throw std::bad_alloc();
    default:
      break;
  }
  throw Refusal{at, fmt::format("found {}; expected {}", found(at), expected)};
}

void JsonLinesParser::Rows::refuse_rest(const char* at) const {
  throw Refusal{at, fmt::format("found {} behind the object; expected one object a line", found(at))};
}

// Where reading stopped, which is the end of the line if there is nothing left.
const char* JsonLinesParser::Rows::stopped() {
  const char* at = nullptr;
  return document_.current_location().get(at) == simdjson::SUCCESS ? at : line_.data() + line_.size();
}

void JsonLinesParser::Rows::read_line(std::string_view line) {
  line_ = line;
  label_.rank = weight_.rank = label_names.size();
  const char* const at = line.data() + line.find_first_not_of(" \t\r");
  check(parser_.iterate(line.data(), line.size(), line.size() + simdjson::SIMDJSON_PADDING).get(document_), at);
  keys_.clear();
  objects_ = 0;
  name_.clear();
  names_.clear();
  features_.clear();
  label_value_.reset();
  weight_value_ = 1;
  if (*at != '{') throw Refusal{at, fmt::format("found {}; expected an object: {{\"label\": 1, ...}}", found(at))};
  ondemand::object object;
  check(document_.get_object().get(object), at, rest_of_object);
  read_object(object, 1);
  if (const char* const rest = stopped(); rest != line.data() + line.size()) refuse_rest(rest);
  if (label_.rank < label_.names.size() || weight_.rank < weight_.names.size()) {
    if (label_.rank < label_.names.size()) label_.found = label_.candidate;
    if (weight_.rank < weight_.names.size()) weight_.found = weight_.candidate;
    read_line(line);  // once more, now knowing which fields these are
    return;
  }
  if (!label_value_ && context_.labelled) {
    throw Refusal{at, label_.found ? fmt::format("the row has no label; expected a field {}", shown(*label_.found))
                                   : "the row has no label; expected a field label, target, class or y, or another one "
                                     "given with --label-column"};
  }
}

void JsonLinesParser::Rows::read_object(ondemand::object object, unsigned depth) {
  const std::size_t number = objects_++;
  const std::size_t prefix = name_.size();
  for (auto result : object) {
    ondemand::field field;
    const auto error = std::move(result).get(field);
    if (error != simdjson::SUCCESS) check(error, stopped(), rest_of_object);
    const char* const key_at = field.key().raw() - 1;
    std::string_view key;
    if (const auto bare = bare_string(key_at + 1)) {
      key = *bare;
    } else {
      check(field.unescaped_key().get(key), key_at);
    }
    if (!keys_.insert(number, key)) throw Refusal{key_at, fmt::format("key {} is repeated; expected each key once", shown(key))};
    ondemand::value value = field.value();
    const char* const at = value.raw_json_token().data();
    if (depth == 1) {
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
    read_value(value, at, depth);
    name_.resize(prefix);
  }
}

void JsonLinesParser::Rows::read_value(ondemand::value value, const char* at, unsigned depth) {
  ondemand::json_type type{};
  check(value.type().get(type), at);
  switch (type) {
    case ondemand::json_type::number:
      add(read_number(value, at));
      break;
    case ondemand::json_type::string:
      add_category(read_string(value, at));
      break;
    case ondemand::json_type::boolean: {
      bool truth = false;
      check(value.get_bool().get(truth), at);
      add(truth ? 1 : 0);
      break;
    }
    case ondemand::json_type::null: {
      bool null = false;
      check(value.is_null().get(null), at);
      if (!null) check(simdjson::N_ATOM_ERROR, at);
      break;
    }
    case ondemand::json_type::object: {
      if (depth == deepest)
        throw Refusal{at, fmt::format("found an object {} deep inside others; expected at most {}", deepest, deepest - 1)};
      ondemand::object object;
      check(value.get_object().get(object), at);
      read_object(object, depth + 1);
      break;
    }
    case ondemand::json_type::array: {
      ondemand::array array;
      check(value.get_array().get(array), at);
      read_array(array, at);
      break;
    }
  }
}

void JsonLinesParser::Rows::read_array(ondemand::array array, const char* at) {
  const std::size_t prefix = name_.size();
  std::size_t place = 0;
  ondemand::json_type all{};
  for (auto result : array) {
    ondemand::value value;
    const auto error = std::move(result).get(value);  // NOLINT: other versions give something to move
    if (error != simdjson::SUCCESS) check(error, stopped(), rest_of_array);
    at = value.raw_json_token().data();
    ondemand::json_type type{};
    check(value.type().get(type), at);
    if (place == 0) all = type;
    if (type != all || (type != ondemand::json_type::number && type != ondemand::json_type::string))
      throw Refusal{at, fmt::format("array {}: found {}; expected all its elements to be numbers, or all strings", shown(name_),
                                    found_value(at))};
    ++place;
    if (type == ondemand::json_type::string) {
      add_category(read_string(value, at));
      continue;
    }
    name_ += '^';
    const fmt::format_int number(place);
    name_.append(number.data(), number.size());
    add(read_number(value, at));
    name_.resize(prefix);
  }
}

double JsonLinesParser::Rows::read_number(ondemand::value value, const char* at) {
  double number = 0;
  if (value.get_double().get(number) != simdjson::SUCCESS) {
    throw Refusal{at, fmt::format("found {}; expected a finite number in decimal notation", found_value(at))};
  }
  return number;
}

std::string_view JsonLinesParser::Rows::read_string(ondemand::value value, const char* at) {
  if (const auto bare = bare_string(at + 1)) {
    check(value.get_raw_json_string().error(), at);  // which moves on
    return *bare;
  }
  std::string_view text;
  check(value.get_string().get(text), at);
  return text;
}

void JsonLinesParser::Rows::add_category(std::string_view value) {
  const std::size_t prefix = name_.size();
  name_ += '=';
  name_ += value;
  add(1);
  name_.resize(prefix);
}

void JsonLinesParser::Rows::read_label(ondemand::value value, const char* at) {
  const std::size_t before = features_.size();
  ondemand::json_type type{};
  check(value.type().get(type), at);
  if (type == ondemand::json_type::string) {
    const std::string_view text = read_string(value, at);
    double number = text == "true" ? 1 : 0;
    if (text != "true" && text != "false" &&
        (text.empty() || parse_decimal(text.data(), text.data() + text.size(), number) != text.data() + text.size()))
      throw Refusal{at, fmt::format("label {}; expected a finite number, true or false", shown(text))};
    label_value_ = number;
    return;
  }
  if (type == ondemand::json_type::array || type == ondemand::json_type::object)
    throw Refusal{at, fmt::format("label {}; expected a finite number, true or false", found_value(at))};
  read_value(value, at, 1);
  if (features_.size() > before) {
    label_value_ = features_.back().value;
    features_.pop_back();
  } else if (context_.labelled) {
    throw Refusal{at, "label: found null; expected a finite number, true or false"};
  }
}

void JsonLinesParser::Rows::read_weight(ondemand::value value, const char* at) {
  ondemand::json_type type{};
  check(value.type().get(type), at);
  if (type != ondemand::json_type::number)
    throw Refusal{at, fmt::format("weight {}; expected a number from 0 up", found_value(at))};
  weight_value_ = read_number(value, at);
  if (weight_value_ < 0) throw Refusal{at, fmt::format("weight {}; expected a number from 0 up", weight_value_)};
}

JsonLinesParser::JsonLinesParser(ParserContext context, JsonLinesSettings settings)
    : rows_(std::make_unique<Rows>(std::move(context), std::move(settings))) {}
JsonLinesParser::~JsonLinesParser() = default;
void JsonLinesParser::parse(TextBlock block, Dataset& rows) { rows_->parse(block, rows); }

}  // namespace tacit
