// Words settings as Python says them. Its keywords have underscores for dashes. A setting of two words that has a keyword of its
// own is a switch, and True is its second word: `on-error skip` is skip_bad_rows=True.
#pragma once

#include <string>
#include <string_view>

#include "tacit/core/message.hpp"
#include "tacit/run/settings.hpp"

namespace tacit::python {

// The keyword of a setting.
std::string keyword(std::string_view setting);

// Whether the keyword is True or False, and False if it is not given.
bool is_switch(const Setting& setting);

// What type checkers are told of its value.
std::string annotation(const Setting& setting);

// `loss='hinge'`, `limit=10`, `bias=False`, `labels=(NEG, POS)`, `radius=R`; without a value the keyword alone.
std::string in_python(const Mention& mention);

// Gives the note as a warning at the line that called the package's function. Throws where warnings are errors.
void warn(const Message& note);

}  // namespace tacit::python
