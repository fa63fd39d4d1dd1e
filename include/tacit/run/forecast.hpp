// A Forecast makes rows ready to be predicted, as the run of a model made those that it learned from. It goes on where that run
// stopped: rows with labels tell what came before the rows behind them, though nothing is learned from them.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "tacit/core/message.hpp"
#include "tacit/data/dataset.hpp"
#include "tacit/run/model.hpp"

namespace tacit {

class Baselines;
class Making;

// Labels as the data have them, NaN where a row has none; or as a learner takes them.
enum class LabelForm { written, understood };

class Forecast {
 public:
  Forecast(const Model& model, LabelForm form);
  Forecast(const Making& making, const Baselines& baselines, const Configuration& configuration, LabelForm form);
  Forecast(Forecast&&) noexcept;
  ~Forecast();

  // The rows as the learner sees them; valid until the next call. Throws DataError for a row that lacks what the model expects.
  Dataset& make(Dataset& rows);
  // What is worth knowing once all rows are made: labels that nobody knew, groups that the model has not seen.
  std::vector<Message> notes() const;

 private:
  class Rows;
  std::unique_ptr<Baselines> baselines_;
  std::unique_ptr<Rows> rows_;  // none if the model makes nothing
};

}  // namespace tacit
