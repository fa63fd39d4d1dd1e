// The two loops over an example's nonzeros, for learners in lanes. Several of them look at a row together; then each learns from
// it.
#pragma once

#include <cstddef>
#include <type_traits>

#include "tacit/core/sparse.hpp"

namespace tacit {

// A row that learners have looked at.
template <class R>
struct SharedRow : MeasuredRow {
  const R* product;  // <z, w> of the learner that has its turn
};

template <class R>
R& at_place(R* w, std::size_t place) {
  return *reinterpret_cast<R*>(reinterpret_cast<std::conditional_t<std::is_const_v<R>, const char*, char*>>(w) + place);
}

// <z, w>, with the sums of inner().
template <class R>
R inner_product(const MeasuredRow& z, const R* w) {
  R p0 = 0, p1 = 0, p2 = 0, p3 = 0;
  std::size_t i = 0;
  for (; i + 4 <= z.size; i += 4) {
    const double* v = z.value + i;
    const std::size_t* j = z.place + i;
    p0 += v[0] * at_place(w, j[0]);
    p1 += v[1] * at_place(w, j[1]);
    p2 += v[2] * at_place(w, j[2]);
    p3 += v[3] * at_place(w, j[3]);
  }
  for (; i < z.size; ++i) p0 += z.value[i] * at_place(w, z.place[i]);
  return (p0 + p1) + (p2 + p3);
}

template <class R>
Inner<R> look(const SharedRow<R>& z, WeightVectorOf<R>& /*w*/) {
  return {*z.product, z.squared_norm};
}

// w += factor z.
template <class R>
void add(R* w, const R& factor, const SharedRow<R>& z) {
  std::size_t i = 0;
  for (; i + 2 <= z.size; i += 2) {
    at_place(w, z.place[i]) += factor * z.value[i];
    at_place(w, z.place[i + 1]) += factor * z.value[i + 1];
  }
  for (; i < z.size; ++i) at_place(w, z.place[i]) += factor * z.value[i];
}

}  // namespace tacit
