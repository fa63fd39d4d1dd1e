#include "tacit/run/forecast.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <unordered_set>

#include "run/baselines.hpp"
#include "run/making/making.hpp"

namespace tacit {

class Forecast::Rows {
 public:
  Rows(const Making& making, Baselines& baselines, const Configuration& configuration, LabelForm form)
      : maker_(making.maker()),
        baselines_(baselines),
        known_entities_(maker_.entities()),
        horizon_(making.horizon()),
        delay_(making.delay()),
        two_classes_(is_two_class(configuration) && form == LabelForm::written),
        labels_(configuration.labels.value_or(std::pair(-1.0, 1.0))) {
    making.held().for_each([&](const LateLabel& label) { wait(label); });
    const Pending& pending = making.pending();
    pending.for_each([&](std::size_t place) {
      const Example example = pending.example(place);
      wait({pending.origin(place).entity, pending.origin(place).instant, example.label, example.weight});
    });
  }

  Dataset& make(const Dataset& rows) {
    made_.clear();
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const RowMark mark = rows.mark(i);
      if (delay_ > 0) know_older(unknown_, mark, delay_, maker_, baselines_);
      const std::uint32_t entity = maker_.make(rows, i, made_);
      if (entity >= known_entities_) ++unseen_;
      const double label = understood(rows.label(i));
      if (std::isnan(label)) ++unlabelled_;
      hint(i, entity);
      wait({entity, mark.time.instant, label, rows.weight(i)});
      if (delay_ == 0 && unknown_.size() > horizon_) know(unknown_.pop(0), maker_, baselines_);
    }
    return made_;
  }

  std::vector<Message> notes() const {
    std::vector<Message> notes;
    if (unlabelled_ > 0 && (maker_.lags().any() || baselines_.hints())) {
      notes.emplace_back(fmt::format("{} row{} no label: the last labels that are known stand for theirs in the rows behind",
                                     unlabelled_, unlabelled_ == 1 ? " has" : "s have"));
    }
    if (const std::size_t groups = maker_.entities() - known_entities_; known_entities_ > 0 && groups > 0) {
      notes.emplace_back(fmt::format("{} row{} of {} that the model has not seen: nothing is known of what came before", unseen_,
                                     unseen_ == 1 ? " is" : "s are", groups == 1 ? "a group" : fmt::format("{} groups", groups)));
    }
    return notes;
  }

 private:
  void wait(const LateLabel& label) { unknown_.push(delay_ > 0 ? label.entity : 0, label); }

  double understood(double label) const {
    constexpr double none = std::numeric_limits<double>::quiet_NaN();
    if (!two_classes_) return label;
    return label == labels_.first ? -1 : label == labels_.second ? 1 : none;
  }

  void hint(std::size_t i, std::uint32_t entity) {
    if (!baselines_.hints()) return;
    prepare_guesses(maker_, entity, baselines_);
    baselines_.guess(made_.make_hints(hints_per_row).subspan(i * hints_per_row, hints_per_row));
    baselines_.set_ahead(0);
  }

  FeatureMaker maker_;
  Baselines& baselines_;
  std::size_t known_entities_;
  std::uint64_t horizon_;
  std::int64_t delay_;
  bool two_classes_;
  std::pair<double, double> labels_;
  LabelQueues unknown_;  // by entity where there is a delay
  std::uint64_t unlabelled_ = 0;
  std::uint64_t unseen_ = 0;  // rows of groups that the model has not seen
  Dataset made_;
};

Forecast::Forecast(const Making& making, const Baselines& baselines, const Configuration& configuration, LabelForm form)
    : baselines_(std::make_unique<Baselines>(baselines)),
      rows_(std::make_unique<Rows>(making, *baselines_, configuration, form)) {}

Forecast::Forecast(const Model& model, LabelForm form) : baselines_(std::make_unique<Baselines>(model.configuration)) {
  if (model.has_state()) baselines_->restore(model.memory);
  if (!Making::is_wanted(model.configuration, model.columns)) return;
  Making making(model.configuration, model.columns);
  if (model.has_state()) making.restore(model.memory);
  rows_ = std::make_unique<Rows>(making, *baselines_, model.configuration, form);
}

Forecast::Forecast(Forecast&&) noexcept = default;
Forecast::~Forecast() = default;

Dataset& Forecast::make(Dataset& rows) {
  if (rows_) return rows_->make(rows);
  baselines_->hint(rows);
  return rows;
}

std::vector<Message> Forecast::notes() const { return rows_ ? rows_->notes() : std::vector<Message>(); }

}  // namespace tacit
