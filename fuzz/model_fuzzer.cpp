// Any bytes are either refused with a message, or give a model whose JSON form reads back to the same model; read in pieces, they
// give the same weights.
#include <cstdint>
#include <cstdlib>
#include <stdexcept>
#include <string_view>

#include "tacit/data/data_error.hpp"
#include "tacit/run/model.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    const tacit::Model model = tacit::parse_model({reinterpret_cast<const char*>(data), size}, "fuzz");
    const std::string json = tacit::to_json(model);
    if (tacit::to_json(tacit::parse_model(json, "fuzz")) != json) std::abort();
    tacit::revive(model);
    tacit::revive_intervals(model);
    for (const tacit::Need need : {tacit::Need::learner, tacit::Need::collapsed}) {
      if (tacit::load_bytes({reinterpret_cast<const char*>(data), size}, "fuzz", need).model.weights != model.weights)
        std::abort();
    }
  } catch (const tacit::DataError&) {
  } catch (const std::invalid_argument&) {
  }
  return 0;
}
