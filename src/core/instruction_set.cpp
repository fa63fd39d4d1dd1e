#include "tacit/core/instruction_set.hpp"

namespace tacit {

std::string_view name_of(InstructionSet set) {
  switch (set) {
    case InstructionSet::baseline:
      return "baseline";
    case InstructionSet::avx2:
      return "avx2";
  }
  return {};
}

std::vector<InstructionSet> instruction_sets() {
  std::vector<InstructionSet> sets{InstructionSet::baseline};
#ifdef TACIT_AVX2_KERNELS
  if (__builtin_cpu_supports("avx2")) sets.push_back(InstructionSet::avx2);
#endif
  return sets;
}

}  // namespace tacit
