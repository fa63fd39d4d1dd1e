#include "certify/class_look.hpp"

#include <cmath>
#include <limits>

#include "certify/dual_bound.hpp"
#include "tacit/certify/exact_sum.hpp"

namespace tacit::comparing {

namespace {

constexpr double unit = std::numeric_limits<double>::epsilon();  // 2 u: room for the rounding of the bounds themselves

double entropy_of(double share) { return share > 0 ? -share * logarithm(share) : 0; }
// That of 1 - others, which loses no digits where others are few.
double entropy_of_rest(double others) {
  if (others > 0.5) return entropy_of(1 - others);
  return (1 - others) * log_one_plus(others / (1 - others));
}

// The loss of multiclass hinge.
double largest_lead(const std::vector<double>& scores, std::size_t y) {
  double most = 0;
  for (std::size_t k = 0; k < scores.size(); ++k) {
    if (k != y) most = std::max(most, 1 + (scores[k] - scores[y]));
  }
  return most;
}

// Relative errors where so many classes are added up.
double class_rounding(std::size_t classes) { return rounding + static_cast<double>(classes + 32) * unit; }

struct Proved {
  double chances = 0;  // of all classes but y, together; each is shortened by as much as makes that at most 1
  double conjugate = 0;
};

// A lower bound on H of the shortened chances.
Proved prove(const ClassChances& at, std::size_t y, double shorter, bool margin) {
  double others = 0;
  double entropy = 0;
  for (std::size_t k = 0; k < at().size(); ++k) {
    if (k == y) continue;
    const double a = at()[k] * shorter;
    others += a;
    if (!margin) entropy += entropy_of(a);
  }
  const double wide = static_cast<double>(at().size() + 4) * unit;
  const double fewest = others * (1 - wide);
  const double most = std::min(1.0, others * (1 + wide));
  // The entropy of the rest is concave: over all that the others may be, least at an end.
  const double h = margin ? fewest : entropy + std::min(entropy_of_rest(fewest), entropy_of_rest(most));
  return {others, h * (1 - class_rounding(at().size()))};
}

}  // namespace

struct ClassLooks::Sums {
  Vector gradient;
  ExactSum paid;       // the loss, at most
  ExactSum soft;       // the family's loss
  ExactSum conjugate;  // at least
  double lengths = 0;  // of w |z|
  double pulls = 0;    // of w |slopes| |z|, times (1 + a unit per class)
  double softness = 0;
};

ClassLooks::ClassLooks(const ClassRows& rows, ClassFamily family, double radius, unsigned threads)
    : rows_(rows),
      family_(family),
      radius_(radius),
      chunks_(rows.size(),
              (rows.rows().nonzeros() * rows.classes() + rows.size()) / (8 * rows.rows().columns() * rows.classes() + 4096),
              threads, rows.rows().nonzeros() * rows.classes() / 4) {}  // classes side by side are soon done

ClassLooks::Sums ClassLooks::sums_of(const Vector& x, double temperature, std::size_t begin, std::size_t end) const {
  Sums sums;
  sums.gradient.assign(rows_.numbers(), 0.0);
  ClassChances at(family_, temperature);
  for (std::size_t i = begin; i < end; ++i) {
    const auto [y, met] = rows_.outcome(i);
    if (met < 2) continue;  // it loses nothing
    const double weight = rows_.rows().weight[i];
    rows_.scores(i, x, at.scores());
    at.find(y);
    const double value = family_.margin ? largest_lead(at.scores(), y) : at.value();
    sums.paid.add_product(weight, value * (1 + class_rounding(met)) + std::numeric_limits<double>::min());
    sums.soft.add_product(weight, at.value());
    const double shorter = 1 - static_cast<double>(met + 8) * unit;
    const Proved proved = prove(at, y, shorter, family_.margin);
    sums.conjugate.add_product(weight, proved.conjugate);
    rows_.add(i, at.slopes(y, weight * shorter), sums.gradient);
    sums.lengths += weight * rows_.length(i);
    sums.pulls += weight * rows_.length(i) * 2 * (proved.chances + 1e-290);
    double entropy = entropy_of_rest(at.others());
    for (std::size_t k = 0; k < met && family_.margin; ++k) entropy += k == y ? 0 : entropy_of(at()[k]);
    if (family_.margin) sums.softness += weight * temperature * entropy;
  }
  return sums;
}

ClassLook ClassLooks::look(const Vector& x, double temperature) const {
  std::vector<Sums> found(chunks_.count());
  chunks_.each(
      [&](std::size_t chunk, std::size_t begin, std::size_t end) { found[chunk] = sums_of(x, temperature, begin, end); });
  Sums all = std::move(found[0]);
  for (std::size_t chunk = 1; chunk < found.size(); ++chunk) {
    const Sums& other = found[chunk];
    add(all.gradient, 1, other.gradient);
    all.paid.add(other.paid);
    all.soft.add(other.soft);
    all.conjugate.add(other.conjugate);
    all.lengths += other.lengths;
    all.pulls += other.pulls;
    all.softness += other.softness;
  }
  const auto columns = static_cast<double>(rows_.rows().columns());
  const auto terms = static_cast<double>(rows_.size()) / static_cast<double>(chunks_.count()) +
                     static_cast<double>(chunks_.count() + rows_.classes()) + 32;
  const double tiny = 1e-290 * static_cast<double>(rows_.size() + 1) * (1 + radius_);  // products that underflow
  const double misread = 2 * (columns + 8) * unit * radius_ * all.lengths;
  const double upper = (all.paid.enclosure().upper + misread) * (1 + rounding) + tiny;
  const double pull = norm_at_most(all.gradient) + terms * unit * all.pulls;
  const double lower = all.conjugate.enclosure().lower - radius_ * pull * (1 + rounding) - tiny;
  ClassLook look;
  const double outward = lower - 4 * rounding * (std::fabs(all.conjugate.value()) + std::fabs(lower));
  look.minimum = {outward > 0 ? outward : 0, upper};  // 0 also if it is not a number
  look.room = misread + tiny;
  look.gap = inner(all.gradient, x) + radius_ * norm(all.gradient);
  look.softness = all.softness;
  look.gradient = std::move(all.gradient);
  return look;
}

double ClassLooks::steepness(const Vector& x, const Vector& dx, double temperature) const {
  double sums[Chunks::most_chunks] = {};
  chunks_.each([&](std::size_t chunk, std::size_t begin, std::size_t end) {
    ClassChances at(family_, temperature);
    std::vector<double> change;
    for (std::size_t i = begin; i < end; ++i) {
      const auto [y, met] = rows_.outcome(i);
      rows_.scores(i, x, at.scores());
      rows_.scores(i, dx, change);
      at.find(y);
      const auto& slopes = at.slopes(y, rows_.rows().weight[i]);
      for (std::size_t k = 0; k < met; ++k) sums[chunk] += slopes[k] * change[k];
    }
  });
  double total = 0;
  for (std::size_t chunk = 0; chunk < chunks_.count(); ++chunk) total += sums[chunk];
  return total;
}

}  // namespace tacit::comparing
