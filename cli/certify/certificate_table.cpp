#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "cli/certify/certificate_report.hpp"
#include "cli/options/wording.hpp"
#include "tacit/domains/ball.hpp"
#include "tacit/learners/kinds.hpp"

namespace tacit::cli {

namespace {

constexpr int most_digits = 6;

std::string number(double x, int digits = most_digits) { return fmt::format("{:.{}g}", x, digits); }

// The nearest number with so many digits that is not above x (below) or not below x.
std::string number_beside(double x, bool below, int digits = most_digits) {
  std::string nearest = number(x, digits);
  const double read = std::strtod(nearest.c_str(), nullptr);
  if (below ? read <= x : read >= x) return nearest;
  const double unit = std::pow(10.0, std::floor(std::log10(std::fabs(x))) - (digits - 1));
  return number(below ? x - 0.6 * unit : x + 0.6 * unit, digits);
}

// A bound is printed rounded upward, as the ends of enclosures are outward: what is below it is printed so. One that fails is
// printed as it is, lest it seem not to.
std::string bound_value(const Bound& bound) {
  return bound.holds ? number_beside(bound.value, false) : fmt::format("{}", bound.value);
}

// Prints ends that enclose the number too.
std::string enclosed(const Enclosure& enclosure) {
  const std::string lower = number_beside(enclosure.lower, true);
  const std::string upper = number_beside(enclosure.upper, false);
  return lower == upper ? lower : lower + " to " + upper;
}

std::string row(const char* name, const std::string& value) { return fmt::format("{:<21} {}\n", name, value); }

// Lines of a number and its meaning, with the meanings aligned.
class Meanings {
 public:
  void add(const char* name, std::string value, std::string meaning) {
    width_ = std::max(width_, value.size());
    lines_.push_back({name, std::move(value), std::move(meaning)});
  }
  std::string text() const {
    std::string text;
    for (const auto& [name, value, meaning] : lines_) text += fmt::format("{:<21} {:<{}}  {}\n", name, value, width_, meaning);
    return text;
  }

 private:
  struct Line {
    const char* name;
    std::string value;
    std::string meaning;
  };
  std::vector<Line> lines_;
  std::size_t width_ = 0;
};

std::string regret_meaning(const Certificate& certificate) {
  const auto examples = static_cast<double>(certificate.examples);
  if (certificate.regret.upper < 0) return "below 0: better than every fixed model";
  if (certificate.regret.lower <= 0) return "may be 0: the enclosure contains it";
  return number_beside(certificate.regret.upper / examples, false, 3) + " per example";
}

// Says so where much of a bound is error: then it says little of the run.
std::string error_share(const Bound& bound) {
  const bool small = bound.error <= 0.1 * std::fabs(bound.value);
  return small || bound.value == 0 ? "" : fmt::format("; {} of it is error", number_beside(bound.error, false, 2));
}

std::string bound_line(const Bound& bound) {
  const auto ratio = bound.ratio();
  const bool regret = bound.of == "regret";
  return fmt::format("{:<21} {:>14} {:>10}  {:<5}  {}\n", bound.name, bound_value(bound),
                     regret && ratio ? fmt::format("{:.3g} x", *ratio)
                     : regret        ? "-"
                                     : number_beside(bound.measured, false, 4),
                     bound.holds ? "yes" : "NO", (regret ? bound.right : bound.statement()) + error_share(bound));
}

// Says which bound is tightest, and whether that is because the losses change slowly.
std::string verdict(const Certificate& certificate) {
  std::string text;
  const Bound* const least = tightest(certificate.bounds);
  if (least == nullptr) return "No bound on the regret applies to this run.\n";
  const auto ratio = least->ratio();
  text += fmt::format("The tightest bound, {}, says that the regret is at most {}{}{}.\n", least->name, bound_value(*least),
                      error_share(*least), ratio ? fmt::format(": {:.3g} times what it is", *ratio) : "");
  const auto theorem = std::ranges::find(certificate.bounds, "ada-implicit", &Bound::name);
  if (theorem == certificate.bounds.end()) return text;
  const double variability = theorem->terms[0].second;
  const double gradients = theorem->terms[1].second;
  const bool drift = theorem->smallest == "variability";
  text += fmt::format("Of the theorem's two terms the {} the smaller: {} against {} for the {}.\n",
                      drift ? "temporal variability is" : "gradients' is", number(drift ? variability : gradients),
                      number(drift ? gradients : variability), drift ? "gradients" : "temporal variability");
  text +=
      drift ? "The losses change so slowly that this says more than the sqrt(T) of the worst case.\n"
            : "The temporal variability counts changes anywhere in the ball; the path variability those that the learner met.\n";
  return text;
}

// Lines about the run and its data.
std::string run_lines(const CertificateReport& report) {
  const auto& [configuration, certificate, gap] = report;
  const bool ball = configuration.domain == Ball::name;
  std::string text = row("learner", kind_of(configuration).has_beta
                                        ? fmt::format("{}, beta {:g}", learner_name(configuration), configuration.beta)
                                        : learner_name(configuration));
  text += row("loss", configuration.loss);
  text += row("domain", ball ? fmt::format("ball of radius {:g}", configuration.radius) : configuration.domain);
  text += row("examples", fmt::format("{}", certificate.examples));
  if (has_class_names(configuration)) text += row("classes", fmt::format("{}", configuration.classes.names.size()));
  text += row("features", fmt::format("{}", certificate.features));
  return text;
}

std::string measured_lines(const Certificate& certificate, bool several_classes) {
  const Comparator& comparator = certificate.comparator;
  Meanings numbers;
  numbers.add("cumulative loss", number(certificate.cumulative_loss), "what the run paid");
  numbers.add("best fixed model", enclosed(certificate.comparator_loss),
              fmt::format("what the best of norm {:g} and below pays; its own norm is {:.4g}", certificate.comparator_radius,
                          comparator.norm()));
  numbers.add("regret", enclosed(certificate.regret), regret_meaning(certificate));
  if (certificate.temporal_variability && several_classes) {
    numbers.add("temporal variability", "at most " + number_beside(certificate.temporal_variability->upper, false),
                "above V_T, which is how much losses can rise from round to round, in the whole ball");
  } else if (certificate.temporal_variability) {
    numbers.add("temporal variability", enclosed(*certificate.temporal_variability),
                "V_T: how much losses can rise from round to round, in the whole ball");
  }
  if (certificate.path_variability)
    numbers.add("path variability", number(*certificate.path_variability), "how much they rose where the learner stood");
  numbers.add("squared gradients", number(certificate.gradient_norms_squared), "the sum of ||g_t||^2");
  numbers.add("lambda", number(certificate.lambda), "1/eta of the coming round");
  return numbers.text();
}

// Bounds on the regret come first, the least of them before the others.
std::string bound_lines(const Certificate& certificate) {
  const auto by_value = [](const Bound& a, const Bound& b) {
    const bool first = a.of == "regret";
    const bool second = b.of == "regret";
    return first != second ? first : first && a.value < b.value;
  };
  std::vector<Bound> bounds = certificate.bounds;
  std::ranges::stable_sort(bounds, by_value);
  std::string text;
  if (!bounds.empty())
    text += fmt::format("\n{:<21} {:>14} {:>10}  {:<5}  {}\n", "bound", "value", "to regret", "holds", "regret is at most");
  for (const Bound& bound : bounds) text += bound_line(bound);
  for (const LeftOut& left : certificate.left_out)
    text += fmt::format("{:<21} left out: {}\n", left.name, left.reason.in(in_flags));
  return text;
}

// Says so where the enclosure is wider than was asked for.
std::string gap_line(const CertificateReport& report) {
  const Comparator& comparator = report.certificate.comparator;
  if (comparator.converged) return "";
  return fmt::format(
      "The best fixed model is known to a gap of {}, not of {:g}, as the solver had done enough: what is printed holds.\n",
      number_beside(comparator.loss.relative_width(), false, 2), report.gap);
}

}  // namespace

std::string to_table(const CertificateReport& report) {
  const Certificate& certificate = report.certificate;
  const auto& [learning, variability, comparing, bounding] = certificate.seconds;
  const std::string seconds = fmt::format("{:.3f} learning, {:.3f} temporal variability, {:.3f} best fixed model, {:.3f} bounds",
                                          learning, variability, comparing, bounding);
  return run_lines(report) + "\n" + measured_lines(certificate, has_class_names(report.configuration)) +
         bound_lines(certificate) + "\n" + verdict(certificate) + gap_line(report) + row("seconds", seconds);
}

}  // namespace tacit::cli
