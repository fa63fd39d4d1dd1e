// A list of types with a `name` each: the vocabulary of one folder.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <type_traits>

namespace tacit {

template <class... T>
struct TypeList {
  static constexpr std::size_t size = sizeof...(T);

  static constexpr std::array<std::string_view, size> names() { return {T::name...}; }

  // Calls visitor(std::type_identity<T>) for the type of that name; returns false if there is none.
  template <class Visitor>
  static bool with(std::string_view name, Visitor&& visitor) {
    return ((name == T::name && (visitor(std::type_identity<T>{}), true)) || ...);
  }

  template <class Visitor>
  static void for_each(Visitor&& visitor) {
    (visitor(std::type_identity<T>{}), ...);
  }
};

}  // namespace tacit
