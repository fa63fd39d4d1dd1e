#include "run/model_contents.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace tacit {

namespace {

bool all_finite(std::span<const double> numbers) {
  return std::ranges::all_of(numbers, [](double number) { return std::isfinite(number); });
}

std::span<char> bytes_of(std::span<double> numbers) { return {reinterpret_cast<char*>(numbers.data()), numbers.size_bytes()}; }

// Something wrong with an array, if the checksum turns out to be right.
struct Complaint {
  DataError error;
};

// Takes arrays from the bytes behind the description. None is given memory before the file proves to have its elements.
class ArrayReader {
 public:
  ArrayReader(BinaryBody& body, Tables tables) : body_(body), tables_(tables), left_(body.header().array_bytes) {}

  void read_all(ModelContents& contents) {
    while (left_ > 0) read_next(contents);
    if (contents.arrays.size() != body_.header().arrays)
      complain("corrupted: it has another number of arrays than its header says");
  }

 private:
  void read_next(ModelContents& contents) {
    ArrayHeader header{};
    claim(1, sizeof header);
    body_.read({reinterpret_cast<char*>(&header), sizeof header});
    if (header.zero != 0) complain("corrupted: the header of an array is wrong");
    const auto name = take<std::string>(header.name);
    auto value = elements(header, name, contents);
    if (!contents.arrays.emplace(name, std::move(value)).second) complain(fmt::format("corrupted: it has '{}' twice", name));
  }

  // Says that so many elements of this size come next.
  void claim(std::uint64_t count, std::size_t size) {
    if (count > left_ / size) complain("corrupted: an array is longer than all of them");
    left_ -= count * size;
  }
  template <class Container>
  Container take(std::uint64_t count) {
    claim(count, sizeof(typename Container::value_type));
    return body_.take<Container>(count);
  }
  std::vector<double> take_numbers(std::uint64_t count, const std::string& name) {
    auto numbers = take<std::vector<double>>(count);
    if (!all_finite(numbers)) refuse_number(name);
    return numbers;
  }
  void pass_numbers(std::uint64_t count, const std::string& name) {
    claim(count, sizeof(double));
    std::vector<double> numbers(std::min<std::uint64_t>(count, BinaryBody::piece / sizeof(double)));
    while (count > 0) {
      const std::span some = std::span(numbers).first(std::min<std::uint64_t>(count, numbers.size()));
      body_.read(bytes_of(some));
      if (!all_finite(some)) refuse_number(name);
      count -= some.size();
    }
  }
  [[noreturn]] void refuse_number(const std::string& name) const {
    throw Complaint{{DataError::Kind::model, body_.name(), fmt::format("a number of '{}' is not finite", name)}};
  }
  [[noreturn]] void complain(std::string_view what) const { throw Complaint{damaged(body_.name(), what)}; }

  LearnerState::Value elements(const ArrayHeader& header, const std::string& name, ModelContents& contents) {
    switch (header.type) {
      case ElementType::number:
        return take_numbers(header.count, name);
      case ElementType::index:
        return take<std::vector<Index>>(header.count);
      case ElementType::by_feature:
      case ElementType::by_feature_in_own_order:
        break;
      default:
        complain("corrupted: the type of an array is unknown");
    }
    FeatureNumbers table{.width = header.width, .sorted = header.type == ElementType::by_feature, .features = {}, .numbers = {}};
    table.features = take<std::vector<Index>>(header.count);  // so many that the product below is below 2^96 / 2^34
    if (header.width > 0 && header.count > left_ / sizeof(double) / header.width)
      complain("corrupted: an array is longer than all of them");
    if (tables_ == Tables::later && table.sorted && table.width > 1 && name.starts_with(state_name(""))) {
      contents.later.emplace(name, body_.position());
      pass_numbers(header.count * header.width, name);
      return table;
    }
    table.numbers = take_numbers(header.count * header.width, name);
    drop_zeros(table);
    return table;
  }

  BinaryBody& body_;
  Tables tables_;
  std::uint64_t left_;  // bytes
};

}  // namespace

ModelContents read_contents(const ModelOrigin& origin, Tables tables) {
  BinaryBody body(origin);
  ModelContents contents{.header = body.header(), .description = {}};
  try {
    contents.description = body.take<std::string>(body.header().description);
    ArrayReader(body, tables).read_all(contents);
  } catch (const Complaint& complaint) {
    contents.complaint = complaint.error;
  }
  body.require_sound();
  return contents;
}

void LaterTables::open() {
  body_.emplace(origin_);
  if (body_->header() == header_) return;
  throw DataError(DataError::Kind::model, body_->name(), "the model file was changed while it was read; read it again");
}

void LaterTables::read(const std::string& array, const FeatureNumbers& table, const StateSource::Taker& taker) {
  const std::uint64_t place = places_.at(array);
  if (!body_ || body_->position() > place) open();
  body_->pass(place - body_->position());
  const std::size_t rows = std::max<std::size_t>(1, BinaryBody::piece / sizeof(double) / table.width);
  std::vector<double> numbers(rows * table.width);
  for (std::size_t first = 0; first < table.features.size(); first += rows) {
    const std::span features = std::span(table.features).subspan(first, std::min(rows, table.features.size() - first));
    const std::span some = std::span(numbers).first(features.size() * table.width);
    body_->read(bytes_of(some));
    taker(features, some);
  }
}

void LaterTables::finish() {
  if (body_) body_->require_sound();
}

}  // namespace tacit
