#include "tacit/run/label_weights.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>

#include "tacit/core/legible.hpp"
#include "tacit/core/names.hpp"
#include "tacit/core/setting_error.hpp"
#include "tacit/data/class_names.hpp"

namespace tacit {

namespace {

using Kind = SettingError::Kind;

// Each label that data may have, with the number of its class.
std::vector<std::pair<std::string, std::size_t>> labels_of(const Configuration& configuration) {
  if (const auto& words = configuration.label_words) return {{words->negative, 0}, {words->positive, 1}};
  const auto is_usual = [](double label) { return label == -1 || label == 0 || label == 1; };
  if (const auto& numbers = configuration.labels; numbers && !(is_usual(numbers->first) && is_usual(numbers->second)))
    return {{fmt::format("{}", numbers->first), 0}, {fmt::format("{}", numbers->second), 1}};
  return {{"-1", 0}, {"0", 0}, {"1", 1}, {"+1", 1}};
}

std::optional<double> number_in(std::string_view text) {
  double number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  return error == std::errc{} && stop == end ? std::optional(number) : std::nullopt;
}

[[noreturn]] void refuse(const Configuration& configuration, Kind kind, const Message& what) {
  throw SettingError(kind, mention("class-weight", configuration.class_weight), what);
}

// Weights as they may be said of the classes at hand.
std::string example_of(const Configuration& configuration) {
  std::vector<std::string> names;
  if (has_class_names(configuration)) {
    std::ranges::copy_if(configuration.classes.names, std::back_inserter(names),
                         [](const std::string& name) { return name.find(',') == std::string::npos; });
    if (names.size() < 2) names = {"A", "B"};
  } else {
    const auto known = labels_of(configuration);
    for (const std::size_t k : {std::size_t{0}, std::size_t{1}})
      names.push_back(std::ranges::find(known, k, [](const auto& entry) { return entry.second; })->first);
  }
  return fmt::format("{}=1,{}=5", names[0], names[1]);
}

[[noreturn]] void refuse_twice(const Configuration& configuration, std::string_view label) {
  refuse(configuration, Kind::bad_value,
         say(mention("class-weight", configuration.class_weight),
             fmt::format(": a class is named twice, the second time in {}", shown(label))));
}

std::size_t class_named(const Configuration& configuration, std::string_view label) {
  const auto known = labels_of(configuration);
  const auto found = std::ranges::find(known, label, [](const auto& entry) { return std::string_view(entry.first); });
  if (found != known.end()) return found->second;
  std::vector<std::string> names;
  for (const auto& entry : known) names.push_back(shown(entry.first));
  Message message = say(mention("class-weight", configuration.class_weight),
                        fmt::format(": there is no class {}; the labels are {}", shown(label), fmt::join(names, ", ")));
  if (!configuration.labels) message += say("; say others with ", mention("labels", "NEG,POS"));
  refuse(configuration, Kind::bad_value, message);
}

}  // namespace

LabelWeights::LabelWeights(const Configuration& configuration) : task_(task_of(configuration)) {
  const std::string& said = configuration.class_weight;
  if (!has_classes(task_)) {
    refuse(configuration, Kind::without_use,
           say(mention("class-weight"), " is for classes; the loss is ", configuration.loss,
               ", of numbers: leave it out, or give ", mention("loss", "logistic")));
  }
  if (task_ == Task::two_classes) rows_.resize(2);
  counts_ = said == balanced;
  if (counts_) return;
  for (const std::string& part : split(said)) {
    const std::size_t equals = part.rfind('=');
    const auto weight = equals == std::string::npos ? std::nullopt : number_in(std::string_view(part).substr(equals + 1));
    if (!weight || !std::isfinite(*weight) || *weight < 0) {
      refuse(configuration, Kind::bad_value,
             say(mention("class-weight", said),
                 fmt::format(": {} is not understood; expected balanced, or labels with weights of 0 "
                             "or more, such as ",
                             shown(part)),
                 mention("class-weight", example_of(configuration))));
    }
    if (has_class_names(configuration)) {
      take_name(configuration, std::string_view(part).substr(0, equals), *weight);
      continue;
    }
    const std::size_t k = class_named(configuration, std::string_view(part).substr(0, equals));
    if (k >= weights_.size()) weights_.resize(k + 1, -1);
    if (weights_[k] >= 0) refuse_twice(configuration, part);
    weights_[k] = *weight;
  }
  for (double& weight : weights_) weight = weight < 0 ? 1 : weight;
}

void LabelWeights::take_name(const Configuration& configuration, std::string_view label, double weight) {
  const std::string name = class_name(label);
  const ClassNames& known = configuration.classes;
  if (known.fixed && std::ranges::find(known.names, name) == known.names.end()) {
    std::vector<std::string> names;
    for (const std::string& one : known.names) names.push_back(shown(one));
    refuse(configuration, Kind::bad_value,
           say(mention("class-weight", configuration.class_weight),
               fmt::format(": there is no class {}; the classes are {}", shown(name), fmt::join(names, ", "))));
  }
  if (!by_name_.emplace(name, weight).second) refuse_twice(configuration, label);
}

std::size_t LabelWeights::class_of(double label) const {
  return task_ == Task::classes ? static_cast<std::size_t>(label) : label > 0 ? 1 : 0;
}

double LabelWeights::next(std::size_t k) {
  if (!counts_) return k < weights_.size() ? weights_[k] : 1;
  if (k >= rows_.size()) rows_.resize(k + 1);
  all_ += 1;
  rows_[k] += 1;
  if (rows_[k] == 1) classes_ += 1;
  // Of two classes both are known before the second comes.
  return all_ / (std::max(classes_, 2.0) * rows_[k]);
}

void LabelWeights::weigh(Dataset& rows, std::size_t from, std::size_t to, std::span<const std::string> names) {
  for (std::size_t k = weights_.size(); !by_name_.empty() && k < names.size(); ++k) {
    const auto found = by_name_.find(names[k]);
    weights_.push_back(found == by_name_.end() ? 1 : found->second);
  }
  for (std::size_t i = from; i < to; ++i) {
    const double factor = next(class_of(rows.label(i)));
    if (factor != 1) rows.reweight(i, rows.weight(i) * factor);
  }
}

std::vector<std::string> LabelWeights::others_than(std::span<const std::string> names) const {
  std::vector<std::string> others;
  for (const auto& [name, weight] : by_name_) {
    if (std::ranges::find(names, name) == names.end()) others.push_back(name);
  }
  return others;
}

void LabelWeights::save(LearnerState& memory) const {
  if (counts_) memory.add(std::string(group) + "rows", rows_);
}

void LabelWeights::restore(const LearnerState& memory) {
  const std::string name = std::string(group) + "rows";
  if (!counts_ || memory.find(name) == nullptr) return;
  const std::vector<double>& rows = memory.doubles(name);
  const bool counts =
      std::ranges::all_of(rows, [](double count) { return count >= 0 && count <= any_count.high && count == std::floor(count); });
  if (!counts || (task_ == Task::two_classes && rows.size() != 2))
    throw std::invalid_argument(fmt::format("'{}' holds no counts of rows by class", name));
  rows_ = rows;
  all_ = classes_ = 0;
  for (const double count : rows_) {
    all_ += count;
    classes_ += count > 0 ? 1 : 0;
  }
}

void require_class_weight(const Configuration& configuration) {
  if (!configuration.class_weight.empty()) LabelWeights given(configuration);
}

}  // namespace tacit
