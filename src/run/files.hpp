// The files that a session learns from at the moment, and the way back if they turn out to be bad.
#pragma once

#include "tacit/run/session.hpp"

namespace tacit {

class Session::Files {
 public:
  Files(StreamSettings settings, FeatureNames& names, Complaints& complaints, Model as_it_was)
      : stream(std::move(settings), names, complaints), before(std::move(as_it_was)) {}

  ExampleStream stream;
  Model before;          // the session as it was
  ColumnChoice columns;  // as these files are read
};

}  // namespace tacit
