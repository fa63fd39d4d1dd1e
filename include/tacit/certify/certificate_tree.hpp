// A certificate as programs read it: the keys of `tacit certify --json` and of Python's dictionary.
#pragma once

#include "tacit/certify/certificate.hpp"
#include "tacit/core/tree.hpp"

namespace tacit {

// The configuration is that of the certified run; `gap` is the gap asked for.
Tree::Object certificate_tree(const Configuration& configuration, const Certificate& certificate, double gap);

// How long it took, in all and by part.
Tree::Object seconds_tree(const Certificate::Seconds& seconds);

}  // namespace tacit
