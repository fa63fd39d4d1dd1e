// Checks that a file is the data set that it is taken for.
//
// The sha256 of the uncompressed text decides where that of the published text is known. Where it is not, a file with the sum of
// our copy is right, and so is one with the same rows, features, nonzeros and labels: the text may be laid out differently.
#pragma once

#include <optional>
#include <string>

#include "tacit/data/registry.hpp"

namespace tacit::cli {

struct Verdict {
  bool right;
  std::string reason;  // which check was made; or what was expected and what found
};

// A sha256 that is given decides alone.
Verdict verify(const std::string& path, const KnownDataset& set, const std::optional<std::string>& sha256);

// The sha256 of the file's uncompressed text: 64 digits, lower case.
std::string text_sha256(const std::string& path);

}  // namespace tacit::cli
