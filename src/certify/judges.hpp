// What a certificate has to know of a run's loss beside its rounds: the loss at the origin, and how far rounding may have led.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "certify/class_rows.hpp"
#include "tacit/certify/round_error.hpp"
#include "tacit/core/row.hpp"

namespace tacit {

template <class L>
class PredictionJudge {
 public:
  explicit PredictionJudge(L loss) : loss_(std::move(loss)) {}

  void meet(double /*label*/) {}
  double at_origin(double label) const { return loss_.value(0.0, label); }
  RoundError error(const Round& round, const Example& example, double length, double longest) const {
    return round_error(loss_, round, example.features, example.label, example.weight, length, longest);
  }

 private:
  L loss_;
};

// Of several classes, which are met one after the other.
template <class L>
class ClassJudge {
 public:
  explicit ClassJudge(const ClassNames& names) : sequence_(names) {}

  // Is called once per round, before it is judged.
  void meet(double label) { now_ = sequence_.next(label); }
  double at_origin(double /*label*/) const { return L{}.value(std::vector<double>(now_.met), now_.label); }
  RoundError error(const Round& round, const Example& example, double length, double longest) const {
    return class_round_error(round, example.features, now_.met, example.weight, length, longest);
  }

 private:
  comparing::ClassSequence sequence_;
  comparing::ClassOutcome now_{};
};

}  // namespace tacit
