// Where a command writes to: files that are neither its input nor each other, in a format that their name says.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tacit::cli {

struct Output {
  std::string_view option;
  std::string path;  // "-" is standard output
};

// Throws UsageError if two outputs are the same, or one of them is an input.
void require_apart(const std::vector<Output>& outputs, const std::vector<std::string>& inputs);

// Returns one of output_formats(): the one given, else that of the path's ending, libsvm for standard output. Throws UsageError.
std::string output_format(const std::string* given, const std::string& path, std::string_view option);

}  // namespace tacit::cli
