#include "stream.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tacit/data/data_error.hpp"

namespace tacit::cli {

namespace {

constexpr std::size_t block_rows = 1024;

}  // namespace

Stream::Stream(const DataOptions& options, const Configuration& configuration)
    : files_(options.files), configuration_(configuration), two_class_(is_two_class(configuration)), left_(options.limit) {
  if (files_.empty()) files_.emplace_back("-");
  if (configuration.labels) labels_ = {configuration.labels->first, configuration.labels->second};
}

bool Stream::next(Dataset& rows) {
  rows.clear();
  while (left_.value_or(1) > 0) {
    if (!reader_) {
      if (opened_ == files_.size()) return false;
      reader_.emplace(ByteSource(files_[opened_++]), configuration_.bias);
    }
    if (reader_->read(rows, std::min<std::uint64_t>(block_rows, left_.value_or(block_rows)))) {
      if (left_) *left_ -= rows.size();
      check(rows);
      return true;
    }
    reader_.reset();
  }
  return false;
}

void Stream::check(Dataset& rows) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::size_t simplex_features = configuration_.dimension - (configuration_.bias ? 1 : 0);
    if (configuration_.domain == "simplex" && rows.row(i).dimension() > simplex_features + 1) {
      throw DataError(fmt::format("{}: feature {} lies beyond the simplex, which was given {} features", where(rows, i),
                                  rows.row(i).dimension() - 1, simplex_features));
    }
    if (!two_class_) continue;
    const auto label = labels_.understand(rows.label(i));
    if (!label) {
      const auto [negative, positive] = labels_.names();
      throw DataError(fmt::format("{}: label {}; expected {}; if the classes have other labels, say so with --labels NEG,POS",
                                  where(rows, i), rows.label(i),
                                  labels_.fixed() ? fmt::format("{} or {}", negative, positive) : "-1, 0 or 1"));
    }
    rows.relabel(i, *label);
  }
}

std::string Stream::where(const Dataset& rows, std::size_t i) const {
  return fmt::format("{}:{}", reader_ ? reader_->name() : files_[opened_ - 1], rows.line(i));
}

std::optional<std::pair<double, double>> Stream::labels() const {
  return two_class_ && labels_.fixed() ? std::optional(labels_.names()) : std::nullopt;
}

}  // namespace tacit::cli
