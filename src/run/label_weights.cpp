#include "tacit/run/label_weights.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <stdexcept>

#include "tacit/core/legible.hpp"
#include "tacit/core/names.hpp"
#include "tacit/core/setting_error.hpp"
#include "tacit/data/class_names.hpp"
#include "tacit/run/model.hpp"

namespace tacit {

namespace {

using Kind = SettingError::Kind;

constexpr std::string_view counts_name = "class_weight/rows";

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
  for (const auto& entry : known) {
    if (entry.first != "+1") names.push_back(shown(entry.first));  // 1 is there
  }
  Message message = say(mention("class-weight", configuration.class_weight),
                        fmt::format(": there is no class {}; the labels are {}", shown(label), fmt::join(names, ", ")));
  if (!configuration.labels) message += say("; say others with ", mention("labels", "NEG,POS"));
  refuse(configuration, Kind::bad_value, message);
}

}  // namespace

LabelWeights::LabelWeights(const Configuration& configuration)
    : said_(configuration.class_weight), task_(task_of(configuration)) {
  if (!has_classes(task_)) {
    refuse(configuration, Kind::without_use,
           say(mention("class-weight"), " is for classes; the loss is ", configuration.loss,
               ", of numbers: leave it out, or give ", mention("loss", "logistic")));
  }
  if (task_ == Task::two_classes) rows_.resize(2);
  counts_ = said_ == balanced;
  if (counts_) return;
  for (const std::string& part : split(said_)) {
    const std::size_t equals = part.rfind('=');
    const auto weight = equals == std::string::npos ? std::nullopt : number_in(std::string_view(part).substr(equals + 1));
    if (!weight || !std::isfinite(*weight) || *weight < 0) {
      refuse(configuration, Kind::bad_value,
             say(mention("class-weight", said_),
                 fmt::format(": {} is not understood; expected balanced, or labels with weights of 0 "
                             "or more, such as ",
                             shown(part)),
                 mention("class-weight", example_of(configuration))));
    }
    if (has_class_names(configuration)) {
      take_name(configuration, std::string_view(part).substr(0, equals), *weight);
      continue;
    }
    const std::string_view label = std::string_view(part).substr(0, equals);
    const std::size_t k = class_named(configuration, label);
    if (k >= weights_.size()) weights_.resize(k + 1, -1);
    if (weights_[k] >= 0) refuse_twice(configuration, part);
    weights_[k] = *weight;
    of_two_.emplace_back(label, k);
  }
  for (double& weight : weights_) weight = weight < 0 ? 1 : weight;
}

void LabelWeights::take_name(const Configuration& configuration, std::string_view label, double weight) {
  const std::string name = class_name(label);
  try {
    require_class_names({name}, 1);
  } catch (const std::invalid_argument& unfit) {
    refuse(configuration, Kind::bad_value, say(mention("class-weight", configuration.class_weight), ": ", unfit.what()));
  }
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
  if (k >= rows_.size()) rows_.resize(k + 1);
  all_ += 1;
  rows_[k] += 1;
  if (rows_[k] == 1) classes_ += 1;
  if (!counts_) return k < weights_.size() ? weights_[k] : 1;
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

std::vector<Message> LabelWeights::notes(std::span<const std::string> names) const {
  std::vector<Message> notes;
  const auto note = [&](std::size_t k, const std::string& label) {
    if (k < rows_.size() && rows_[k] > 0) return;
    notes.push_back(say(mention("class-weight", said_), fmt::format(": no row has been of the class {}", shown(label))));
  };
  for (const auto& [name, weight] : by_name_)
    note(static_cast<std::size_t>(std::ranges::find(names, name) - names.begin()), name);
  for (const auto& [label, k] : of_two_) note(k, label);
  return notes;
}

std::vector<Message> LabelWeights::notes(const Configuration& configuration, const Dataset& rows,
                                         std::span<const std::string> names) {
  if (configuration.class_weight.empty()) return {};
  LabelWeights weights(configuration);
  for (std::size_t i = 0; i < rows.size(); ++i) weights.next(weights.class_of(rows.label(i)));
  return weights.notes(names);
}

void LabelWeights::save(LearnerState& memory) const { memory.add(std::string(counts_name), rows_); }

void LabelWeights::restore(const LearnerState& memory, std::size_t classes) {
  if (memory.find(counts_name) == nullptr)
    throw std::invalid_argument(fmt::format("'{}' is missing; expected how many rows there were of each class", counts_name));
  const std::vector<double>& rows = memory.doubles(counts_name);
  if (!std::ranges::all_of(rows,
                           [](double count) { return count >= 0 && count <= any_count.high && count == std::floor(count); }))
    throw std::invalid_argument(fmt::format("'{}' holds no counts of rows by class", counts_name));
  if (task_ == Task::two_classes ? rows.size() != 2 : rows.size() > classes)
    throw std::invalid_argument(
        fmt::format("'{}' counts the rows of {} classes; the model has {}", counts_name, rows.size(), classes));
  rows_ = rows;
  all_ = classes_ = 0;
  for (const double count : rows_) {
    all_ += count;
    classes_ += count > 0 ? 1 : 0;
  }
}

std::unique_ptr<LabelWeights> revive_class_weights(const Configuration& configuration, const Model& model) {
  if (configuration.class_weight.empty()) {
    if (model.memory.find(counts_name) != nullptr)
      throw std::invalid_argument(fmt::format("the memory has '{}', but the model has no 'class_weight'", counts_name));
    return nullptr;
  }
  auto weights = std::make_unique<LabelWeights>(configuration);
  const bool begins = model.tally.examples == 0 && model.memory.find(counts_name) == nullptr;
  if (model.has_state() && !begins)
    weights->restore(model.memory, has_class_names(configuration) ? configuration.classes.names.size() : 2);
  return weights;
}

void require_class_weight(const Configuration& configuration) {
  if (!configuration.class_weight.empty()) LabelWeights given(configuration);
}

}  // namespace tacit
