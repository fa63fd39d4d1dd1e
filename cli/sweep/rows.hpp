// The rows of a sweep's results, and the text forms they are written in.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tacit::cli {

// One learner with one beta, or without any, and one l1, in one repeat on one data set.
struct SweepRow {
  std::string dataset{};
  std::string task{};
  std::string loss{};
  std::string learner{};
  std::optional<double> beta{};         // none of a learner without one
  std::uint64_t repeat = 0;             // counted from 1
  std::optional<std::uint64_t> seed{};  // none: the order of the file
  std::uint64_t examples = 0;
  double cumulative_loss = 0;  // infinite where diverged, as is the average
  double average_loss = 0;
  std::optional<std::uint64_t> mistakes{};  // classification only, unless diverged
  bool diverged = false;
  std::optional<double> l1{};              // none unless several were swept
  std::optional<std::uint64_t> weights{};  // other than 0 at the end; none where learners ran in lanes
};

// Calls visitor(name, value) for each column of the results, in their order in every form.
template <class Visitor>
void for_each_column(const SweepRow& row, Visitor&& visitor) {
  visitor("dataset", row.dataset);
  visitor("task", row.task);
  visitor("loss", row.loss);
  visitor("learner", row.learner);
  visitor("beta", row.beta);
  visitor("repeat", row.repeat);
  visitor("seed", row.seed);
  visitor("examples", row.examples);
  visitor("cumulative_loss", row.cumulative_loss);
  visitor("average_loss", row.average_loss);
  visitor("mistakes", row.mistakes);
  visitor("diverged", row.diverged);
  visitor("l1", row.l1);
  visitor("weights", row.weights);
}

// A header line, then one line per row; numbers have 17 significant digits, what is not known is empty.
std::string to_csv(const std::vector<SweepRow>& rows);

// A list of objects with the same names; what is infinite or not known is null.
std::string to_json(const std::vector<SweepRow>& rows);

}  // namespace tacit::cli
