#include <fmt/format.h>
#include <isa-l/crc.h>

#include <deque>
#include <vector>

#include "run/model_binary.hpp"
#include "run/model_json.hpp"

namespace tacit {

namespace {

template <class T>
std::string_view bytes_of(const std::vector<T>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
}

// The pieces of a binary model behind its header. Large ones stay where the model has them.
class Body {
 public:
  void add_text(std::string text) { pieces_.emplace_back(own_.emplace_back(std::move(text))); }

  void add(std::string_view name, const std::vector<double>& array) {
    add_header(name, {0, ElementType::number, 1, 0, array.size()});
    pieces_.push_back(bytes_of(array));
  }
  void add(std::string_view name, const std::vector<Index>& array) {
    add_header(name, {0, ElementType::index, 1, 0, array.size()});
    pieces_.push_back(bytes_of(array));
  }
  void add(std::string_view name, const FeatureNumbers& table) {
    const auto type = table.sorted ? ElementType::by_feature : ElementType::by_feature_in_own_order;
    add_header(name, {0, type, static_cast<std::uint32_t>(table.width), 0, table.features.size()});
    pieces_.push_back(bytes_of(table.features));
    pieces_.push_back(bytes_of(table.numbers));
  }
  void add(std::string_view name, const SparseWeights& weights) { add(name, tables_.emplace_back(numbers_of(weights))); }

  std::uint64_t arrays() const { return arrays_; }
  const std::vector<std::string_view>& pieces() const { return pieces_; }

 private:
  void add_header(std::string_view name, ArrayHeader header) {
    header.name = static_cast<std::uint32_t>(name.size());
    std::string bytes;
    append(bytes, header);
    add_text(bytes += name);
    ++arrays_;
  }

  std::vector<std::string_view> pieces_;
  std::deque<std::string> own_;
  std::deque<FeatureNumbers> tables_;
  std::uint64_t arrays_ = 0;
};

void add_arrays(const Model& model, Body& body) {
  for (const auto& [name, value] : model.memory.parts()) {
    if (const auto* table = std::get_if<FeatureNumbers>(&value)) body.add(memory_name(name), *table);
  }
  if (!model.largest.empty()) body.add("largest", model.largest);
  if (!model.state) {
    body.add(weights_name(0), model.weights);
    for (std::size_t k = 0; k < model.further_weights.size(); ++k) body.add(weights_name(k + 1), model.further_weights[k]);
    return;
  }
  for (const auto& part : model.state->parts()) {
    if (LearnerState::is_left_out(part)) continue;
    std::visit(
        [&]<class T>(const T& array) {
          if constexpr (!std::same_as<T, double>) body.add(state_name(part.name), array);
        },
        part.value);
  }
}

}  // namespace

std::string weights_name(std::size_t output) { return output == 0 ? "weights" : fmt::format("weights/{}", output); }
std::string state_name(std::string_view part) { return fmt::format("state/{}", part); }
std::string memory_name(std::string_view part) { return fmt::format("memory/{}", part); }

std::uint32_t checksum(std::string_view bytes, std::uint32_t before) {
  return crc32_gzip_refl(before, reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size());
}

std::uint32_t checksum_of(const BinaryHeader& header) {
  return checksum({reinterpret_cast<const char*>(&header), offsetof(BinaryHeader, header_checksum)});
}

void write_binary(const Model& model, const ByteSink& sink) {
  Body body;
  std::string description;
  JsonWriter json([&](std::string_view piece) { description += piece; }, JsonWriter::Look::compact);
  write_object(model, Arrays::left_out, json);
  json.finish();
  BinaryHeader header{model_magic, format_version, 0, description.size(), 0, 0, 0, 0};
  body.add_text(std::move(description));
  add_arrays(model, body);
  std::uint64_t bytes = 0;
  for (const std::string_view piece : body.pieces()) {
    header.body_checksum = checksum(piece, header.body_checksum);
    bytes += piece.size();
  }
  header.arrays = body.arrays();
  header.array_bytes = bytes - header.description;
  header.header_checksum = checksum_of(header);
  sink({reinterpret_cast<const char*>(&header), sizeof header});
  for (const std::string_view piece : body.pieces()) sink(piece);
}

}  // namespace tacit
