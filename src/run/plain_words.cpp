#include "tacit/run/plain_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

namespace tacit {

namespace {

using Named = std::pair<std::string_view, std::string_view>;

// The words of a family are those of the first line whose name is in the family's. A new family needs a line if none suits it.
constexpr std::array kinds{
    Named{"last label", "the last label, said again"},
    Named{"last season", "the label of one season ago, said again"},
    Named{"running", "the best constant so far"},
    Named{"full-matrix", "learners that know how the features go together"},
    Named{"per-feature", "learners with a rate per feature"},
    Named{"relevant", "learners that keep to the few features that matter"},
    Named{"mean", "means over all rounds, which suits a stream that does not change"},
    Named{"leap", "learners that fit each example as it comes, which suits a stream that changes fast"},
    Named{"steady", "learners whose steps stay as long as they are, which suits a stream that changes"},
    Named{"adaptive", "learners whose steps adapt to their progress"},
};

// Shares of a mixture that has further stages need not add up to 1.
double sum_of_shares(const MixtureReport& report) {
  double sum = 0;
  for (const ExpertReport& expert : report.experts) sum += expert.share;
  return sum > 0 ? sum : 1;
}

// The largest first.
std::vector<std::pair<std::string_view, double>> shares_of_kinds(const MixtureReport& report) {
  std::vector<std::pair<std::string_view, double>> found;
  const double all = sum_of_shares(report);
  for (const ExpertReport& expert : report.experts) {
    const std::string_view kind = plain_kind(expert.family);
    const auto known = std::ranges::find(found, kind, [](const auto& entry) { return entry.first; });
    if (known == found.end())
      found.emplace_back(kind, expert.share / all);
    else
      known->second += expert.share / all;
  }
  std::ranges::stable_sort(found, std::ranges::greater(), [](const auto& entry) { return entry.second; });
  return found;
}

std::string carried(const MixtureReport& report) {
  const auto by_kind = shares_of_kinds(report);
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

// What a team, or several, came to.
struct TeamResult {
  double share = 0;
  double best_loss = std::numeric_limits<double>::infinity();

  TeamResult joined(const TeamResult& other) const { return {share + other.share, std::min(best_loss, other.best_loss)}; }
};

std::string verdict(std::string_view what, const TeamResult& with, const TeamResult& without) {
  const double change = without.best_loss > 0 ? with.best_loss / without.best_loss - 1 : 0;
  const bool same = std::fabs(change) < 0.005;
  const std::string loss =
      same ? "as much as" : fmt::format("{:.0f} % {} than", 100 * std::fabs(change), change < 0 ? "less" : "more");
  return fmt::format(
      "The {} {}: the best expert that sees them lost {} the best one that does not; teams that see them carry {:.0f} % of "
      "the prediction.",
      what,
      same         ? "make little difference"
      : change < 0 ? "help"
                   : "do not help",
      loss, 100 * with.share);
}

std::vector<std::string> groups(const MixtureReport& report, const MadeGroups& made) {
  std::array<std::optional<TeamResult>, team_endings.size()> teams;
  const double all_shares = sum_of_shares(report);
  for (const ExpertReport& expert : report.experts) {
    auto& team = teams[team_of(expert.family)];
    const double loss = expert.is_guess() ? std::numeric_limits<double>::infinity() : expert.average_loss;  // it sees no feature
    team = team.value_or(TeamResult()).joined({expert.share / all_shares, loss});
  }
  const auto& [given, lagged, all, uncrossed] = teams;
  if (!all) return {};
  const char* const what = !made.calendar ? "lags" : made.lags ? "lags and calendar features" : "calendar features";
  if (uncrossed) {
    const TeamResult none;
    std::vector<std::string> sentences{
        verdict("crosses", all->joined(lagged.value_or(none)), uncrossed->joined(given.value_or(none)))};
    // Teams that see the others' crosses too do not tell what lags do.
    if (given) sentences.push_back(verdict(what, {1 - given->share, uncrossed->best_loss}, *given));
    return sentences;
  }
  if (!given) return {};
  if (!lagged) return {verdict(what, *all, *given)};
  return {verdict("lags", lagged->joined(*all), *given), verdict("calendar features", *all, given->joined(*lagged))};
}

}  // namespace

std::string_view plain_kind(std::string_view family) {
  const std::string_view name = family.substr(0, family.size() - team_endings[team_of(family)].size());
  const auto found = std::ranges::find_if(kinds, [&](const Named& kind) { return name.find(kind.first) != name.npos; });
  return found != kinds.end() ? found->second : family;
}

std::string compared(std::string_view learner, double loss, double baseline) {
  const double change = baseline > 0 ? loss / baseline - 1 : 0;
  if (!(baseline > 0) && loss > 0) return fmt::format("{} is worse", learner);
  if (std::fabs(change) < 0.005) return fmt::format("{} is as good", learner);
  constexpr double countable = 1e6;
  if (change >= countable) return fmt::format("{} is {:.2g} times worse", learner, loss / baseline);
  if (change >= 10) return fmt::format("{} is {:.0f} times worse", learner, loss / baseline);
  return fmt::format("{} is {:.0f} % {}", learner, 100 * std::fabs(change), change < 0 ? "better" : "worse");
}

std::vector<std::string> plain_words(const MixtureReport& report, double average_loss, const MadeGroups& made) {
  if (report.experts.empty() || !report.has_learned) return {};
  std::vector<std::string> sentences{carried(report)};
  if (auto cost = bad_rate(report, average_loss)) sentences.push_back(*cost);
  for (std::string& sentence : groups(report, made)) sentences.push_back(std::move(sentence));
  if (const std::uint64_t count = report.forgotten_features; count > 0) {
    sentences.push_back(fmt::format("The memory was full: {} feature{} forgotten, those seen least and longest ago.", count,
                                    count == 1 ? " was" : "s were"));
  }
  return sentences;
}

}  // namespace tacit
