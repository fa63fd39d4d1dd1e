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

#include "tacit/data/row_builder.hpp"

namespace tacit {

namespace ondemand = simdjson::ondemand;

namespace {

static_assert(TextBlock::padding >= simdjson::SIMDJSON_PADDING);

constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
constexpr std::array<std::string_view, 4> label_names{"label", "target", "class", "y"};
constexpr std::array<std::string_view, 2> weight_names{"weight", "importance"};

bool same_letters(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  return a.size() == b.size() && std::ranges::equal(a, b, [&](char x, char y) { return lower(x) == lower(y); });
}

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
  const char* at;  // nullptr: the whole line
  std::string what;
};

// The keys of the objects of one line, to find those that an object repeats.
class Keys {
 public:
  void clear() {
    count_ = 0;
    ++line_;
  }

  // False if the object has the key already.
  bool insert(std::size_t object, std::string_view key) {
    if (2 * ++count_ > slots_.size()) grow();
    return place({line_, object, key});
  }

 private:
  struct Slot {
    std::uint64_t line = 0;  // slots of other lines are free
    std::size_t object = 0;
    std::string_view key;
  };

  bool place(const Slot& slot) {
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t at = std::hash<std::string_view>{}(slot.key) + slot.object;; ++at) {
      Slot& here = slots_[at & mask];
      if (here.line != line_) {
        here = slot;
        return true;
      }
      if (here.object == slot.object && here.key == slot.key) return false;
    }
  }

  void grow() {
    std::vector<Slot> before(std::max<std::size_t>(64, 4 * slots_.size()));
    before.swap(slots_);
    for (const Slot& slot : before) {
      if (slot.line == line_) place(slot);
    }
  }

  std::vector<Slot> slots_;
  std::size_t count_ = 0;
  std::uint64_t line_ = 0;
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
  void check(simdjson::error_code error, const char* at) const;

  ParserContext context_;
  SpecialField label_;
  SpecialField weight_;
  bool at_beginning_ = true;

  ondemand::parser parser_;
  ondemand::document document_;
  std::string_view line_;
  std::size_t objects_ = 0;
  Keys keys_;
  std::string name_;  // of the value being read: the keys that lead to it
  std::string names_;
  std::vector<Feature> features_;
  std::optional<double> label_value_;
  double weight_value_ = 1;
  RowBuilder builder_;
};

void JsonLinesParser::Rows::parse(TextBlock block, Dataset& rows) {
  std::string_view text = block.text;
  if (at_beginning_ && text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  at_beginning_ = at_beginning_ && block.text.empty();
  for (std::uint64_t number = block.line; !text.empty(); ++number) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
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
    throw Refusal{nullptr, "the features that share an index add up to infinity"};
  if (const auto fault = context_.refuse_last(rows)) throw Refusal{nullptr, *fault};
}

void JsonLinesParser::Rows::check(simdjson::error_code error, const char* at) const {
  switch (error) {
    case simdjson::SUCCESS:
      return;
    case simdjson::UTF8_ERROR:
      throw Refusal{nullptr, "the line is not in UTF-8"};
    case simdjson::UNCLOSED_STRING:
      throw Refusal{nullptr, "a string is not closed"};
    case simdjson::UNESCAPED_CHARS:
      throw Refusal{nullptr, "a string has a control character; write it as \\u00.."};
    case simdjson::STRING_ERROR:
      throw Refusal{at, "a string has an escape that JSON does not know"};
    case simdjson::MEMALLOC:
      throw std::bad_alloc();
    default:
      break;
  }
  const auto rest = at == nullptr ? line_ : line_.substr(static_cast<std::size_t>(at - line_.data()));
  throw Refusal{at, fmt::format("this is not JSON: {}", shown(rest))};
}

void JsonLinesParser::Rows::read_line(std::string_view line) {
  line_ = line;
  label_.rank = weight_.rank = label_names.size();
  check(parser_.iterate(line.data(), line.size(), line.size() + simdjson::SIMDJSON_PADDING).get(document_), nullptr);
  keys_.clear();
  objects_ = 0;
  name_.clear();
  names_.clear();
  features_.clear();
  label_value_.reset();
  weight_value_ = 1;
  const char* const at = line.data() + line.find_first_not_of(" \t\r");
  if (*at != '{') throw Refusal{at, fmt::format("found {}; expected an object: {{\"label\": 1, ...}}", shown({at, 1}))};
  ondemand::object object;
  check(document_.get_object().get(object), at);
  read_object(object, 1);
  const char* rest = nullptr;
  if (document_.current_location().get(rest) == simdjson::SUCCESS)
    throw Refusal{rest, "text behind the object; a line holds one object"};
  if (label_.rank < label_.names.size() || weight_.rank < weight_.names.size()) {
    if (label_.rank < label_.names.size()) label_.found = label_.candidate;
    if (weight_.rank < weight_.names.size()) weight_.found = weight_.candidate;
    read_line(line);  // once more, now knowing which fields these are
    return;
  }
  if (!label_value_ && context_.labelled) {
    throw Refusal{nullptr, label_.found ? fmt::format("the row has no label; expected a field {}", shown(*label_.found))
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
    if (error != simdjson::SUCCESS) {
      const char* at = line_.data();
      check(error, document_.current_location().get(at) == simdjson::SUCCESS ? at : line_.data() + line_.size());
    }
    const char* const key_at = field.key().raw() - 1;
    std::string_view key;
    if (const auto bare = bare_string(key_at + 1)) {
      key = *bare;
    } else {
      check(field.unescaped_key().get(key), key_at);
    }
    if (!keys_.insert(number, key)) throw Refusal{key_at, fmt::format("key {} is repeated", shown(key))};
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
      if (depth == deepest) throw Refusal{at, fmt::format("objects are nested more than {} deep", deepest)};
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
    if (error != simdjson::SUCCESS)
      check(error, document_.current_location().get(at) == simdjson::SUCCESS ? at : line_.data() + line_.size());
    at = value.raw_json_token().data();
    ondemand::json_type type{};
    check(value.type().get(type), at);
    if (place == 0) all = type;
    if (type != all || (type != ondemand::json_type::number && type != ondemand::json_type::string))
      throw Refusal{at, fmt::format("array {}: all its elements must be numbers, or all strings", shown(name_))};
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
    const std::string_view token(
        at, std::min(std::string_view(at, static_cast<std::size_t>(line_.data() + line_.size() - at)).find_first_of(" \t\r,]}"),
                     static_cast<std::size_t>(line_.data() + line_.size() - at)));
    throw Refusal{at, fmt::format("{} is not a finite number", shown(token))};
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
    if (text != "true" && text != "false") throw Refusal{at, fmt::format("label {}; labels must be numbers", shown(text))};
    label_value_ = text == "true" ? 1 : 0;
    return;
  }
  if (type == ondemand::json_type::array || type == ondemand::json_type::object)
    throw Refusal{at, "the label is not a number; labels must be numbers"};
  read_value(value, at, 1);
  if (features_.size() > before) {
    label_value_ = features_.back().value;
    features_.pop_back();
  }
}

void JsonLinesParser::Rows::read_weight(ondemand::value value, const char* at) {
  ondemand::json_type type{};
  check(value.type().get(type), at);
  if (type != ondemand::json_type::number) throw Refusal{at, "the weight is not a number; weights must be numbers from 0 up"};
  weight_value_ = read_number(value, at);
  if (weight_value_ < 0) throw Refusal{at, fmt::format("weight {} is negative", weight_value_)};
}

JsonLinesParser::JsonLinesParser(ParserContext context, JsonLinesSettings settings)
    : rows_(std::make_unique<Rows>(std::move(context), std::move(settings))) {}
JsonLinesParser::~JsonLinesParser() = default;
void JsonLinesParser::parse(TextBlock block, Dataset& rows) { rows_->parse(block, rows); }

}  // namespace tacit
