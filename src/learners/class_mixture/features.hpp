// The features of a mixture over several classes: coordinates, weights per class and expert, and the directions in which experts
// move. The coordinates are those of the mixture for one number (mixture/feature_table.hpp): t = z / s, s the feature's largest
// magnitude so far, and phi, centred and of unit spread for features that at least half of the examples have, of a larger size
// the rarer for others. Weights are not multiplied when s grows. Directions are
//   scaled         t
//   centred        phi
//   per-feature    phi_j / sqrt(G_j + g), G_j the sum of (slope phi_j)^2 so far, g the mean squared slope
//   full-matrix    the inverse of the correlations of the first 64 common features, times their phi; phi of the others
// All classes share them: a step is a vector per class along one direction.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "learners/class_mixture/kernel.hpp"
#include "learners/mixture/collapsed_weights.hpp"
#include "learners/mixture/dense_moments.hpp"
#include "learners/mixture/feature_record.hpp"
#include "learners/mixture/places.hpp"
#include "tacit/learners/state.hpp"

namespace tacit {

class ClassFeatures {
 public:
  using Place = Places::Place;
  static constexpr std::size_t numbers_per_record = 10;
  static constexpr std::size_t numbers_per_common = 2;

  // How many bytes features may take, and whether some are forgotten where they take more.
  struct Room {
    double most_bytes = 0;  // 0: no limit
    bool forgets = false;
  };

  ClassFeatures(bool centres, const ClassKernel& kernel) : centres_(centres), kernel_(&kernel) { reach(0); }
  // A copy goes on from the end of a round: it knows no example that was looked at.
  ClassFeatures(const ClassFeatures& other);
  ClassFeatures& operator=(const ClassFeatures&) = delete;
  ClassFeatures(ClassFeatures&&) = default;
  ClassFeatures& operator=(ClassFeatures&&) = default;
  ~ClassFeatures() = default;

  std::size_t classes() const { return classes_; }
  void add_classes(std::size_t classes);

  // Takes in the n-th example, counted from 1. Writes a score per class and expert: those of a class lie together.
  void look(const Row& z, double n, std::span<double> scores);
  // Writes the scores that look() would; changes nothing.
  using Entries = std::vector<ClassEntry>;  // room for those of a row
  void predict(const Row& z, std::span<double> scores, Entries& entries) const;

  // Computes the directions of the example last looked at, and returns their squared norms.
  PerClassGeometry directions(double mean_squared_slope);
  // Weights become w - step u, a step per class and expert; `moves` has the classes that any of them moves.
  void move(std::span<const double> steps, std::span<const std::size_t> moves);
  // Ends the round: adds the slope to the sums of gradients, and renews means and scales where it is time.
  void settle(double squared_slope, const Room& room);

  // Weights of these experts become 0.
  void restart(const std::array<bool, class_expert_count>& experts);
  // Every expert begins from this weight of the feature as it comes.
  void start_from(Index index, std::size_t k, double weight);
  // Notes that the feature's values come divided by the factor from now on.
  void divide(Index index, double factor);
  double forgotten() const { return forgotten_; }
  void note_forgotten(double before) { forgotten_ = before; }

  // Adds the weights of one class for features as they come, the experts' by share. A feature that is not seen any more, as
  // sees(index) says, is absent from all rows: its mean alone counts.
  template <class Sees>
  void collapse(std::size_t k, const PerExpert& shares, Sees sees, CollapsedWeights& weights) const {
    weights.make_room(records_.size());
    for (const Place place : places_by_index()) collapse(place, k, shares, sees(records_[place].index), weights);
  }

  // As parts of a state, in a group: the records of features and their weights, the common ones and their moments.
  void save(LearnerState& state, std::string_view group) const;
  // Adds the same parts, which hold nothing.
  static void save_none(LearnerState& state, std::string_view group);
  // Throws std::invalid_argument if a run of n rounds and so many classes cannot have left them.
  void restore(const LearnerState& state, std::string_view group, double n);

 private:
  static constexpr double reach_of_common = 1.5;  // how far beyond its range a feature counts
  static constexpr double least_spread = 1e-12;
  static constexpr double ridge = 1e-6;
  static constexpr double ridge_of_inverse = 0.25;

  struct Common {
    Place place = 0;
    double mean = 0;
    double scale = 0;  // phi = (t - mean) scale
    // Of the round.
    double t = 0;
    double phi = 0;
    bool present = false;
    bool widened = false;
  };
  double* weights(Place place) { return weights_[place].get(); }
  const double* weights(Place place) const { return weights_[place].get(); }
  std::size_t bytes_per_feature() const;
  Place reach(Index index);
  double widen(double value, FeatureRecord& record);
  static double held(double t, const Common& common, const FeatureRecord& record);
  ClassEntry entry(Place place, double t, double phi) const { return {weights_[place].get(), t, phi, 0, 0}; }
  void change_coordinates(Place place, double a, double b, double c, double d);
  void refresh(Common& common) const;
  double ridge_of(const FeatureRecord& record) const;
  void join(Place place);
  void add_dense(const Common& common);
  void leave(std::size_t i);
  void renew();
  void forget();
  void collapse(Place place, std::size_t k, const PerExpert& shares, bool seen, CollapsedWeights& weights) const;
  std::vector<Place> places_by_index() const;

  bool centres_;
  const ClassKernel* kernel_;
  std::size_t classes_ = 0;
  std::size_t stride_ = 0;  // classes that each feature has room for
  Places places_;
  std::vector<FeatureRecord> records_;
  std::vector<std::unique_ptr<double[]>> weights_;  // NOLINT: as many per feature as there are classes and experts
  std::vector<Common> common_;                      // the first of them are the slots of dense_
  DenseMoments dense_;
  double forgotten_ = 0;

  // Of the round's example: the bias, if the row has it, rare features and common ones.
  double n_ = 0;
  double bias_ = 0;
  std::vector<Place> rare_;
  std::size_t first_rare_ = 0;
  Entries entries_;
};

}  // namespace tacit
