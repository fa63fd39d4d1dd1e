#include "cli/output/outputs.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <system_error>
#include <utility>

#include "cli/errors.hpp"
#include "tacit/core/names.hpp"
#include "tacit/data/output_file.hpp"
#include "tacit/data/writer.hpp"

namespace tacit::cli {

namespace {

// The one name of a file, also of one that is not there yet.
std::filesystem::path resolved(const std::string& typed) {
  std::error_code none;
  const std::filesystem::path path = behind_links(typed);
  const auto canonical = std::filesystem::weakly_canonical(std::filesystem::absolute(path, none), none);
  return none ? path : canonical;
}

// Devices, such as /dev/null, are never the same: they can be written to as often as one likes.
bool same_file(const std::string& a, const std::string& b) {
  std::error_code none;
  if (std::filesystem::exists(a, none) && !std::filesystem::is_regular_file(a, none)) return false;
  if (a == "-" || b == "-") return a == b;
  return a == b || std::filesystem::equivalent(a, b, none) || resolved(a) == resolved(b);
}

}  // namespace

void require_apart(const std::vector<Output>& outputs, const std::vector<std::string>& inputs) {
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    for (std::size_t k = i + 1; k < outputs.size(); ++k) {
      if (!same_file(outputs[i].path, outputs[k].path)) continue;
      throw UsageError(fmt::format("{} and {} both write to {}: give them different files", outputs[i].option, outputs[k].option,
                                   outputs[i].path == "-" ? "standard output" : outputs[i].path));
    }
    for (const auto& input : inputs) {
      if (!same_file(outputs[i].path, input == "-" ? "/dev/stdin" : input)) continue;
      const std::string which = outputs[i].path == input ? "" : input == "-" ? ", which standard input is" : " " + input;
      throw UsageError(
          fmt::format("{} {} would overwrite its input{}: give it another name", outputs[i].option, outputs[i].path, which));
    }
  }
}

std::string output_format(const std::string* given, const std::string& path, std::string_view option) {
  if (given != nullptr) {
    require_name("format", output_formats(), *given);
    return *given;
  }
  if (const auto format = format_by_ending(path); !format.empty()) return std::string(format);
  if (path == "-" || !std::filesystem::path(path).has_extension()) return "libsvm";
  throw UsageError(
      fmt::format("{}: the name does not say the format; give {} {}", path, option, fmt::join(output_formats(), "|")));
}

}  // namespace tacit::cli
