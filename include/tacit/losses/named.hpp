// All losses by name: those of one number and those of several classes. What a run may be told is listed here; what computes with
// a loss takes one list or the other.
#pragma once

#include <string_view>

#include "tacit/losses/all.hpp"
#include "tacit/losses/classes.hpp"

namespace tacit {

template <class... Lists>
struct Joined;
template <class... First, class... Second>
struct Joined<TypeList<First...>, TypeList<Second...>> {
  using List = TypeList<First..., Second...>;
};

using NamedLosses = Joined<AllLosses, ClassLosses>::List;

inline bool is_class_loss(std::string_view loss) {
  return ClassLosses::with(loss, [](auto) {});
}

}  // namespace tacit
