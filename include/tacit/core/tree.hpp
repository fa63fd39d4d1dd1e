// A Tree holds named values in their order. Faces write it: as JSON on the command line, as dictionaries in Python. The names
// stand where the tree is made, and nowhere else.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "tacit/core/message.hpp"

namespace tacit {

struct NamedTree;

class Tree {
 public:
  using List = std::vector<Tree>;
  using Object = std::vector<NamedTree>;
  // A monostate is null in JSON and None in Python. A message is worded by the face.
  using Value = std::variant<std::monostate, bool, std::uint64_t, double, std::string, Message, List, Object>;

  // Defined below, where a named tree is complete.
  Tree();
  Tree(const Tree&);
  Tree(Tree&&) noexcept;
  Tree& operator=(const Tree&);
  Tree& operator=(Tree&&) noexcept;
  ~Tree();

  Tree(std::same_as<bool> auto yes) : value_(yes) {}  // NOLINT: each of these is a tree, and a pointer is no bool
  Tree(std::uint64_t count);                          // NOLINT
  Tree(double number);                                // NOLINT
  Tree(std::string text);                             // NOLINT
  Tree(Message message);                              // NOLINT
  Tree(List list);                                    // NOLINT
  Tree(Object object);                                // NOLINT
  template <class T>
  Tree(const std::optional<T>& maybe) {  // NOLINT
    if (maybe) *this = Tree(*maybe);
  }

  const Value& value() const { return value_; }

 private:
  Value value_;
};

struct NamedTree {
  std::string name;
  Tree tree;
};

inline Tree::Tree() = default;
inline Tree::Tree(const Tree&) = default;
inline Tree::Tree(Tree&&) noexcept = default;
inline Tree& Tree::operator=(const Tree&) = default;
inline Tree& Tree::operator=(Tree&&) noexcept = default;
inline Tree::~Tree() = default;
inline Tree::Tree(std::uint64_t count) : value_(count) {}
inline Tree::Tree(double number) : value_(number) {}
inline Tree::Tree(std::string text) : value_(std::move(text)) {}
inline Tree::Tree(Message message) : value_(std::move(message)) {}
inline Tree::Tree(List list) : value_(std::move(list)) {}
inline Tree::Tree(Object object) : value_(std::move(object)) {}

}  // namespace tacit
