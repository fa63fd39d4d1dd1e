// The kinds of generators: each is a function here, a file and a line in all.cpp; those of a family share a file.
#pragma once

#include "tacit/data/generate.hpp"

namespace tacit::generators {

GeneratorKind sine();
GeneratorKind steps();
GeneratorKind coin();
GeneratorKind adversary();
GeneratorKind stationary();
GeneratorKind rotating();
GeneratorKind switches();
GeneratorKind sea();
GeneratorKind friedman();

}  // namespace tacit::generators
