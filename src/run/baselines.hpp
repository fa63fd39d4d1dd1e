// Baselines plays the guesses without weights beside a learner: it gives them to those learners that take hints, and adds up what
// each of them would have lost. Labels of a row are known once it was predicted: the guesses of a row come from the rows before.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "run/guesses.hpp"
#include "tacit/core/round.hpp"
#include "tacit/data/dataset.hpp"
#include "tacit/data/hints.hpp"
#include "tacit/learners/configuration.hpp"
#include "tacit/run/baselines.hpp"

namespace tacit {

// A sum that is beyond what a model can hold stays at the limit, and says nothing any more.
inline double held(double sum) { return sum < Limits{}.high ? sum : Limits{}.high; }

class Baselines {
 public:
  explicit Baselines(const Configuration& configuration);

  // A season of so many rounds; 0 where none is known, which it is until somebody says so.
  void set_period(std::size_t period);
  // The same, where the labels so far are known; a new season begins with them.
  void set_season(std::size_t period, std::span<const double> labels);
  // There may be a season later on: until then the last label stands for it.
  void expect_season() { expects_season_ = true; }

  // The coming rows and labels are those of this entity. Entities count from 0, the only one where nobody selects another.
  void select(std::uint32_t entity);
  // So many rows before the coming one have labels that nobody knows yet.
  void set_ahead(std::size_t rows) { guesses_.season.set_ahead(rows); }
  // So many rows have no label: the last stands for theirs in the season.
  void skip(std::size_t rows) {
    for (; rows > 0; --rows) guesses_.season.add(guesses_.known.last);
  }

  // Guesses for the rows from `from` to `to` and then takes their labels, one row after the other. Labels that come late are not
  // taken: observe() takes them.
  void play(Dataset& rows, std::size_t from, std::size_t to) {
    if (play_ != nullptr) (this->*play_)(rows, from, to);
  }
  // Adds up the squared errors of a learner's rounds. Numbers only.
  void add_errors(const Dataset& rows, std::size_t from, std::span<const Round> rounds);

  // Writes what is guessed now as the hints of all these rows, if the learner takes hints. The label before a row is known of one
  // that follows what was learned; of others nothing is guessed from it, so that no prediction depends on the rows beside it.
  void hint(Dataset& rows, bool follows = false) const;
  bool hints() const { return hints_ && guess_ != nullptr; }
  // The same for one coming row: hints_per_row numbers.
  void guess(std::span<double> hints) const {
    if (guess_ != nullptr) (this->*guess_)(hints);
  }
  // Takes the label of a row that was predicted.
  void observe(double label, double weight) {
    if (observe_ != nullptr) (this->*observe_)(label, weight);
  }

  // How many rounds were played.
  std::uint64_t rounds() const { return rounds_; }
  // Averages over the importance weights of these rounds.
  BaselineLosses losses() const;
  // Root mean square error of the learner; numbers only.
  std::optional<double> root_mean_square_error() const;

  static constexpr std::string_view group = "baselines/";
  // Everything from one round to the next, under the group. Saves nothing before the first round.
  void save(LearnerState& memory) const;
  // Goes on bit for bit, or begins afresh where the memory has no such group. Throws std::invalid_argument for numbers that no
  // run leaves behind.
  void restore(const LearnerState& memory);

 private:
  // A sum of losses. Of logarithms: with a product of probabilities that is not yet in it, since one logarithm for many rounds
  // will do.
  struct Sum {
    double sum = 0;
    double product = 1;

    double value() const;
    void add_probability(double probability, double weight);
  };
  // Over all rounds played, of all entities.
  struct Sums {
    double weight = 0;
    double squares = 0;
    Sum constant;
    Sum last;
    Sum season;
  };

  template <class L>
  void choose_loss();
  template <class L>
  void play_rows(Dataset& rows, std::size_t from, std::size_t to);
  template <class L>
  void guess_row(std::span<double> hints) const;
  template <class L>
  void observe_row(double label, double weight);
  // The same where labels are classes: a guess loses 1 where it errs.
  void play_classes(Dataset& rows, std::size_t from, std::size_t to);
  void guess_class(std::span<double> hints) const;
  void observe_class(double label, double weight);

  template <class Visitor>
  void visit_numbers(Visitor&& visitor);
  template <class Visitor>
  void visit_known(Guesses& guesses, Visitor&& visitor);
  void save_entity(Guesses& guesses, LearnerState& memory, const std::string& name);
  void restore_entity(Guesses& guesses, const LearnerState& memory, const std::string& name);
  void require_classes(const Guesses& guesses) const;
  std::optional<double> average(const Sum& sum) const;

  void (Baselines::*play_)(Dataset&, std::size_t, std::size_t) = nullptr;  // null: nobody says what labels are
  void (Baselines::*guess_)(std::span<double>) const = nullptr;
  void (Baselines::*observe_)(double, double) = nullptr;
  double parameter_ = 0;  // of the loss
  bool numbers_ = false;  // or counts
  bool counts_ = false;
  bool classes_ = false;  // several, so many so far
  std::size_t known_classes_ = 0;
  bool hints_ = false;
  bool quantile_ = false;  // is needed: by the learner, or as the best constant

  bool late_ = false;  // labels come late
  bool expects_season_ = false;

  Guesses guesses_;                // of the entity at hand
  std::vector<Guesses> entities_;  // of all, but that at hand
  std::uint32_t entity_ = 0;
  std::uint64_t rounds_ = 0;
  Sums sums_;
};

}  // namespace tacit
