// What baselines remember from one round to the next, in a model's memory.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "run/baselines.hpp"

namespace tacit {

// Names and limits are said once, for both directions.
template <class Visitor>
void Baselines::visit_numbers(Visitor&& visitor) {
  constexpr Limits products{1e-260, 1};
  visitor("rounds", rounds_, any_count);
  visitor("weight", sums_.weight, guessed_weights);
  visitor("best_constant", sums_.constant.sum, Limits{});
  visitor("last_label", sums_.last.sum, Limits{});
  visitor("last_season", sums_.season.sum, Limits{});
  if (numbers_) {
    visitor("squares", sums_.squares, Limits{});
    return;
  }
  if (classes_) return;
  visitor("best_constant_product", sums_.constant.product, products);
  visitor("last_label_product", sums_.last.product, products);
  visitor("last_season_product", sums_.season.product, products);
}

template <class Visitor>
void Baselines::visit_known(Guesses& guesses, Visitor&& visitor) {
  Known& known = guesses.known;
  visitor("label", known.last, guessed_labels);
  if (classes_) return;
  if (numbers_) {
    visitor("mean_weight", known.weight, guessed_weights);
    visitor("mean", known.mean, guessed_labels);
    return;
  }
  for (const auto& [name, share] : {std::pair("positive", &known.positive), std::pair("repeats", &known.repeats),
                                    std::pair("season_repeats", &known.season_repeats)}) {
    share->visit_state([&, &prefix = name](std::string_view part, double& number, Limits limits) {
      visitor(fmt::format("{}_{}", prefix, part), number, limits);
    });
  }
}

// Before its first label an entity has a season at most: that of its clock.
void Baselines::save_entity(Guesses& guesses, LearnerState& memory, const std::string& name) {
  if (guesses.known.begun) {
    visit_known(guesses, NumberWriter(memory, name));
    if (quantile_) guesses.quantile.save(memory, name + "/quantile");
    if (classes_) memory.add(name + "/classes", guesses.classes.weights());
  }
  guesses.season.save(memory, name + "/season");
}

void Baselines::restore_entity(Guesses& guesses, const LearnerState& memory, const std::string& name) {
  guesses.known.begun = memory.find(name + "/label") != nullptr;
  if (guesses.known.begun) {
    visit_known(guesses, NumberReader(memory, name));
    if (quantile_) guesses.quantile.restore(memory, name + "/quantile");
    if (classes_) guesses.classes.restore(memory.doubles(name + "/classes"));
  }
  guesses.season.restore(memory, name + "/season");
  if (classes_) require_classes(guesses);
}

// Labels are the numbers of classes that the model knows.
void Baselines::require_classes(const Guesses& guesses) const {
  const auto is_class = [&](double label) {
    return label >= 0 && label < static_cast<double>(known_classes_) && label == std::floor(label);
  };
  const bool last = !guesses.known.begun || is_class(guesses.known.last);
  if (!last || !std::ranges::all_of(guesses.season.labels(), is_class) || guesses.classes.weights().size() > known_classes_)
    throw std::invalid_argument("the memory's baselines have a label that is no class of the model");
}

namespace {

std::string entity_name(const std::string& name, std::size_t entity) {
  return entity == 0 ? name : fmt::format("{}/entities/{}", name, entity);
}

bool is_there(const LearnerState& memory, const std::string& entity) {
  return memory.find(entity + "/label") != nullptr || memory.find(entity + "/season/period") != nullptr;
}

bool has_something(const Guesses& guesses) { return guesses.known.begun || guesses.season.period() > 0; }

}  // namespace

void Baselines::save(LearnerState& memory) const {
  if (rounds_ == 0) return;
  const std::string name(group.substr(0, group.size() - 1));
  Baselines copy(*this);
  copy.select(0);
  copy.visit_numbers(NumberWriter(memory, name));
  copy.save_entity(copy.guesses_, memory, name);
  std::size_t count = copy.entities_.size();
  while (count > 1 && !has_something(copy.entities_[count - 1])) --count;
  for (std::size_t i = 1; i < count; ++i) {
    const std::string entity = entity_name(name, i);
    copy.save_entity(copy.entities_[i], memory, entity);
    if (!has_something(copy.entities_[i])) Season::save_none(memory, entity + "/season");  // entities are read up to a gap
  }
}

void Baselines::restore(const LearnerState& memory) {
  const auto is_ours = [](const LearnerState::Part& part) { return part.name.starts_with(group); };
  const auto ours = std::ranges::count_if(memory.parts(), is_ours);
  if (ours == 0) return;
  if (play_ == nullptr) throw std::invalid_argument("the memory has baselines, though there are none for these labels");
  const std::string name(group.substr(0, group.size() - 1));
  visit_numbers(NumberReader(memory, name));
  if (!late_ && memory.find(name + "/label") == nullptr)
    throw std::invalid_argument(fmt::format("the memory's '{}' has no label; expected the last one", name));
  restore_entity(guesses_, memory, name);
  entities_.clear();
  for (std::size_t i = 1; is_there(memory, entity_name(name, i)); ++i) {
    while (entities_.size() <= i) entities_.emplace_back(guesses_.quantile.level());
    restore_entity(entities_[i], memory, entity_name(name, i));
  }
  LearnerState again;
  save(again);
  if (again.parts().size() != static_cast<std::size_t>(ours))
    throw std::invalid_argument(fmt::format("the memory's '{}' has {} parts; expected {}", name, ours, again.parts().size()));
}

}  // namespace tacit
