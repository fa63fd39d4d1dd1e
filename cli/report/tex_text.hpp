// TeX in titles and labels, for programs that have none: text with $...$ becomes gnuplot's enhanced text. Greek letters and
// common signs become characters, ^ and _ stay, single letters are italic; of commands that are not known the name remains.
#pragma once

#include <string>
#include <string_view>

namespace tacit::cli {

std::string enhanced_text(std::string_view text);

}  // namespace tacit::cli
