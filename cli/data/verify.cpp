#include "cli/data/verify.hpp"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <stdexcept>
#include <vector>

#include "tacit/data/byte_source.hpp"
#include "tacit/data/data_error.hpp"
#include "tacit/data/reader.hpp"

namespace tacit::cli {

namespace {

// What a data set's text says, whatever its layout: zeros may be written or left out.
struct Shape {
  std::uint64_t rows = 0;
  std::uint64_t features = 0;
  std::uint64_t nonzeros = 0;
  std::uint64_t negative = 0;
  std::uint64_t positive = 0;
  double least = std::numeric_limits<double>::infinity();
  double most = -std::numeric_limits<double>::infinity();
};

Shape measure(const std::string& path, const KnownDataset& set) {
  Shape shape;
  Complaints complaints;
  FeatureNames names;
  ReaderSettings settings;
  settings.format = "libsvm";
  settings.bias = false;
  Reader reader(path, settings, names, complaints);
  for (Dataset rows; reader.read(rows); rows.clear()) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const auto [features, label, weight] = rows[i];
      ++shape.rows;
      for (std::size_t k = 0; k < features.size; ++k) {
        if (features.value[k] == 0) continue;
        ++shape.nonzeros;
        shape.features = std::max<std::uint64_t>(shape.features, features.index[k]);
      }
      shape.negative += label == set.negative.label ? 1 : 0;
      shape.positive += label == set.positive.label ? 1 : 0;
      shape.least = std::min(shape.least, label);
      shape.most = std::max(shape.most, label);
    }
  }
  return shape;
}

// The first thing that differs; empty if nothing does.
std::string difference(const Shape& shape, const KnownDataset& set) {
  const auto count = [](const std::string& what, std::uint64_t expected, std::uint64_t found) {
    return expected == found ? "" : fmt::format("expected {} {}, found {}", expected, what, found);
  };
  for (auto said : {count("rows", set.rows, shape.rows), count("features", set.features, shape.features),
                    count("nonzeros", set.nonzeros, shape.nonzeros)}) {
    if (!said.empty()) return said;
  }
  if (set.task == Task::two_classes) {
    auto said = count(fmt::format("rows of label {}", set.negative.label), set.negative.rows, shape.negative);
    return said.empty() ? count(fmt::format("rows of label {}", set.positive.label), set.positive.rows, shape.positive) : said;
  }
  const auto [least, most] = set.targets;
  const double slack = 1e-5 * (most - least);  // the registry has six digits, published files have as many as they like
  if (std::abs(shape.least - least) <= slack && std::abs(shape.most - most) <= slack) return "";
  return fmt::format("expected targets from {} to {}, found {} to {}", least, most, shape.least, shape.most);
}

Verdict judge(const std::string& path, const KnownDataset& set, const std::optional<std::string>& sha256) {
  const std::string found = text_sha256(path);
  if (found == (sha256 ? *sha256 : set.sha256)) return {true, "sha256 agrees"};
  if (sha256 || set.published_text) {
    return {false, fmt::format("expected sha256 {}, found {}", sha256 ? *sha256 : set.sha256, found)};
  }
  const auto said = difference(measure(path, set), set);
  if (!said.empty()) return {false, said};
  return {true,
          fmt::format("rows, features, nonzeros and {} agree; the sha256 of the published text is not known, this one's is {}",
                      set.task == Task::two_classes ? "labels" : "targets", found)};
}

}  // namespace

std::string text_sha256(const std::string& path) {
  const std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context(EVP_MD_CTX_new(), EVP_MD_CTX_free);
  const auto must = [](int done) {
    if (done != 1) throw std::runtime_error("OpenSSL cannot compute a sha256 here");
  };
  must(EVP_DigestInit_ex(context.get(), EVP_sha256(), nullptr));
  ByteSource source(path);
  std::vector<char> buffer(1U << 18U);
  while (const std::size_t count = source.read(buffer)) must(EVP_DigestUpdate(context.get(), buffer.data(), count));
  std::array<unsigned char, 32> digest{};
  must(EVP_DigestFinal_ex(context.get(), digest.data(), nullptr));
  std::string text;
  for (const auto byte : digest) text += fmt::format("{:02x}", byte);
  return text;
}

Verdict verify(const std::string& path, const KnownDataset& set, const std::optional<std::string>& sha256) {
  try {
    return judge(path, set, sha256);
  } catch (const DataError& error) {
    return {false, error.what()};  // damaged compression, or no LIBSVM text
  }
}

}  // namespace tacit::cli
