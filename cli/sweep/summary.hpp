// The summary of a sweep: for each data set and learner the curve of the average loss over beta, its best point, and the width of
// the range of beta that comes near to it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "cli/sweep/rows.hpp"

namespace tacit::cli {

// The losses of a learner over the repeats, with one l1 if several were swept, for each beta in increasing order; of a learner
// without a beta there are no betas and one loss.
struct SweepCurve {
  std::string dataset{};
  std::string task{};
  std::string loss{};
  std::string learner{};
  std::uint64_t examples = 0;
  std::size_t repeats = 0;
  std::vector<double> betas{};
  std::vector<double> mean{};  // of the average loss; infinite where a repeat diverged
  std::vector<double> low{};   // least and largest of the repeats
  std::vector<double> high{};
  std::vector<bool> diverged{};
  std::optional<double> l1{};
  std::vector<double> weights{};  // mean of how many are not 0; 0 where that is not known

  std::string name() const;  // the learner, with its l1

  bool has_beta() const { return !betas.empty(); }
  std::size_t best() const;  // index of the least mean, the first of equals
  // The width of the unbroken range around the best beta whose means are within 10 % of the best: log2 of the largest beta over
  // the smallest. 3 means that beta may be wrong by a factor of 8 in all.
  double width() const;
  double low_beta() const;  // the ends of that range
  double high_beta() const;

 private:
  std::pair<std::size_t, std::size_t> near_best() const;
};

// Returns curves in the order in which data sets and learners first appear.
std::vector<SweepCurve> summarise(const std::vector<SweepRow>& rows);

// A table for people.
std::string to_table(const std::vector<SweepCurve>& curves);

// Writes a sentence per curve whose best beta is the smallest or largest tried: a beta beyond may be better.
std::string at_edges(const std::vector<SweepCurve>& curves);

// A beta as people write it: 2^-3 if it is a power of two, else a number.
std::string beta_text(double beta);

}  // namespace tacit::cli
