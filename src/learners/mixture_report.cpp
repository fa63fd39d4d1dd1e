#include "tacit/learners/mixture_report.hpp"

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

std::vector<std::string> names_of_experts(const MixtureReport& report, const MadeGroups& made) {
  std::vector<std::string> names;
  const auto add_team = [&](std::string_view ending) {
    for (const ExpertReport& expert : report.experts) {
      const std::string_view name = expert.name;
      if (!name.ends_with(team_endings[0]) && !name.ends_with(team_endings[1]))
        names.push_back(expert.name + std::string(ending));
    }
  };
  add_team(team_endings[2]);
  if (made.lags && made.calendar) add_team(team_endings[1]);
  if (made.lags || made.calendar) add_team(team_endings[0]);
  return names;
}

Tree::Object report_tree(const MixtureReport& report) {
  Tree::List experts;
  for (const ExpertReport& expert : report.experts) {
    experts.emplace_back(Tree::Object{{"name", expert.name},
                                      {"beta", expert.beta > 0 ? Tree(expert.beta) : Tree()},
                                      {"share", expert.share},
                                      {"average_loss", expert.average_loss}});
  }
  Tree::Object tree{{"effective_beta", report.effective_beta()},       {"collapsed_loss", report.collapsed_loss},
                    {"share_of_recent", report.share_of_recent},       {"share_of_certain", report.share_of_certain},
                    {"share_of_corrected", report.share_of_corrected}, {"experts", std::move(experts)}};
  if (report.forgotten_features > 0) tree.push_back({"forgotten_features", report.forgotten_features});
  return tree;
}

}  // namespace tacit
