// Streams of examples whose losses change in time in a way that is known. docs/generators.md has the formulas, and what is known
// of the temporal variability V_T of each.
//
// A kind, its parameters and a seed give the same rows on every machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "tacit/data/dataset.hpp"

namespace tacit {

// A kind uses those that are among its options, and `rounds`.
struct GeneratorParameters {
  std::uint64_t rounds = 2000;
  std::size_t features = 2;
  std::uint64_t seed = 1;
  double speed = 0.001;        // radians a round
  double noise = 0;            // share of labels flipped, or standard deviation of what is added to them
  std::uint64_t period = 500;  // rounds between two changes, or that a change takes
  double variability = 1;      // the wanted V_T
};

class Generator {
 public:
  virtual ~Generator() = default;

  // Features that rows may have, numbered from 1.
  virtual std::size_t features() const = 0;

  // Appends at most `most` rows; false, and none, once all rounds are over. How rows are cut into blocks does not change them.
  virtual bool next(Dataset& rows, std::size_t most) = 0;

  // The u of the last row, whose label before noise is the sign of <u, z>; before the first row that of the first. Empty where
  // the labels are not those of a linear function.
  virtual std::span<const double> target() const { return {}; }
};

struct GeneratorKind {
  std::string_view name;
  std::string_view description;
  std::vector<std::string_view> options;  // names of the parameters that it uses besides `rounds`
  GeneratorParameters defaults;
  std::unique_ptr<Generator> (*make)(const GeneratorParameters&);  // throws std::invalid_argument
};

const std::vector<GeneratorKind>& generator_kinds();

// Throws std::invalid_argument for a name that is not of the list.
const GeneratorKind& generator_kind(std::string_view name);

}  // namespace tacit
