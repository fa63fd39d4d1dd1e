#include "tacit/run/plain_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

namespace tacit {

namespace {

using Named = std::pair<std::string_view, std::string_view>;

// By the first word that the name of a family has. A new family needs a line here if none of these suits it.
constexpr std::array kinds{
    Named{"last label", "the last label, said again"},
    Named{"last season", "the label of one season ago, said again"},
    Named{"running", "the best constant so far"},
    Named{"level", "the level of the labels, without features"},
    Named{"full-matrix", "learners that know how the features go together"},
    Named{"least squares", "least squares over the latest rounds"},
    Named{"per-feature", "learners with a rate per feature"},
    Named{"mean", "means over all rounds, which suits a stream that does not change"},
    Named{"leap", "learners that fit each example as it comes, which suits a stream that changes fast"},
    Named{"steady", "learners whose steps do not shorten, which suits a stream that changes"},
    Named{"curved", "learners whose steps shorten fast, which suits noise"},
    Named{"adaptive", "learners whose steps adapt to their progress"},
};

// The group of features that experts of the family see and others do not: lags of "scaled adaptive with lags".
std::optional<std::string_view> group_of(std::string_view family) {
  constexpr std::string_view with = " with ";
  const auto at = family.find(with);
  if (at == std::string_view::npos) return std::nullopt;
  return family.substr(at + with.size());
}

// Shares by what `key` says of an expert, the largest first.
template <class Key>
std::vector<std::pair<std::string_view, double>> shares(const MixtureReport& report, Key key) {
  std::vector<std::pair<std::string_view, double>> found;
  for (const ExpertReport& expert : report.experts) {
    const std::optional<std::string_view> name = key(expert);
    if (!name) continue;
    const auto known = std::ranges::find(found, *name, [](const auto& entry) { return entry.first; });
    if (known == found.end())
      found.emplace_back(*name, expert.share);
    else
      known->second += expert.share;
  }
  std::ranges::stable_sort(found, std::ranges::greater(), [](const auto& entry) { return entry.second; });
  return found;
}

std::string carried(const MixtureReport& report) {
  const auto kind = [](const ExpertReport& expert) { return std::optional(plain_kind(expert.family)); };
  const auto by_kind = shares(report, kind);
  std::string sentence = fmt::format("{:.0f} % of the prediction comes from {}", 100 * by_kind[0].second, by_kind[0].first);
  if (by_kind.size() > 1 && by_kind[1].second >= 0.2)
    sentence += fmt::format("; {:.0f} % from {}", 100 * by_kind[1].second, by_kind[1].first);
  return sentence + ".";
}

// The cost of choosing one rate, and badly. Nothing where no expert has one.
std::optional<std::string> bad_rate(const MixtureReport& report, double average_loss) {
  double worst = 0;
  for (const ExpertReport& expert : report.experts) worst = std::max(worst, expert.beta > 0 ? expert.average_loss : 0.0);
  if (!(worst > 0) || !(average_loss > 0)) return std::nullopt;
  const double times = worst / average_loss;
  if (times < 1.05) return "No learning rate that was tried would have cost noticeably more.";
  return fmt::format("A learning rate chosen badly would have cost {:.{}f} times as much.", times, times < 10 ? 1 : 0);
}

std::vector<std::string> groups(const MixtureReport& report) {
  std::vector<std::string> sentences;
  for (const auto& [name, share] : shares(report, [](const ExpertReport& expert) { return group_of(expert.family); })) {
    const char* const verdict = share >= 0.5 ? "help" : share >= 0.1 ? "help a little" : "do not help";
    sentences.push_back(
        fmt::format("The {} {}: experts that see them carry {:.0f} % of the prediction.", name, verdict, 100 * share));
  }
  return sentences;
}

}  // namespace

std::string_view plain_kind(std::string_view family) {
  const auto found = std::ranges::find_if(kinds, [&](const Named& kind) { return family.find(kind.first) != family.npos; });
  return found != kinds.end() ? found->second : family;
}

std::string compared(std::string_view learner, double loss, double baseline) {
  const double change = baseline > 0 ? loss / baseline - 1 : 0;
  if (!(baseline > 0) && loss > 0) return fmt::format("{} is worse", learner);
  if (std::fabs(change) < 0.005) return fmt::format("{} is as good", learner);
  if (change >= 10) return fmt::format("{} is {:.0f} times worse", learner, loss / baseline);
  return fmt::format("{} is {:.0f} % {}", learner, 100 * std::fabs(change), change < 0 ? "better" : "worse");
}

std::vector<std::string> plain_words(const MixtureReport& report, double average_loss) {
  if (report.experts.empty()) return {};
  std::vector<std::string> sentences{carried(report)};
  if (auto cost = bad_rate(report, average_loss)) sentences.push_back(*cost);
  for (std::string& sentence : groups(report)) sentences.push_back(std::move(sentence));
  return sentences;
}

}  // namespace tacit
