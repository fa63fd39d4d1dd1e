// The instruction sets that sweeps are compiled for. All give the same bits; the best that the machine has is taken unless one is
// asked for by name.
#pragma once

#include <string_view>
#include <vector>

namespace tacit {

enum class InstructionSet { baseline, avx2 };

std::string_view name_of(InstructionSet set);

// The instruction sets that this machine can run, the best last.
std::vector<InstructionSet> instruction_sets();

}  // namespace tacit
