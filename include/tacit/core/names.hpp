// Names that people type, and what they may have meant.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tacit {

// The parts of a list that is typed with commas between; an empty text is one empty part.
std::vector<std::string> split(std::string_view list);

bool contains(std::span<const std::string_view> names, std::string_view name);

// Lists them as a sentence does: label, target, class or y.
std::string one_of(std::span<const std::string_view> names);

// Returns the nearest of the names if it is near enough to be meant, else nothing.
std::string_view nearest_name(std::span<const std::string_view> names, std::string_view typed);

// Returns a sentence: unknown loss 'hing'; did you mean 'hinge'? One of: hinge, absolute, ...
std::string unknown_name(std::string_view what, std::span<const std::string_view> names, std::string_view typed);

// Throws std::invalid_argument with that sentence if the name is not one of the names.
void require_name(std::string_view what, std::span<const std::string_view> names, std::string_view typed);

}  // namespace tacit
