// What baselines remember from one round to the next, in a model's memory.
#include <fmt/format.h>

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
  visitor("label", guesses_.known.last, guessed_labels);
  if (numbers_) {
    visitor("squares", sums_.squares, Limits{});
    visitor("mean_weight", guesses_.known.weight, guessed_weights);
    visitor("mean", guesses_.known.mean, guessed_labels);
    return;
  }
  visitor("best_constant_product", sums_.constant.product, products);
  visitor("last_label_product", sums_.last.product, products);
  visitor("last_season_product", sums_.season.product, products);
  for (const auto& [name, share] :
       {std::pair("positive", &guesses_.known.positive), std::pair("repeats", &guesses_.known.repeats),
        std::pair("season_repeats", &guesses_.known.season_repeats)}) {
    share->visit_state([&, &prefix = name](std::string_view part, double& number, Limits limits) {
      visitor(fmt::format("{}_{}", prefix, part), number, limits);
    });
  }
}

void Baselines::save(LearnerState& memory) const {
  if (rounds_ == 0) return;
  const std::string name(group.substr(0, group.size() - 1));
  Baselines(*this).visit_numbers(NumberWriter(memory, name));
  if (quantile_) guesses_.quantile.save(memory, name + "/quantile");
  guesses_.season.save(memory, name + "/season");
}

void Baselines::restore(const LearnerState& memory) {
  const auto is_ours = [](const LearnerState::Part& part) { return part.name.starts_with(group); };
  const auto ours = std::ranges::count_if(memory.parts(), is_ours);
  if (ours == 0) return;
  if (play_ == nullptr) throw std::invalid_argument("the memory has baselines, though there are none for these labels");
  const std::string name(group.substr(0, group.size() - 1));
  visit_numbers(NumberReader(memory, name));
  guesses_.known.begun = rounds_ > 0;
  if (quantile_) guesses_.quantile.restore(memory, name + "/quantile");
  guesses_.season.restore(memory, name + "/season");
  LearnerState again;
  save(again);
  if (again.parts().size() != static_cast<std::size_t>(ours))
    throw std::invalid_argument(fmt::format("the memory's '{}' has {} parts; expected {}", name, ours, again.parts().size()));
}

}  // namespace tacit
