#include "tacit/data/row_rules.hpp"

#include <fmt/format.h>

#include <vector>

#include "tacit/data/labels_are_of.hpp"

namespace tacit {

RowRules::RowRules(Task task, std::optional<std::pair<double, double>> labels, std::optional<std::uint64_t> most_features,
                   std::size_t classes)
    : task_(task), classes_(classes), labels_given_(labels.has_value()), most_features_(most_features) {
  if (labels) labels_ = {labels->first, labels->second};
}

Message RowRules::fault(const Dataset& rows, std::size_t i) const {
  if (const Row row = rows.row(i); row.size > 0) {
    if (auto beyond = fault_of_feature(row.dimension() - 1)) return *std::move(beyond);
  }
  if (crosses_) {
    if (auto uncrossed = crosses_->fault(rows.row(i))) return *std::move(uncrossed);
  }
  return fault(rows.label(i));
}

std::optional<Message> RowRules::fault_of_feature(std::uint64_t feature) const {
  if (!most_features_ || feature <= *most_features_) return std::nullopt;
  return fmt::format("feature {} lies beyond the simplex, which was given {} features", feature, *most_features_);
}

Message RowRules::fault(double label) const {
  if (table_ != nullptr) return table_->fault(label);
  if (task_ == Task::classes)
    return fmt::format("label {}; expected the number of a class, 0 to {}", label, classes_ == 0 ? 0 : classes_ - 1);
  if (task_ == Task::counts) {
    return say(fmt::format("label {}; expected a count or an amount, 0 or more; for labels below 0 give ", label),
               mention("loss", "square"));
  }
  const auto [negative, positive] = labels_.names();
  Message message =
      fmt::format("label {}; expected {}", label, labels_.fixed() ? fmt::format("{} or {}", negative, positive) : "-1, 0 or 1");
  if (!labels_given_) {
    message += say("; if the classes have other labels, say so with ", mention("labels", "NEG,POS"),
                   "; if there are more than two, give ", mention("loss", "softmax"));
  }
  return message;
}

void RowRules::keep_good(Dataset& rows, std::size_t first, std::uint64_t limit, std::string_view name, Complaints& complaints,
                         std::span<const std::string> classes) {
  const LabelsAreOf numbers(table_, classes);
  std::vector<bool> bad;
  std::size_t i = first;
  for (std::uint64_t taken = 0; i < rows.size() && taken < limit; ++i) {
    if (take(rows, i)) {
      ++taken;
      continue;
    }
    const Message what = fault(rows, i);
    const std::uint64_t line = rows.line(i);
    if (!complaints.skips()) rows.truncate(i);  // what comes before the row that ends the run is still good
    complaints.add({name, line, 0}, what);
    bad.resize(rows.size());
    bad[i] = true;
  }
  rows.truncate(i);
  if (!bad.empty()) rows.keep_if([&](std::size_t k) { return !bad[k]; });
}

}  // namespace tacit
