#include "tacit/certify/bounds.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "tacit/learners/kinds.hpp"
#include "tacit/learners/updates.hpp"
#include "tacit/step_sizes/all.hpp"

namespace tacit {

namespace {

const double root_two = std::sqrt(2.0);

// Rounding allowed, as a share of the sums' size. A round is exact to some 1e-15, that of ftrl to a duality gap of 1e-9.
constexpr double rounding = 1e-10;
constexpr double ftrl_rounding = 1e-8;

// Rounds upward, to three digits that people can type.
double rounded_up(double x) {
  const double unit = std::pow(10.0, std::floor(std::log10(x)) - 2);
  return std::ceil(x / unit * (1 - 1e-12)) * unit;
}

// a + b, not below the true sum.
double sum_above(double a, double b) { return std::nextafter(a + b, std::numeric_limits<double>::infinity()); }

Message needs_radius(const char* why) { return say(why, ": give ", mention("radius", "R")); }

class Evaluation {
 public:
  explicit Evaluation(const Evidence& evidence)
      : e_(evidence),
        s_(evidence.sums),
        family_(kind_of(evidence.configuration).family),
        update_(evidence.configuration.update),
        step_(evidence.configuration.step_size) {}

  BoundList run() {
    if (family_ == Family::mixture) {
      leave_out("every bound", say("they are of single learners, and ", learner_name(e_.configuration),
                                   " is a mixture of many: give ", mention("learner", "ada-implicit")));
    } else if (family_ == Family::full_losses) {
      ftrl();
    } else if (family_ == Family::mirror_descent) {
      divergence_sums();
      if (update_ == ImplicitUpdate::name) {
        progress_of_rounds();
        if (step_ == Constant::name) constant_step();
        if (step_ == AdaImplicit::name) ada_implicit();
        if (step_ == Doubling::name) doubling();
      }
    }
    return std::move(list_);
  }

 private:
  using Terms = std::vector<std::pair<std::string, double>>;

  void leave_out(const char* name, Message reason) { list_.left_out.push_back({name, std::move(reason)}); }

  // Adds a bound on the regret. `progress` is how many times the bound counts the progress of the rounds, and so what was rounded
  // in it.
  //
  // The theorem is about the regret against u, whose lower end is that of the enclosure. With the width of the enclosure added it
  // is about the regret against the best model too, so that the upper end is what has to be below it.
  void add(const char* name, const char* right, double sum, Terms terms, double progress = 1, std::string smallest = {}) {
    const double slack = (family_ == Family::full_losses ? ftrl_rounding : rounding) * (e_.size + std::fabs(sum));
    const double rounded = s_.divergence_error(e_.norm) + progress * s_.progress_error;
    const double error = sum_above(sum_above(slack, rounded), sum_above(e_.regret.upper, -e_.regret.lower));
    const double value = sum_above(sum, error);
    constexpr double none = 1e-290;           // what is rounded below the smallest numbers does not count
    constexpr double largest_lambda = 1e130;  // squares of smaller steps lose their digits, or vanish
    if (s_.last_lambda > largest_lambda) {
      leave_out(name, fmt::format("lambda is {:.2g}: its steps are too small for their squares; a larger beta would reduce it",
                                  s_.last_lambda));
    } else if (rounded > std::fabs(sum) + slack + none) {
      leave_out(name, fmt::format(
                          "rounding may have changed it by {:.2g}, and its value is {:.2g}: lambda is large; a larger beta would "
                          "reduce the error",
                          rounded, sum));
    } else if (!std::isfinite(value)) {
      leave_out(name, "its value is beyond what a number holds");
    } else {
      list_.bounds.push_back({.name = name,
                              .right = right,
                              .value = value,
                              .error = error,
                              .measured = e_.regret.upper,
                              .at_least = e_.regret.lower,
                              .holds = e_.regret.upper <= value,
                              .terms = std::move(terms),
                              .smallest = std::move(smallest)});
    }
  }

  double largest_divergence() const { return 2 * *e_.radius * *e_.radius; }
  double ends() const { return s_.first_loss - s_.last_loss; }

  // The sum over t of lambda_t (B(u, x_t) - B(u, x_{t+1})); of doubling, B(u, x_1) for each epoch, which is above it.
  std::optional<double> first_sum() const {
    if (step_ == Constant::name) return s_.last_lambda * (e_.first_divergence - e_.last_divergence);
    if (step_ == Doubling::name) return s_.epoch_lambdas * e_.first_divergence;
    return e_.divergence_sum;
  }
  // An upper bound on that sum, which holds because lambda never falls.
  std::optional<double> by_diameter() const {
    const bool varies = step_ != Constant::name && step_ != Doubling::name;
    if (varies && e_.radius && !s_.lambda_falls) return largest_divergence() * s_.last_lambda;
    return std::nullopt;
  }

  void divergence_sums() {
    const bool implicit = update_ == ImplicitUpdate::name;
    const char* const name = implicit ? "iomd" : "omd";
    const double rest = implicit ? s_.progress.value() : s_.by_gradients.value();
    if (!std::isfinite(rest)) {
      leave_out(name, "lambda was 0 in a round that moved, and ||g_t||^2 / (2 lambda_t) has no value there");
      return;
    }
    const auto exact = first_sum();
    const auto largest = by_diameter();
    if (!exact && !largest) {
      leave_out(name, say("its sum of divergences would take too long over so many features; ", mention("radius", "R"),
                          " would bound it"));
      return;
    }
    const char* const rest_name = implicit ? "progress" : "gradients";
    if (!exact) leave_out(name, "its sum of divergences would take too long over so many examples and features");
    if (exact) {
      add(name,
          implicit ? "sum lambda_t (B(u, x_t) - B(u, x_{t+1})) + sum delta_t"
                   : "sum lambda_t (B(u, x_t) - B(u, x_{t+1})) + sum ||g_t||^2 / (2 lambda_t)",
          *exact + rest, {{"divergences", *exact}, {rest_name, rest}});
    }
    if (largest) {
      add(implicit ? "iomd-diameter" : "omd-diameter",
          implicit ? "D^2 lambda_T + sum delta_t" : "D^2 lambda_T + sum ||g_t||^2 / (2 lambda_t)", *largest + rest,
          {{"divergences", *largest}, {rest_name, rest}});
    }
    if (!implicit) return;
    const double first = exact ? *exact : *largest;
    const double failsafe = s_.by_failsafe.value();
    add("failsafe",
        exact ? "sum lambda_t (B(u, x_t) - B(u, x_{t+1})) + sum ||g_t|| min(2 ||g'_t||, ||g_t||/2) / lambda_t"
              : "D^2 lambda_T + sum ||g_t|| min(2 ||g'_t||, ||g_t||/2) / lambda_t",
        first + failsafe, {{"divergences", first}, {"gradients", failsafe}});
  }

  void progress_of_rounds() {
    Bound bound{.name = "progress-per-round",
                .left = "delta_t",
                .right = "||g_t|| min(2 ||g'_t||, ||g_t||/2) / lambda_t in every round, as a share",
                .of = "progress",
                .value = 1,
                .measured = s_.worst_progress,
                .at_least = s_.worst_progress,
                .holds = s_.worst_progress <= 1};
    list_.bounds.push_back(std::move(bound));
  }

  void constant_step() {
    const double first = s_.last_lambda * e_.first_divergence;
    if (e_.variability) {
      const double v = e_.variability->upper;
      add("constant-step", "B(u, x_1)/eta + l_1(x_1) - l_T(x_{T+1}) + V_T", first + ends() + v,
          {{"divergence", first}, {"ends", ends()}, {"variability", v}});
    } else {
      leave_out("constant-step", needs_radius("V_T has no value in the whole space"));
    }
    const double path = s_.path.value();
    add("constant-step-path", "B(u, x_1)/eta + l_1(x_1) - l_T(x_{T+1}) + sum (l_t(x_t) - l_{t-1}(x_t))", first + ends() + path,
        {{"divergence", first}, {"ends", ends()}, {"path_variability", path}});
  }

  void ada_implicit() {
    if (!e_.radius) {
      leave_out("ada-implicit", needs_radius("it needs a domain of finite size"));
      return;
    }
    if (s_.first_lambda != 0) {
      leave_out("ada-implicit", "it is for runs that begin with lambda_1 = 0");
      return;
    }
    const double d2 = largest_divergence();
    const double b = e_.configuration.beta * e_.configuration.beta;
    const double factor = 1 + d2 / b;
    const double by_gradients = factor * std::sqrt((2 * d2 + b) * s_.squared_gradients.value());
    add("ada-implicit-lambda", "(D^2 + beta^2) lambda_{T+1}", (d2 + b) * s_.next_lambda,
        {{"divergence", d2 * s_.next_lambda}, {"progress", b * s_.next_lambda}}, factor);
    const double by_path = factor * (ends() + s_.path.value());
    add("ada-implicit-path", "(1 + D^2/beta^2) (l_1(x_1) - l_T(x_{T+1}) + sum (l_t(x_t) - l_{t-1}(x_t)))", by_path,
        {{"ends", factor * ends()}, {"path_variability", factor * s_.path.value()}}, factor);
    const double by_variability = factor * (ends() + e_.variability->upper);
    const bool drift = by_variability < by_gradients;
    add("ada-implicit", "(1 + D^2/beta^2) min{ l_1(x_1) - l_T(x_{T+1}) + V_T, sqrt((2 D^2 + beta^2) sum ||g_t||^2) }",
        drift ? by_variability : by_gradients, {{"variability", by_variability}, {"gradients", by_gradients}}, factor,
        drift ? "variability" : "gradients");
  }

  void doubling() {
    const double beta = e_.configuration.beta;
    const double l = e_.configuration.lipschitz;
    const double steepest = std::sqrt(s_.largest_squared_gradient);
    const auto restarts = static_cast<double>(s_.restarts);
    const double first = std::log2(s_.scaled_progress.value() / (l * l) + 1);
    const double second = 2 * std::log2((root_two - 1) * s_.progress.value() / (beta * l) + 1);
    const double least = std::min(first, second);
    const double error = rounding * (1 + least);
    const double value = sum_above(least, error);
    Bound epochs{.name = "doubling-epochs",
                 .left = "N",
                 .right = "min{ log2(sum (Delta_i/eta_i) / L^2 + 1), 2 log2((sqrt 2 - 1) sum Delta_i / (beta L) + 1) }",
                 .of = "restarts",
                 .value = value,
                 .error = error,
                 .measured = restarts,
                 .at_least = restarts,
                 .holds = restarts <= value,
                 .terms = {{"scaled_progress", first}, {"progress", second}},
                 .smallest = first < second ? "scaled_progress" : "progress"};
    list_.bounds.push_back(std::move(epochs));
    if (steepest > l * (1 + 1e-12)) {
      const Message reason = say("the losses are steeper than L: give ",
                                 mention("lipschitz", fmt::format("{:g}", rounded_up(steepest))), " or more");
      leave_out("doubling", reason);
      leave_out("doubling-progress", reason);
    } else {
      const double c = root_two / (root_two - 1);
      const double factor = c * (e_.first_divergence / beta + beta);
      const double rest = c * beta * l / 2;
      const double by_time = factor * l * std::sqrt(static_cast<double>(s_.rounds) + 1);
      const double by_progress = factor * std::sqrt(s_.scaled_progress.value() + l * l);
      add("doubling", "c (B(u, x_1)/beta + beta) L sqrt(T + 1) + c beta L/2,  c = sqrt 2/(sqrt 2 - 1)", by_time + rest,
          {{"time", by_time}, {"rest", rest}});
      add("doubling-progress", "c (B(u, x_1)/beta + beta) sqrt(sum Delta_i/eta_i + L^2) + c beta L/2", by_progress + rest,
          {{"progress", by_progress}, {"rest", rest}});
    }
    if (e_.fixed_loss) fixed_loss();
  }

  // This holds for any L, which only decides at which progress the run leaves its first epoch.
  void fixed_loss() {
    const double beta = e_.configuration.beta;
    const double l = e_.configuration.lipschitz;
    if (!(beta * l > e_.first_excess)) {
      leave_out("fixed-loss", "it needs beta L > l(x_1) - inf l, or the run leaves its first epoch");
      return;
    }
    const double divergence = l / beta * e_.first_divergence;
    add("fixed-loss", "(L/beta) B(u, x_1) + l(x_1) - l(x_{T+1})", divergence + ends(),
        {{"divergence", divergence}, {"ends", ends()}});
  }

  void ftrl() {
    const double first = s_.last_lambda * e_.first_divergence;
    if (e_.variability) {
      const double v = e_.variability->upper;
      add("ftrl", "lambda (psi(u) - psi(x_1)) + l_1(x_1) - l_T(x_{T+1}) + V_T", first + ends() + v,
          {{"regulariser", first}, {"ends", ends()}, {"variability", v}});
    } else {
      leave_out("ftrl", needs_radius("V_T has no value in the whole space"));
    }
    const double path = s_.path.value();
    add("ftrl-path", "lambda (psi(u) - psi(x_1)) + l_1(x_1) - l_T(x_{T+1}) + sum (l_t(x_t) - l_{t-1}(x_t))",
        first + ends() + path, {{"regulariser", first}, {"ends", ends()}, {"path_variability", path}});
  }

  const Evidence& e_;
  const RunSums& s_;
  Family family_;
  const std::string& update_;
  const std::string& step_;
  BoundList list_;
};

}  // namespace

BoundList evaluate_bounds(const Evidence& evidence) { return Evaluation(evidence).run(); }

const Bound* tightest(const std::vector<Bound>& bounds) {
  const Bound* tight = nullptr;
  for (const Bound& bound : bounds) {
    if (bound.of == "regret" && bound.holds && (tight == nullptr || bound.value < tight->value)) tight = &bound;
  }
  return tight;
}

}  // namespace tacit
