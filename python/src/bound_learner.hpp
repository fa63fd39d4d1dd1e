// The learner as Python sees it: arrays and dictionaries in, numbers out. Threads take turns.
#pragma once

#include <pybind11/numpy.h>

#include <optional>
#include <string>

#include "bound_rows.hpp"
#include "named_features.hpp"
#include "online_learner.hpp"

namespace tacit::python {

using Numbers = pybind11::array_t<double, pybind11::array::c_style>;

class BoundLearner {
 public:
  explicit BoundLearner(const pybind11::dict& keywords);
  // Bytes of a model file, binary or JSON; `name` is for messages.
  BoundLearner(const pybind11::bytes& model, const std::string& name);

  // From row `first` on, as many as there are labels. Returns the predictions made before each round if they are asked for.
  pybind11::object learn(BoundRows& x, std::size_t first, const Numbers& labels, const std::optional<Numbers>& weights,
                         bool predictions, const pybind11::object& progress);
  void learn_shuffled(BoundRows& x, const Numbers& labels, const std::optional<Numbers>& weights, std::uint64_t seed,
                      unsigned passes, const pybind11::object& progress);
  Numbers predict(BoundRows& x, const pybind11::object& progress) const;
  double learn_one(const pybind11::dict& features, const pybind11::object& label, double weight);
  double predict_one(const pybind11::dict& features);
  // How many bad rows were skipped.
  std::uint64_t learn_files(const pybind11::dict& keywords, const pybind11::object& progress);

  pybind11::bytes to_bytes() const;
  void save(const std::string& path) const;

  pybind11::dict summary() const;
  pybind11::object report() const;
  pybind11::dict weights() const;
  double bias() const;
  double lambda() const;
  pybind11::object labels() const;
  pybind11::object label_words() const;
  // The weights of this many columns.
  Numbers coefficients(std::size_t columns) const;

 private:
  SparseWeights sparse_weights() const;

  mutable Turn turn_;
  OnlineLearner learner_;
  NamedFeatures spare_;  // whose memory serves call after call
};

std::span<const double> numbers(const Numbers& array);
std::optional<std::span<const double>> numbers(const std::optional<Numbers>& array);

}  // namespace tacit::python
