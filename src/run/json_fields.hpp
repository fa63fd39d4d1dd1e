// Takes values out of a JSON object and says which key was wrong.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tacit/core/names.hpp"
#include "tacit/data/data_error.hpp"
#include "tacit/learners/state.hpp"

namespace tacit {

using Json = nlohmann::ordered_json;  // as it is written: in our order
using ReadJson = nlohmann::json;      // as it is read: a key is found at once, in whatever order they come

class Fields {
 public:
  // The name is for messages.
  Fields(const ReadJson& object, std::string name) : object_(&object), name_(std::move(name)) {
    if (!object.is_object()) fail("not a JSON object");
  }

  template <class... T>
  [[noreturn]] void fail(fmt::format_string<T...> message, T&&... details) const {
    throw DataError(DataError::Kind::model, name_, fmt::format(message, std::forward<T>(details)...));
  }

  // Refuses every key but these.
  template <class Names>
  void allow(const Names& names) const {
    for (const auto& [key, value] : object_->items()) {
      if (!contains(names, key)) fail("{}", unknown_name("key", names, key));
    }
  }

  template <class Visitor>
  void for_each_key(Visitor&& visitor) const {
    for (const auto& [key, value] : object_->items()) visitor(key);
  }

  // Null where the key is missing or its value is null.
  const ReadJson* find(std::string_view key) const;
  // These throw DataError if it is missing or not what it should be.
  const ReadJson& at(std::string_view key) const;
  const ReadJson& object(std::string_view key) const;
  const ReadJson& list(std::string_view key) const;
  std::uint64_t count(std::string_view key) const;
  double real(std::string_view key) const { return number(at(key), key); }
  std::vector<std::string> texts(std::string_view key) const;  // none where the key is missing
  Fields within(std::string_view key) const { return {object(key), fmt::format("{}: {}", name_, key)}; }

  double number(const ReadJson& value, std::string_view key) const;
  std::pair<double, double> pair(const ReadJson& value, std::string_view key) const;
  Index index(std::string_view text, Index smallest) const;
  // Weights by number of the feature, or by name where there are any.
  SparseWeights weights(const ReadJson& object, Index smallest, const std::map<std::string, Index>& names = {}) const;

 private:
  const ReadJson* object_;
  std::string name_;
};

// Features by name where there is a dictionary, else by number.
Json weights_to_json(const SparseWeights& weights, const std::vector<std::string>& names = {});

// Refuses a key that is given twice, since one of its values would be unheard, and what is nested deeper than any model.
inline constexpr std::size_t deepest_json = 16;
ReadJson parse_json(std::string_view text, const std::string& name);

}  // namespace tacit
