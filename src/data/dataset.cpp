#include "tacit/data/dataset.hpp"

namespace tacit {

Dataset::~Dataset() = default;

}  // namespace tacit
