#include "tacit/certify/variability.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <thread>
#include <vector>

#include "certify/class_variability.hpp"
#include "certify/curved_term.hpp"
#include "certify/quadratic_term.hpp"
#include "certify/same_loss.hpp"
#include "learners/make_loss.hpp"
#include "tacit/certify/exact_sum.hpp"
#include "tacit/core/names.hpp"

namespace tacit {

namespace {

constexpr std::size_t terms_in_part = 4096;

struct Sums {
  ExactSum lower;
  ExactSum upper;
};

template <class L>
constexpr bool is_searched = Smooth<L> && !std::same_as<L, Square> && !std::same_as<L, QuarterSquare>;

// A lower estimate of the terms' mean magnitude, from some of them.
template <class L>
double typical_term(const L& loss, const Dataset& rows, double radius) {
  if constexpr (is_searched<L>) {
    constexpr std::size_t glances = 500;
    const std::size_t step = 1 + rows.size() / glances;
    double sum = 0;
    std::size_t count = 0;
    for (std::size_t t = 1; t < rows.size(); t += step, ++count) {
      const Example now = rows[t];
      const Example before = rows[t - 1];
      const TwoRows plane = Neighbours(before.features).next(now.features);
      CurvedTerm<L> term(loss, plane, {now.label, now.weight}, {before.label, before.weight}, radius, 0);
      sum += std::fabs(term.find_best());
    }
    return count > 0 ? sum / static_cast<double>(count) : 0.0;
  }
  return 0;
}

template <class L>
Sums sum_terms(const L& loss, const Dataset& rows, std::size_t first, std::size_t stop, double radius, double typical) {
  Sums sums;
  Neighbours neighbours(rows.row(first - 1));
  // All planes of a block are found before its terms: the processor overlaps loops of one kind better than turns of two.
  std::array<TwoRows, 256> planes;
  while (first < stop) {
    const std::size_t count = std::min(planes.size(), stop - first);
    for (std::size_t i = 0; i < count; ++i) planes[i] = neighbours.next(rows.row(first + i));
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t t = first + i;
      if (same_loss(rows[t], rows[t - 1])) continue;  // the term is exactly 0
      const Outcome now{rows.label(t), rows.weight(t)};
      const Outcome before{rows.label(t - 1), rows.weight(t - 1)};
      const Enclosure term = variability_term(loss, planes[i], now, before, radius, typical);
      sums.lower.add(term.lower);
      sums.upper.add(term.upper);
    }
    first += count;
  }
  return sums;
}

// Adds up parts of one size in their order, whatever the number of threads.
template <class L>
Enclosure sum_in_threads(const L& loss, const Dataset& rows, double radius, unsigned threads) {
  const std::size_t terms = rows.size() < 2 ? 0 : rows.size() - 1;
  std::vector<Sums> parts((terms + terms_in_part - 1) / terms_in_part);
  const double typical = typical_term(loss, rows, radius);
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t part = next++; part < parts.size(); part = next++) {
      const std::size_t first = 1 + part * terms_in_part;
      parts[part] = sum_terms(loss, rows, first, std::min(first + terms_in_part, rows.size()), radius, typical);
    }
  };
  std::vector<std::jthread> others;
  for (unsigned i = 1; i < threads && i < parts.size(); ++i) others.emplace_back(work);
  work();
  others.clear();
  Sums all;
  for (const Sums& part : parts) {
    all.lower.add(part.lower);
    all.upper.add(part.upper);
  }
  return {all.lower.enclosure().lower, all.upper.enclosure().upper};
}

}  // namespace

Enclosure temporal_variability(const Dataset& rows, const Configuration& configuration, double radius, unsigned threads) {
  if (!has_class_names(configuration)) require_name("loss", AllLosses::names(), configuration.loss);
  require(radius > 0 && radius <= 1e100, "the radius must be a positive number of at most 1e100");
  if (has_class_names(configuration)) return class_variability(rows, configuration, radius);
  Enclosure sum{0, 0};
  AllLosses::with(configuration.loss, [&]<class L>(std::type_identity<L>) {
    sum = sum_in_threads(make_loss<L>(configuration), rows, radius, threads);
  });
  return sum;
}

}  // namespace tacit
