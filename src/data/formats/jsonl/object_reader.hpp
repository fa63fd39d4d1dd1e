// An ObjectReader reads one object as features with names, a label and a weight.
#pragma once

#include <simdjson.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "data/formats/jsonl/keys.hpp"
#include "data/formats/jsonl/line.hpp"
#include "data/formats/jsonl/special_field.hpp"
#include "data/formats/parser.hpp"

namespace tacit::json {

class ObjectReader {
 public:
  struct Feature {
    std::size_t name;  // its place in the text of all names
    std::size_t size;
    double value;
    bool number;  // it is no category
  };

  // Fields that are more than features. Without a name for the label's, the first row with one of the usual names decides.
  struct Chosen {
    std::optional<std::string> label;
    std::vector<std::string> ignored;
    std::optional<std::string> id;
    std::optional<std::string> time;
    std::optional<std::string> group;
  };

  // The context outlives the reader. Strings that are among the missing words are missing, as null is.
  ObjectReader(Chosen fields, std::vector<std::string> missing_words, const ParserContext& context)
      : label_{label_names, std::move(fields.label)},
        weight_{weight_names, {}},
        ignored_(std::move(fields.ignored)),
        id_field_(std::move(fields.id)),
        time_field_(std::move(fields.time)),
        group_field_(std::move(fields.group)),
        missing_words_(std::move(missing_words)),
        sets_apart_(id_field_ || time_field_ || group_field_ || !ignored_.empty()),
        met_(ignored_.size()),
        context_(context) {}

  // Throws Refusal, or DataError where the field of the id, the time or the group is the label or the weight.
  void read(std::string_view line);
  // Throws Refusal if two fields of the line just read make one name, as in {"a": {"b": 1}, "a^b": 2}. Asked where features share
  // an index.
  void require_own_names(std::string_view line);

  const std::vector<Feature>& features() const { return features_; }
  std::string_view name(const Feature& feature) const { return std::string_view(names_).substr(feature.name, feature.size); }
  double label() const { return label_value_.value_or(context_.absent_label); }
  double weight() const { return weight_value_; }
  const std::string& id() const { return id_; }  // empty if there is none

  const RowMark& mark() const { return mark_; }

  // The fields to be ignored that no row has had.
  std::vector<std::string_view> never_met() const;

  // Forgets what the row just read said about fields, as it is refused.
  void forget_row();

 private:
  void read_fields(std::string_view line);
  void read_object(simdjson::ondemand::object object, unsigned depth);
  void read_value(simdjson::ondemand::value value, const char* at, unsigned depth);
  void read_array(simdjson::ondemand::array array, const char* at);
  double read_number(simdjson::ondemand::value value, const char* at);
  std::string_view read_string(simdjson::ondemand::value value, const char* at);
  bool is_missing(std::string_view text) const { return std::ranges::find(missing_words_, text) != missing_words_.end(); }
  bool is_no_label(std::string_view text) const;
  void require_no_label(const char* at, std::string_view found, std::string_view expected) const;
  void read_label_word(simdjson::ondemand::value value, const char* at);
  void read_label(simdjson::ondemand::value value, const char* at);
  void read_weight(simdjson::ondemand::value value, const char* at);
  void read_id(simdjson::ondemand::value value, const char* at);
  void take_id(std::string_view id, const char* at);
  void read_time(simdjson::ondemand::value value, const char* at);
  void read_group(std::string_view key, simdjson::ondemand::value value, const char* at);
  void require_marks(const char* at) const;
  std::string_view written(simdjson::ondemand::value value, const char* at);
  void require_own_fields() const;
  void add_category(std::string_view value);
  void read_null(simdjson::ondemand::value value, const char* at);
  void add(double value, bool number = true) {
    features_.push_back({names_.size(), name_.size(), value, number});
    names_ += name_;
  }
  bool is_ignored(std::string_view key);
  bool set_apart(std::string_view key, simdjson::ondemand::value value, const char* at);
  const char* stopped();

  SpecialField label_;
  SpecialField weight_;
  std::vector<std::string> ignored_;
  std::optional<std::string> id_field_;
  std::optional<std::string> time_field_;
  std::optional<std::string> group_field_;
  std::vector<std::string> missing_words_;
  bool sets_apart_;  // there are such fields
  std::vector<bool> met_;
  bool label_known_ = false;  // before the row at hand
  bool weight_known_ = false;
  const ParserContext& context_;

  simdjson::ondemand::parser parser_;
  simdjson::ondemand::document document_;
  Line line_;
  std::size_t objects_ = 0;
  Keys keys_;
  std::string name_;  // of the value at hand: the keys that lead to it
  std::string names_;
  std::vector<Feature> features_;

  // Where the features of each field begin; noted when names are compared.
  struct Field {
    std::size_t first;
    const char* at;
  };
  bool notes_fields_ = false;
  std::vector<Field> fields_;
  std::vector<std::size_t> by_name_;
  std::optional<double> label_value_;
  double weight_value_ = 1;
  std::string id_;
  RowMark mark_;
};

}  // namespace tacit::json
