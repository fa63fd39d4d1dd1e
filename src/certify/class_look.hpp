// All that one pass over rows of several classes tells of weights in the ball: the gradient at them, and an enclosure of the
// minimum that holds whatever was rounded.
//
// From above: the loss of the weights. A score is off by at most (n + 8) 2^-52 R |z|, and a loss by twice as much, since its
// slopes add up to 2 in magnitude; what is left are relative errors of a few units and one per class. From below: chances a of
// each row, at least 0 and together 1, prove
//   min >= sum w H(a) - R || sum w (a - e_y) z ||,
// where H is the entropy (softmax) or the chance of all classes but y (multiclass hinge). That of y is 1 less the others,
// exactly; its rounding, and that of the sums of the gradient, are added to the norm.
#pragma once

#include "certify/chunks.hpp"
#include "certify/class_chances.hpp"
#include "certify/class_rows.hpp"
#include "tacit/certify/enclosure.hpp"

namespace tacit::comparing {

struct ClassLook {
  Vector gradient;      // of the family's loss
  Enclosure minimum;    // of the loss itself
  double gap = 0;       // of the family's loss, about: how far it is from its own minimum
  double room = 0;      // for rounding, in the minimum's upper end: no enclosure is narrower
  double softness = 0;  // about how much of the gap is due to the temperature
};

class ClassLooks {
 public:
  ClassLooks(const ClassRows& rows, ClassFamily family, double radius, unsigned threads);

  ClassLook look(const Vector& x, double temperature) const;
  // The derivative of the family's loss along dx.
  double steepness(const Vector& x, const Vector& dx, double temperature) const;
  const Chunks& chunks() const { return chunks_; }

 private:
  struct Sums;
  Sums sums_of(const Vector& x, double temperature, std::size_t begin, std::size_t end) const;

  const ClassRows& rows_;
  ClassFamily family_;
  double radius_;
  Chunks chunks_;
};

}  // namespace tacit::comparing
