// Losses with kinks: a primal-dual interior point method with Mehrotra's predictor and corrector.
//
// With a row's prediction p = <z, x> and its slope s in the box [low, high], the minimum has p - kink - bend s = u - v with u, v
// >= 0, u = 0 unless s = high, v = 0 unless s = low; and sum_i w_i s_i z_i + lambda x = 0 with lambda >= 0, 0 unless ||x|| = R.
// Products that must vanish are held at mu instead,
//     u (high - s) = mu,   v (s - low) = mu,   lambda (R^2 - ||x||^2) / 2 = share mu,
// and mu goes to 0. Each Newton step on these equations is one linear system in dx (gram.hpp). x stays inside the ball, s inside
// its box: both ends of the enclosure are at hand in every iteration.
#pragma once

#include "certify/box_term.hpp"
#include "certify/gram.hpp"
#include "certify/proof.hpp"

namespace tacit::comparing {

template <Boxed L>
class InteriorPoint {
 public:
  static constexpr std::size_t parts = std::tuple_size_v<decltype(boxes(std::declval<L>(), 0.0))>;
  static constexpr const char* name = "interior point";
  static constexpr int most_correctors = 3;
  static constexpr double first_mu = 1;
  static constexpr double accuracy = 1e-3;  // of systems solved in steps

  InteriorPoint(const L& loss, const CompactRows& rows, double radius, const ComparatorOptions& options, Effort& effort)
      : loss_(loss),
        rows_(rows),
        chunks_(rows, options.threads),
        effort_(effort),
        gram_(make_gram(rows, options.threads, effort)),
        radius_(radius),
        weight_(static_cast<double>(parts) * chunks_.sum([&](std::size_t i) { return rows.weight[i]; })),
        share_(weight_ * std::max(0.01, 1 / static_cast<double>(rows.size()))),
        terms_(rows.size() * parts),
        moves_(rows.size() * parts),
        aims_(rows.size() * parts) {
    start();
  }

  const char* systems() const { return gram_->name(); }

  // Returns the number of iterations made.
  int run(Proof<L>& proof, int most_iterations) {
    for (int iteration = 0; iteration < most_iterations; ++iteration) {
      const Ends ends = measure();
      if (proof.offer(
              x_, ends.upper, [&](std::size_t i) { return slope(i); }, ends.lower))
        return iteration;
      if (effort_.spent()) return iteration;
      const double mu = (ends.products + lambda_ * slack_) / count();
      if (!(mu > 0) || !std::isfinite(mu)) return iteration;

      gram_->weigh(theta_);
      gram_->factor(lambda_, lambda_ / slack_, x_);
      Move move = predict();
      double reach = std::min(1.0, longest(move));
      const double ratio = std::clamp(products_after(move, reach) / (count() * mu), 0.0, 1.0);
      const double target = std::clamp(ratio * ratio * ratio, 1e-3, 0.5) * mu;
      move = correct(move, reach * reach, target);
      reach = lengthen(move, target);
      const double step = std::min(1.0, 0.99 * reach);
      if (!std::isfinite(step)) return iteration;
      go(move, step);
    }
    return most_iterations;
  }

  void polish(Proof<L>& proof) { proof.polish(*gram_, theta_); }

 private:
  struct Move {
    Vector x;
    double lambda;
  };
  struct Ends {
    double upper;
    double lower;
    double products;  // the sum of w (u above + v below)
  };

  double slope(std::size_t i) const {
    const auto here = boxes(loss_, rows_.label[i]);
    double sum = 0;
    for (std::size_t k = 0; k < parts; ++k) sum += terms_[parts * i + k].slope(here[k]);
    return sum;
  }

  void start() {
    x_.assign(rows_.columns(), 0.0);
    slack_ = 0.5 * radius_ * radius_;
    // The first mu is of the size of the losses.
    double sizes = 0;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      for (const Box& box : boxes(loss_, rows_.label[i])) sizes += rows_.weight[i] * (box.high - box.low) * std::fabs(box.kink);
    }
    const double mu = sizes > 0 ? first_mu * sizes / weight_ : 1;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const auto here = boxes(loss_, rows_.label[i]);
      for (std::size_t k = 0; k < parts; ++k) terms_[parts * i + k] = central_term(here[k], mu);
    }
    lambda_ = share_ * mu / slack_;
  }

  // Predictions, the ends of the enclosure, and the weights theta of rows in the linear system.
  Ends measure() {
    p_.resize(rows_.size());
    theta_.resize(rows_.size());
    std::vector<Ends> sums(chunks_.count());
    chunks_.each([&](std::size_t chunk, std::size_t begin, std::size_t end) {
      Ends sum{0, 0, 0};
      for (std::size_t i = begin; i < end; ++i) {
        const double y = rows_.label[i];
        const auto here = boxes(loss_, y);
        p_[i] = rows_.dot(i, x_);
        double stiffness = 0;
        double products = 0;
        double s = 0;
        for (std::size_t k = 0; k < parts; ++k) {
          const BoxTerm& term = terms_[parts * i + k];
          stiffness += term.give(here[k]);
          products += term.u * term.above + term.v * term.below;
          s += term.slope(here[k]);
        }
        theta_[i] = rows_.weight[i] * stiffness;
        sum.upper += rows_.weight[i] * loss_.value(p_[i], y);
        sum.lower -= rows_.weight[i] * loss_.conjugate(s, y);
        sum.products += rows_.weight[i] * products;
      }
      sums[chunk] = sum;
    });
    Ends ends{0, 0, 0};
    for (const Ends& sum : sums) {
      ends.upper += sum.upper;
      ends.lower += sum.lower;
      ends.products += sum.products;
    }
    gradient_ = chunks_.combine(rows_, [&](std::size_t i) { return rows_.weight[i] * slope(i); });
    ends.lower -= radius_ * norm(gradient_);
    return ends;
  }

  template <class Change>
  void aim_more(Change change) {
    chunks_.each([&](std::size_t, std::size_t begin, std::size_t end) {
      for (std::size_t j = parts * begin; j < parts * end; ++j) change(aims_[j], terms_[j], moves_[j]);
    });
  }
  template <class Choose>
  void aim(Choose choose) {
    aim_more([&](BoxAim& it, const BoxTerm& term, const BoxMove& mine) { it = choose(term, mine); });
  }

  // The predictor: goes straight to mu = 0.
  Move predict() {
    aim([](const BoxTerm& term, const BoxMove&) { return BoxAim{-term.u * term.above, -term.v * term.below}; });
    ball_ = -lambda_ * slack_;
    swerve_.assign(x_.size(), 0.0);
    return solve();
  }

  // Mehrotra's corrector: goes to the target, with the second-order terms of the predicted move as far as it could go.
  Move correct(const Move& predicted, double trust, double target) {
    aim([&](const BoxTerm& term, const BoxMove& mine) {
      return BoxAim{target - term.u * term.above + trust * mine.u * mine.s,
                    target - term.v * term.below - trust * mine.v * mine.s};
    });
    const double bend = 0.5 * inner(predicted.x, predicted.x) * (lambda_ + predicted.lambda);
    ball_ = share_ * target - lambda_ * slack_ + trust * (predicted.lambda * inner(x_, predicted.x) + bend);
    add(swerve_, trust * predicted.lambda, predicted.x);
    return solve();
  }

  // Gondzio's correctors: call back those products that a longer step would take far from the target. Returns how far the move
  // can go.
  double lengthen(Move& move, double target) {
    const int correctors = gram_->in_steps() ? 0 : most_correctors;  // there a new system costs as much as the first
    const auto call_back = [](double product, double middle) {
      return std::max(std::clamp(product, 0.1 * middle, 10 * middle) - product, -10 * middle);
    };
    double reach = longest(move);
    for (int corrector = 0; corrector < correctors && reach < 0.9; ++corrector) {
      const double longer = std::min(1.0, reach + 0.3);
      const std::vector<BoxMove> before = moves_;
      aim_more([&](BoxAim& it, const BoxTerm& term, const BoxMove& mine) {
        it.u += call_back((term.u + longer * mine.u) * (term.above - longer * mine.s), target);
        it.v += call_back((term.v + longer * mine.v) * (term.below + longer * mine.s), target);
      });
      ball_ += call_back((lambda_ + longer * move.lambda) * slack_after(move, longer), share_ * target);
      Move other = solve();
      const double further = longest(other);
      if (further < reach) {
        moves_ = before;
        break;
      }
      move = std::move(other);
      const double gained = further - reach;
      reach = further;
      if (gained < 0.03) break;
    }
    return reach;
  }

  // The Newton step towards the aims; the terms' part of it is left in moves_.
  Move solve() {
    Vector right = chunks_.combine(rows_, [&](std::size_t i) {
      const auto here = boxes(loss_, rows_.label[i]);
      double sum = 0;
      for (std::size_t k = 0; k < parts; ++k) {
        const BoxTerm& term = terms_[parts * i + k];
        sum += term.give(here[k]) * pull(term, aims_[parts * i + k], here[k], p_[i]);
      }
      return -rows_.weight[i] * sum;
    });
    for (std::size_t j = 0; j < right.size(); ++j) right[j] -= gradient_[j] + swerve_[j] + (lambda_ + ball_ / slack_) * x_[j];

    Move move{gram_->solve(right, accuracy), 0};
    move.lambda = (ball_ + lambda_ * inner(x_, move.x)) / slack_;
    chunks_.each([&](std::size_t, std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        const auto here = boxes(loss_, rows_.label[i]);
        const double dp = rows_.dot(i, move.x);
        for (std::size_t k = 0; k < parts; ++k) {
          const BoxTerm& term = terms_[parts * i + k];
          const BoxAim& aim = aims_[parts * i + k];
          const double ds = term.give(here[k]) * (dp + pull(term, aim, here[k], p_[i]));
          moves_[parts * i + k] = {ds, (aim.u + term.u * ds) / term.above, (aim.v - term.v * ds) / term.below};
        }
      }
    });
    return move;
  }

  // The largest step before something that must be positive is not.
  double longest(const Move& move) const {
    std::vector<double> reach(chunks_.count());
    chunks_.each([&](std::size_t chunk, std::size_t begin, std::size_t end) {
      double fastest = 0;  // the reciprocal of the reach
      for (std::size_t j = parts * begin; j < parts * end; ++j) fastest = faster(fastest, terms_[j], moves_[j]);
      reach[chunk] = fastest;
    });
    double fastest = std::max(0.0, -move.lambda / lambda_);
    for (const double each : reach) fastest = std::max(fastest, each);
    // ||x + a dx||^2 = R^2.
    const double square = inner(move.x, move.x);
    const double across = inner(x_, move.x);
    const double root = std::sqrt(across * across + 2 * square * slack_);
    const double to_sphere = across + root > 0 ? 2 * slack_ / (across + root) : std::numeric_limits<double>::infinity();
    return std::min(1 / fastest, to_sphere);
  }

  double products_after(const Move& move, double step) const {
    const double rows = chunks_.sum([&](std::size_t i) {
      double sum = 0;
      for (std::size_t j = parts * i; j < parts * (i + 1); ++j) sum += comparing::products_after(terms_[j], moves_[j], step);
      return rows_.weight[i] * sum;
    });
    return rows + (lambda_ + step * move.lambda) * slack_after(move, step);
  }

  double slack_after(const Move& move, double step) const {
    return std::max(0.0, slack_ - step * inner(x_, move.x) - 0.5 * step * step * inner(move.x, move.x));
  }
  // The number of products, where a row counts by its weight and the ball by its share.
  double count() const { return 2 * weight_ + share_; }

  void go(const Move& move, double step) {
    slack_ -= step * inner(x_, move.x) + 0.5 * step * step * inner(move.x, move.x);
    add(x_, step, move.x);
    lambda_ += step * move.lambda;
    const double exact = 0.5 * (radius_ - norm(x_)) * (radius_ + norm(x_));
    if (exact > 1e-10 * radius_ * radius_) slack_ = exact;  // below, the running difference is the better one
    chunks_.each([&](std::size_t, std::size_t begin, std::size_t end) {
      for (std::size_t j = parts * begin; j < parts * end; ++j) comparing::go(terms_[j], moves_[j], step);
    });
  }

  const L& loss_;
  const CompactRows& rows_;
  Chunks chunks_;
  Effort& effort_;
  std::unique_ptr<Gram> gram_;
  double radius_;
  double weight_;  // of all boxes
  double share_;   // of the ball: as a single row among many it would be left behind
  std::vector<BoxTerm> terms_;
  std::vector<BoxMove> moves_;
  std::vector<BoxAim> aims_;
  double ball_ = 0;  // what lambda times the slack is to change by
  Vector swerve_;    // what the gradient is to change by, reversed
  Vector x_;
  double slack_ = 0;  // (R^2 - ||x||^2) / 2
  double lambda_ = 0;
  Vector p_;         // predictions
  Vector theta_;     // how much the slopes, times the weights, give way when predictions move by 1
  Vector gradient_;  // sum of w s z
};

}  // namespace tacit::comparing
