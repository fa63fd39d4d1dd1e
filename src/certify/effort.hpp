// How much a solver may still do before it returns the enclosure that it has: counted in multiplications and not in seconds, so
// that the same input gives the same bytes on every machine.
#pragma once

#include <algorithm>

namespace tacit::comparing {

class Effort {
 public:
  static constexpr double fewest_products = 400;  // with all rows, however many these are

  Effort(double of_product, double most) : of_product_(of_product), left_(std::max(most, fewest_products * of_product)) {}

  // Takes note of a product of all rows with a vector, and another to bring the result back.
  void spend(double products = 1) { left_ -= products * of_product_; }
  // Those of matrices in memory come in long runs, several in the time of one.
  void spend_in_matrices(double multiplications) { left_ -= 0.25 * multiplications; }
  bool spent() const { return left_ <= 0; }

 private:
  double of_product_;
  double left_;
};

}  // namespace tacit::comparing
