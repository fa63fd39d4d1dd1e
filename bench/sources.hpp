// Files that benchmarks of `auto` are given, or the data sets that are known and at hand, read as they are.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "known_data.hpp"

// As FILE[:LABEL[:IGNORED]...].
struct Source {
  std::string file;
  std::vector<std::string> columns;  // the label, and those to ignore
};

inline Source source_of(const std::string& argument) {
  Source source;
  for (std::size_t from = 0; from <= argument.size();) {
    const std::size_t to = std::min(argument.find(':', from), argument.size());
    (from == 0 ? source.file : source.columns.emplace_back()) = argument.substr(from, to - from);
    from = to + 1;
  }
  return source;
}

inline std::vector<Source> known_sources() {
  std::vector<Source> sources;
  for (const tacit::KnownDataset& known : tacit::known_datasets())
    if (const auto file = file_of(std::string(known.name))) sources.push_back({*file, {}});
  return sources;
}

// Labels of two classes become -1 and 1. `kinds` says how many labels there are, up to 3.
inline tacit::Dataset read(const Source& source, std::uint64_t most_rows, std::size_t& kinds) {
  tacit::StreamSettings settings;
  settings.files = {source.file};
  settings.limit = most_rows;
  if (!source.columns.empty()) {
    settings.reader.label_column = source.columns.front();
    settings.reader.ignored.assign(source.columns.begin() + 1, source.columns.end());
  }
  tacit::FeatureNames names;
  tacit::Complaints complaints;
  tacit::ExampleStream stream(settings, names, complaints);
  tacit::Dataset rows;
  std::set<double> labels;
  while (const tacit::Block* block = stream.next()) {
    for (std::size_t i = 0; i < block->rows.size(); ++i) {
      rows.append(block->rows[i]);
      if (labels.size() < 3) labels.insert(block->rows.label(i));
    }
  }
  kinds = labels.size();
  for (std::size_t i = 0; kinds == 2 && i < rows.size(); ++i) rows.relabel(i, rows.label(i) == *labels.begin() ? -1 : 1);
  return rows;
}
