// The data sets that are known by name: the paper's eleven, their scaled variants, and one stream in order of time.
//
// Sizes and sums are of LIBSVM text, uncompressed. `nonzeros` counts the `index:value` pairs written, `features` is the largest
// index. The sha256 is that of the published text where `published_text` says so. Elsewhere it is that of a copy with the same
// values in a different layout, and the published file may have another.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tacit/core/task.hpp"

namespace tacit {

// The paper's loss: hinge for classes, absolute for numbers.
std::string_view paper_loss(Task task);

struct ClassSize {
  double label;
  std::uint64_t rows;
};

struct KnownDataset {
  std::string_view name{};
  std::string_view alias{};  // another name that is understood; may be empty
  Task task = Task::two_classes;
  bool in_paper = true;
  std::uint64_t rows = 0;
  std::uint64_t features = 0;
  std::uint64_t nonzeros = 0;
  ClassSize negative{-1, 0};  // classification: the two classes
  ClassSize positive{1, 0};
  std::pair<double, double> targets{};  // regression: the smallest and the largest, to six digits
  std::string_view address{};           // of the file in the LIBSVM collection; empty if it is not there
  std::string_view sha256{};            // 64 digits, lower case
  bool published_text = false;          // the sum is known to be that of the file at the address
  std::string_view note{};              // what people should know; may be empty

  std::string_view loss() const { return paper_loss(task); }
  // The value NEG,POS of the setting `labels`; empty if the labels are understood without it.
  std::string labels() const;
};

std::span<const KnownDataset> known_datasets();
std::vector<std::string_view> known_dataset_names();

// Finds a set by name or alias; null if there is none.
const KnownDataset* known_dataset(std::string_view name);
// The same for what a user gives as a file: null if there is such a file, which wins over a set of that name.
const KnownDataset* known_dataset_meant(const std::string& path);

// The folders in which data sets are looked for, in this order: the one that the environment's TACIT_DATA names (may be empty),
// then data and ../shared/data, seen from the current folder (if that is empty, paths stay relative).
std::vector<std::filesystem::path> dataset_folders(std::string_view environment, const std::filesystem::path& current);

// The file of a known data set: NAME or NAME.libsvm, or as the collection calls it, plain or with .gz, .zst or .bz2.
std::optional<std::filesystem::path> find_dataset(std::string_view name, std::span<const std::filesystem::path> folders);

// The path itself; or, if there is no such file and the path is the name of a data set, the file of that set. Throws DataError if
// the set is in none of the folders.
std::string dataset_or_file(const std::string& path, std::span<const std::filesystem::path> folders);

}  // namespace tacit
