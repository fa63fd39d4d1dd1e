// Takes values out of a JSON object and says which key was wrong.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "run/json_tree.hpp"
#include "tacit/core/names.hpp"
#include "tacit/data/data_error.hpp"
#include "tacit/learners/state.hpp"

namespace tacit {

// Where names stand in a dictionary. The names stay where they are.
class NamePlaces {
 public:
  NamePlaces() = default;
  explicit NamePlaces(const std::vector<std::string>& names);

  bool empty() const { return places_.empty(); }
  // A name that is there twice, if any.
  std::optional<std::string_view> repeated() const;
  std::optional<Index> find(std::string_view name) const;

 private:
  std::vector<std::pair<std::string_view, Index>> places_;  // in the order of names
};

class Fields {
 public:
  // The name is for messages.
  Fields(JsonValue object, std::string name);

  template <class... T>
  [[noreturn]] void fail(fmt::format_string<T...> message, T&&... details) const {
    throw DataError(DataError::Kind::model, name_, fmt::format(message, std::forward<T>(details)...));
  }
  // Refuses a key, or another word, that is none of these.
  [[noreturn]] void refuse(std::string_view what, std::span<const std::string_view> names, std::string_view found) const;

  // Refuses every key but these.
  void allow(std::span<const std::string_view> names) const;

  // None where the key is missing or its value is null.
  std::optional<JsonValue> find(std::string_view key) const;
  bool has(std::string_view key) const { return find(key).has_value(); }
  // These throw DataError if it is missing or not what it should be.
  JsonValue at(std::string_view key) const;
  JsonValue object(std::string_view key) const;
  JsonValue list(std::string_view key) const;
  std::uint64_t count(std::string_view key) const;
  double real(std::string_view key) const { return number(at(key), key); }
  std::vector<std::string> texts(std::string_view key) const;  // none where the key is missing
  Fields within(std::string_view key) const { return {object(key), fmt::format("{}: {}", name_, key)}; }

  double number(JsonValue value, std::string_view key) const;
  std::pair<double, double> pair(JsonValue value, std::string_view key) const;
  Index index(std::string_view text, Index smallest) const;
  // Weights by number of the feature, or by name where there are any.
  SparseWeights weights(JsonValue object, Index smallest, const NamePlaces& names = {}) const;

 private:
  using Member = std::pair<std::string_view, JsonValue>;

  std::shared_ptr<const std::vector<Member>> members_;  // in the order of keys: a key is found at once, however many there are
  std::string name_;
};

}  // namespace tacit
