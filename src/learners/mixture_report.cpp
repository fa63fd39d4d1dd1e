#include "tacit/learners/mixture_report.hpp"

#include <algorithm>
#include <cmath>

namespace tacit {

double MixtureReport::effective_beta() const {
  double share = 0;
  double power = 0;
  for (const ExpertReport& expert : experts) {
    if (!(expert.beta > 0)) continue;
    share += expert.share;
    power += expert.share * std::log2(expert.beta);
  }
  return share > 0 ? std::exp2(power / share) : 0;
}

std::size_t team_of(std::string_view family) {
  const auto found =
      std::ranges::find_if(team_endings, [&](std::string_view ending) { return !ending.empty() && family.ends_with(ending); });
  return found == team_endings.end() ? team_of_all : static_cast<std::size_t>(found - team_endings.begin());
}

std::vector<std::string> names_of_experts(const MixtureReport& report, const MadeGroups& made) {
  std::vector<std::string> names;
  const auto add_team = [&](std::string_view ending) {
    for (const ExpertReport& expert : report.experts) {
      if (team_of(expert.name) == team_of_all) names.push_back(expert.name + std::string(ending));
    }
  };
  add_team(team_endings[team_of_all]);
  if (made.crosses) add_team(team_endings[3]);
  if (made.lags && made.calendar) add_team(team_endings[1]);
  if (made.lags || made.calendar) add_team(team_endings[0]);
  return names;
}

Tree::Object report_tree(const MixtureReport& report, double average_least) {
  Tree::List experts;
  for (const ExpertReport& expert : report.experts) {
    experts.emplace_back(Tree::Object{{"name", expert.name},
                                      {"beta", expert.beta > 0 ? Tree(expert.beta) : Tree()},
                                      {"share", expert.share},
                                      {"average_loss", expert.average_loss + average_least}});
  }
  Tree::Object tree{{"effective_beta", report.effective_beta()},
                    {"collapsed_loss", report.collapsed_loss ? Tree(*report.collapsed_loss + average_least) : Tree()},
                    {"share_of_recent", report.share_of_recent},
                    {"share_of_certain", report.share_of_certain},
                    {"share_of_corrected", report.share_of_corrected},
                    {"experts", std::move(experts)}};
  if (report.forgotten_features > 0) tree.push_back({"forgotten_features", report.forgotten_features});
  return tree;
}

}  // namespace tacit
