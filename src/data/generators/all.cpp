#include <stdexcept>

#include "data/generators/kinds.hpp"
#include "tacit/core/names.hpp"

namespace tacit {

const std::vector<GeneratorKind>& generator_kinds() {
  using namespace generators;
  static const std::vector<GeneratorKind> kinds{sine(),     steps(),    coin(), adversary(), stationary(),
                                                rotating(), switches(), sea(),  friedman()};
  return kinds;
}

const GeneratorKind& generator_kind(std::string_view name) {
  std::vector<std::string_view> names;
  for (const auto& kind : generator_kinds()) {
    if (kind.name == name) return kind;
    names.push_back(kind.name);
  }
  throw std::invalid_argument(unknown_name("generator", names, name));
}

}  // namespace tacit
