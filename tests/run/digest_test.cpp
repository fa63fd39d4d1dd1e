// The same bits on every run, with and without sanitizers: all builds of the tests compare with the same recorded digest.
// (bits/ does so for other compilers and instruction sets.)
#include <zlib.h>

#include <catch2/catch.hpp>
#include <cstddef>

#include "run/streams.hpp"

namespace digest_test {

using namespace tacit;

TEST_CASE("every learner, loss and domain gives the recorded bits") {
  uLong digest = 0;
  for (const Configuration& configuration : every_configuration()) {
    const Run run = run_over(configuration, {random_stream(configuration, 5, 200)});
    for (const Round& round : run.rounds)  // `least` is no learner's
      digest = crc32_z(digest, reinterpret_cast<const Bytef*>(&round), offsetof(Round, least));
  }
  CHECK(digest == 0x2b8154cbUL);
}

}  // namespace digest_test
