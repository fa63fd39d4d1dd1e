// What a binary model of the present format has behind its header.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "run/model_bytes.hpp"
#include "tacit/learners/state_source.hpp"

namespace tacit {

// Whether the numbers of tables in the state are wanted at once, or later, piece by piece.
enum class Tables { at_once, later };

struct ModelContents {
  BinaryHeader header;
  std::string description;
  std::map<std::string, LearnerState::Value> arrays{};
  std::map<std::string, std::uint64_t, std::less<>> later{};  // where the numbers begin of tables that are without
  std::optional<DataError> complaint{};                       // what is wrong with the arrays
};

// Reads the whole file once. Throws DataError if it is damaged; what is wrong with a file whose checksum is right is a complaint,
// so that the description has the first word.
ModelContents read_contents(const ModelOrigin& origin, Tables tables);

// Gives the numbers of tables that read_contents() passed over.
class LaterTables {
 public:
  LaterTables(const ModelOrigin& origin, const ModelContents& contents)
      : origin_(origin), header_(contents.header), places_(contents.later) {}

  // Reads the file anew if it has gone beyond the array. Throws DataError if it is another file or cut off now.
  void read(const std::string& array, const FeatureNumbers& table, const StateSource::Taker& taker);

  // Throws DataError if the bytes that were read are no longer those of the file whose checksum was right.
  void finish();

 private:
  void open();

  const ModelOrigin& origin_;
  BinaryHeader header_;
  std::map<std::string, std::uint64_t, std::less<>> places_;
  std::optional<BinaryBody> body_;
};

}  // namespace tacit
