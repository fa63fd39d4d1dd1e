// What `tacit train` prints at its end, for people or as one JSON object.
#pragma once

#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>

#include "tacit/certify/monitor.hpp"
#include "tacit/eval/metrics.hpp"
#include "tacit/run/session.hpp"

namespace tacit::cli {

struct TrainSummary {
  const Session& session;
  double seconds = 0;
  std::uint64_t skipped = 0;                       // bad rows
  std::uint64_t collisions = 0;                    // of hashed names
  std::optional<std::uint64_t> hashed_features{};  // that names became; nothing where none did, or where a model met some before
  std::string features{};                          // as a person reads it
  const Metrics* metrics = nullptr;                // if any were asked for
  const Monitor* monitor = nullptr;                // if it was asked for
  bool verbose = false;                            // with what is told about the experts of a mixture
};

void print(const TrainSummary& summary, bool json, std::FILE* to);

}  // namespace tacit::cli
