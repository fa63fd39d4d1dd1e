// The data sets that are known by name: the paper's eleven, their scaled variants, and one stream in order of time.
//
// Sizes and sums are of LIBSVM text, uncompressed. `nonzeros` counts the `index:value` pairs written, `features` is the largest
// index. The sha256 is that of the published text only where `published_text` says so; elsewhere it is that of a copy whose
// values are the same but whose text is laid out differently, so that a published file may have another.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tacit {

enum class Task { classification, regression };

struct ClassSize {
  double label;
  std::uint64_t rows;
};

struct KnownDataset {
  std::string_view name{};
  std::string_view alias{};  // another name that is understood; empty: none
  Task task = Task::classification;
  bool in_paper = true;
  std::uint64_t rows = 0;
  std::uint64_t features = 0;
  std::uint64_t nonzeros = 0;
  ClassSize negative{-1, 0};  // classification: the two classes
  ClassSize positive{1, 0};
  std::pair<double, double> targets{};  // regression: least and largest, to six digits
  std::string_view address{};           // of the file in the LIBSVM collection; empty: it is not there
  std::string_view sha256{};            // 64 digits, lower case
  bool published_text = false;          // the sum is known to be that of the file at the address
  std::string_view note{};              // what one should know; may be empty

  // The paper's: hinge for classes, absolute for numbers.
  std::string_view loss() const;
  // What `--labels` has to be given, NEG,POS; empty if the labels are understood without.
  std::string labels() const;
};

std::string_view task_name(Task task);

std::span<const KnownDataset> known_datasets();
std::vector<std::string_view> known_dataset_names();

// By name or alias; null if there is none.
const KnownDataset* known_dataset(std::string_view name);

// Where data sets are looked for, in this order: the folder that the environment's TACIT_DATA names (may be empty), then
// data and ../shared/data, seen from the current folder (empty: paths stay relative).
std::vector<std::filesystem::path> dataset_folders(std::string_view environment, const std::filesystem::path& current);

// The file of a known data set: NAME or NAME.libsvm, or as the collection calls it, plain or with .gz, .zst or .bz2.
std::optional<std::filesystem::path> find_dataset(std::string_view name, std::span<const std::filesystem::path> folders);

// The path itself, unless there is no such file and it is the name of a data set: then the file of that. Throws DataError if the
// set is in none of the folders.
std::string dataset_or_file(const std::string& path, std::span<const std::filesystem::path> folders);

}  // namespace tacit
