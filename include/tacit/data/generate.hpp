// Generators make streams of examples whose losses change in time in a known way. docs/generators.md has the formulas, and what
// is known about the temporal variability V_T of each.
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

// A kind uses `rounds` and the parameters that its options name.
struct GeneratorParameters {
  std::uint64_t rounds = 2000;
  std::size_t features = 2;
  std::uint64_t seed = 1;
  double speed = 0.001;        // radians per round
  double noise = 0;            // the share of labels that are flipped, or the standard deviation of what is added to them
  std::uint64_t period = 500;  // rounds between two changes, or rounds that a change takes
  double variability = 1;      // the wanted V_T
};

class Generator {
 public:
  virtual ~Generator() = default;

  // How many features rows may have, numbered from 1.
  virtual std::size_t features() const = 0;

  // Appends at most `limit` rows. Once all rounds are over it appends none and returns false. Rows do not depend on the blocks.
  virtual bool next(Dataset& rows, std::size_t limit) = 0;

  // The u of the last row (of the first, before there is one): its label before noise is the sign of <u, z>. Empty where labels
  // do not follow a linear function.
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

// Throws std::invalid_argument for a name that is not in the list.
const GeneratorKind& generator_kind(std::string_view name);

}  // namespace tacit
