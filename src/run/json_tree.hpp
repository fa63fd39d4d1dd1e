// A JSON text as a tree of values, 16 bytes each, that point into the text. It takes two passes, and a sort of keys that are in
// no order.
//
// Refused are what is no JSON, a key that is given twice in an object, since one of its values would be unheard, and what is
// nested deeper than any model.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tacit {

class JsonValue;

class JsonTree {
 public:
  static constexpr std::size_t deepest = 16;

  // The text stays where it is as long as the tree; the name is for messages. Throws DataError that says which byte is wrong.
  JsonTree(std::string_view text, const std::string& name);
  JsonTree(const JsonTree&) = delete;
  JsonTree& operator=(const JsonTree&) = delete;

  JsonValue root() const;

 private:
  friend class JsonValue;
  friend class JsonParser;

  enum class Kind : std::uint8_t { null, flag, number, whole, text, list, object };

  // Elements stand behind their list, and each member's key before its value. The content is a number, a whole number, where a
  // text begins, or, of a list or object, the place of the node behind its last element.
  struct Node {
    Node(Kind kind, std::uint64_t size, std::uint64_t what)
        : head(size << 4U | static_cast<std::uint64_t>(kind)), content(what) {}

    Kind kind() const { return static_cast<Kind>(head & 15U); }
    std::uint64_t size() const { return head >> 4U; }  // elements, members, letters; 1 of a flag that is true

    std::uint64_t head;
    std::uint64_t content;
  };

  std::vector<Node> nodes_;
  std::unique_ptr<char[]> unescaped_;  // texts that had escapes
};

class JsonValue {
 public:
  bool is_null() const { return is(Kind::null); }
  bool is_flag() const { return is(Kind::flag); }
  bool is_number() const { return is(Kind::number) || is(Kind::whole); }
  bool is_text() const { return is(Kind::text); }
  bool is_list() const { return is(Kind::list); }
  bool is_object() const { return is(Kind::object); }

  bool flag() const { return node().size() != 0; }
  double number() const { return is(Kind::whole) ? static_cast<double>(node().content) : std::bit_cast<double>(node().content); }
  std::string_view text() const {
    return {reinterpret_cast<const char*>(node().content), node().size()};  // NOLINT: a node has no room for a pointer of its own
  }
  // The number if it is written with digits alone and below 2^64.
  std::optional<std::uint64_t> whole() const { return is(Kind::whole) ? std::optional(node().content) : std::nullopt; }
  // Of elements or members.
  std::size_t size() const { return node().size(); }

  // The value of a list's element, for short lists: others are gone through.
  JsonValue element(std::size_t i) const {
    JsonValue value{*tree_, place_ + 1};
    for (; i > 0; --i) value.place_ = value.behind();
    return value;
  }

  // Calls visitor(value) for each element of a list.
  template <class Visitor>
  void for_each(Visitor&& visitor) const {
    for (JsonValue value{*tree_, place_ + 1}; value.place_ != behind(); value.place_ = value.behind()) visitor(value);
  }
  // Calls visitor(key, value) for each member of an object.
  template <class Visitor>
  void for_each_member(Visitor&& visitor) const {
    for (JsonValue key{*tree_, place_ + 1}; key.place_ != behind();) {
      const JsonValue value{*tree_, key.place_ + 1};
      visitor(key.text(), value);
      key.place_ = value.behind();
    }
  }

 private:
  friend class JsonTree;
  friend class JsonParser;
  using Kind = JsonTree::Kind;

  JsonValue(const JsonTree& tree, std::size_t place) : tree_(&tree), place_(place) {}

  const JsonTree::Node& node() const { return tree_->nodes_[place_]; }
  bool is(Kind kind) const { return node().kind() == kind; }
  std::size_t behind() const { return is_list() || is_object() ? node().content : place_ + 1; }

  const JsonTree* tree_;
  std::size_t place_;
};

inline JsonValue JsonTree::root() const { return {*this, 0}; }

}  // namespace tacit
