// Reading the numbers that the scripts of this folder leave beside themselves, and running the learner that they name.
#pragma once

#include <cstddef>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "tacit/learners/named.hpp"

namespace tacit::golden {

// The lines of a file that begin with `word`, each split at its spaces, without the word itself.
inline std::vector<std::vector<std::string>> lines(const std::string& file, const std::string& word) {
  std::ifstream in(std::string(TACIT_TEST_DATA) + "/golden/" + file);
  if (!in) throw std::runtime_error("cannot open " + file);
  std::vector<std::vector<std::string>> found;
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    std::string first;
    if (!(words >> first) || first != word) continue;
    auto& fields = found.emplace_back();
    for (std::string field; words >> field;) fields.push_back(field);
  }
  return found;
}

inline double number(const std::string& text) { return std::stod(text); }

// Calls visitor(learner) for the paper's learner of that name.
template <class L, class Visitor>
void with_learner(const std::string& name, L loss, Ball ball, double beta, double lipschitz, Visitor&& visitor) {
  if (name == "ogd") return visitor(Ogd<L, Ball>(loss, ball, InverseSqrt(beta)));
  if (name == "ada-ogd") return visitor(AdaOgd<L, Ball>(loss, ball, GradientNorm(beta)));
  if (name == "implicit") return visitor(ImplicitOmd<L, Ball>(loss, ball, InverseSqrt(beta)));
  if (name == "ada-implicit") return visitor(AdaImplicitOmd<L, Ball>(loss, ball, AdaImplicit(beta)));
  if (name == "doubling") return visitor(DoublingOmd<L, Ball>(loss, ball, Doubling(beta, lipschitz)));
  throw std::runtime_error("no learner is called " + name);
}

// A sum that carries what each addition rounds away.
class CompensatedSum {
 public:
  void add(double term) {
    const double next = total_ + term;
    lost_ += term - (next - total_);
    total_ = next;
  }
  double value() const { return total_ + lost_; }

 private:
  double total_ = 0;
  double lost_ = 0;
};

}  // namespace tacit::golden
