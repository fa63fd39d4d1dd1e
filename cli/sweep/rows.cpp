#include "cli/sweep/rows.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "cli/output/csv_field.hpp"

namespace tacit::cli {

namespace {

template <class Number>
std::string text(const std::optional<Number>& number) {
  return number ? fmt::format("{}", *number) : "";
}

}  // namespace

std::string to_csv(const std::vector<SweepRow>& rows) {
  fmt::memory_buffer csv;
  const auto out = std::back_inserter(csv);
  fmt::format_to(out, "dataset,task,loss,learner,beta,repeat,seed,examples,cumulative_loss,average_loss,mistakes,diverged\n");
  for (const SweepRow& row : rows) {
    fmt::format_to(out, "{},{},{},{},{:.17g},{},{},{},{:.17g},{:.17g},{},{}\n", csv_field(row.dataset), row.task, row.loss,
                   row.learner, row.beta, row.repeat, text(row.seed), row.examples, row.cumulative_loss, row.average_loss,
                   text(row.mistakes), row.diverged ? 1 : 0);
  }
  return fmt::to_string(csv);
}

std::string to_json(const std::vector<SweepRow>& rows) {
  using Json = nlohmann::ordered_json;
  const auto finite = [](double number) { return std::isfinite(number) ? Json(number) : Json(); };
  Json list = Json::array();
  for (const SweepRow& row : rows) {
    list.push_back({{"dataset", row.dataset},
                    {"task", row.task},
                    {"loss", row.loss},
                    {"learner", row.learner},
                    {"beta", row.beta},
                    {"repeat", row.repeat},
                    {"seed", row.seed ? Json(*row.seed) : Json()},
                    {"examples", row.examples},
                    {"cumulative_loss", finite(row.cumulative_loss)},
                    {"average_loss", finite(row.average_loss)},
                    {"mistakes", row.mistakes ? Json(*row.mistakes) : Json()},
                    {"diverged", row.diverged}});
  }
  return list.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace tacit::cli
