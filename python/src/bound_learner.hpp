// The learner as Python sees it: arrays and dictionaries in, numbers out. Threads take turns.
#pragma once

#include <pybind11/numpy.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "array_session.hpp"
#include "bound_rows.hpp"
#include "learner_facts.hpp"
#include "named_features.hpp"

namespace tacit::python {

class BoundLearner {
 public:
  explicit BoundLearner(const pybind11::dict& keywords);
  // Takes the bytes of a model file, binary or JSON; `name` is for messages.
  BoundLearner(const pybind11::bytes& model, const std::string& name);
  explicit BoundLearner(LoadedModel loaded);

  // Learns from all rows; or, from row `first` on, from as many as there are labels. Returns the predictions made before each
  // round if they are asked for. Labels are numbers of these classes, if there are any.
  pybind11::object learn(BoundRows& x, std::optional<std::size_t> first, const Numbers& labels,
                         const std::optional<Numbers>& weights, bool predictions, const pybind11::object& progress,
                         const std::vector<std::string>& classes);
  void learn_shuffled(BoundRows& x, const Numbers& labels, const std::optional<Numbers>& weights, std::uint64_t seed,
                      unsigned passes, const pybind11::object& progress, const std::vector<std::string>& classes);
  // Returns a number per row, or a row of numbers where there are several outputs, shown as the word says. The label of several
  // classes is the number of one, NaN where none has come yet.
  Numbers predict(BoundRows& x, const std::string& output, const pybind11::object& progress) const;
  // Per row, of which class and against which other, by their numbers or None, and a list of names and contributions.
  pybind11::list explain(BoundRows& x, std::size_t most) const;
  Numbers predict_interval(BoundRows& x, const pybind11::object& progress) const;
  pybind11::object learn_one(const pybind11::dict& features, const pybind11::object& label, double weight);
  // Returns a number, the name of a class, or an array where there are several outputs without names.
  pybind11::object predict_one(const pybind11::dict& features);
  // Learns from the files, which the caller knows by these names: one may be that of a data set in TACIT_DATA, as the environment
  // says it, or in the usual folders. Returns how many bad rows were skipped.
  std::uint64_t learn_files(const std::vector<std::string>& names, const std::vector<std::string>& files,
                            const std::string& environment, const pybind11::dict& keywords, const pybind11::object& progress);

  // Predicts the rows of files; a NaN stands for a row that was left out: a bad one, or one that lacks a number with
  // missing='skip'. Notes are warnings.
  Numbers predict_files(const std::vector<std::string>& files, const pybind11::dict& keywords, const std::string& output,
                        const pybind11::object& progress) const;
  Numbers predict_interval_files(const std::vector<std::string>& files, const pybind11::dict& keywords,
                                 const pybind11::object& progress) const;

  pybind11::bytes to_bytes() const;
  void save(const std::string& path) const;
  double lambda() const;
  pybind11::object labels() const;

  // Names are kept where the rows are learned from.
  void name_columns(const std::vector<std::string>& names, bool kept);

  // Returns what `tell` says of the session, once it is this call's turn.
  template <auto tell, class... Arguments>
  auto told(Arguments... arguments) const {
    const Held held(turn_);
    return tell(array_.session(), arguments...);
  }

  // The names of classes by their numbers; None where labels are none.
  pybind11::object class_names() const;

 private:
  Numbers predict_classes(BoundRows& x, const std::string& output, Progress& reported) const;

  mutable Turn turn_;
  ArraySession array_;
  NamedFeatures spare_;  // whose memory serves call after call
};

Column numbers(const Numbers& array);
MaybeColumn numbers(const std::optional<Numbers>& array);

// The class of each row with these scores, by its number; NaN where none has come yet.
std::vector<double> numbers_of_classes(const AnyLearner& learner, std::span<const double> scores, std::size_t rows);

// A model file, plain or compressed.
std::unique_ptr<BoundLearner> load_learner(const std::string& path);

}  // namespace tacit::python
