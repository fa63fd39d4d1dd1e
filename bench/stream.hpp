// Random sparse examples in memory: the same ones on every machine.
#pragma once

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

#include "tacit/data/dataset.hpp"

// A separable problem with noise: labels are signs for two-class losses, and serve as targets of -1 and +1 for the others.
inline tacit::Dataset random_examples(std::size_t rows, std::size_t nonzeros, std::size_t dimension, std::uint64_t seed = 1) {
  std::mt19937_64 engine(seed);
  const auto unit = [&] { return static_cast<double>(engine() >> 11U) * 0x1p-53; };
  const auto truth = [](tacit::Index i) { return (i * 2654435761U % 1000) / 500.0 - 1; };
  tacit::Dataset data;
  std::vector<tacit::Index> indices;
  std::vector<double> values;
  for (std::size_t t = 0; t < rows; ++t) {
    indices.clear();
    while (indices.size() < nonzeros) {
      const auto i = static_cast<tacit::Index>(engine() % dimension);
      if (std::find(indices.begin(), indices.end(), i) == indices.end()) indices.push_back(i);
    }
    std::sort(indices.begin(), indices.end());
    values.resize(nonzeros);
    double prediction = 2 * unit() - 1;
    for (std::size_t k = 0; k < nonzeros; ++k) {
      values[k] = 2 * unit() - 1;
      prediction += values[k] * truth(indices[k]);
    }
    data.begin_row(prediction > 0 ? 1 : -1);
    for (std::size_t k = 0; k < nonzeros; ++k) data.push(indices[k], values[k]);
  }
  return data;
}
