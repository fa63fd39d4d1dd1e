#include "sweep_columns.hpp"

#include <map>
#include <vector>

#include "interpreter.hpp"
#include "keywords.hpp"
#include "prepared_rows.hpp"
#include "tacit/sweep/data.hpp"
#include "wording.hpp"

namespace tacit::python {

namespace {

namespace py = pybind11;

class Collector final : public SweepObserver {
 public:
  explicit Collector(Progress& progress) : progress_(progress) {}

  void finished(const SweepPart& part, const SweepData&, std::span<const Lane> lanes) override {
    parts_.emplace(part, std::vector<Lane>(lanes.begin(), lanes.end()));
  }
  void advanced(std::uint64_t learned) override { progress_.advance(learned); }

  const std::map<SweepPart, std::vector<Lane>>& parts() const { return parts_; }

 private:
  Progress& progress_;
  std::map<SweepPart, std::vector<Lane>> parts_;
};

py::object maybe(const std::optional<std::uint64_t>& count) {
  return count ? py::object(py::int_(*count)) : py::object(py::none());
}
py::object maybe(const std::optional<double>& number) {
  return number ? py::object(py::float_(*number)) : py::object(py::none());
}

}  // namespace

py::dict sweep_columns(BoundRows& x, const Numbers& labels, const std::optional<Numbers>& weights, const py::dict& keywords,
                       const SweepPlan& plan, const std::vector<std::string>& words, const py::object& progress) {
  const Settings said = settings_said(keywords);
  const SweepSettings settings = sweep_settings(plan);
  Configuration reading = sweep_configuration(said);
  Dataset rows = prepared_rows(reading, x, labels, weights, words);  // which adds the names of classes
  SweepData data = sweep_data(std::move(rows), said, nullptr, reading.classes.names);
  for (const Message& note : data.notes) warn(note);
  const std::string loss = data.configuration.loss;
  const std::size_t examples = data.rows.size();
  Progress reported(progress);
  Collector collector(reported);
  {
    const py::gil_scoped_release others_run;
    const SweepInput input{"X", [&data] { return std::move(data); }};
    run_sweep({&input, 1}, settings, collector);
    reported.report();
  }
  py::dict columns;
  const char* const names[] = {"loss",         "learner",  "beta",     "repeat", "seed",   "examples", "cumulative_loss",
                               "average_loss", "mistakes", "diverged", "l1",     "weights"};
  for (const char* name : names) columns[name] = py::list();
  const auto add = [&columns](const char* name, const auto& value) { columns[name].cast<py::list>().append(value); };
  for (std::size_t learner = 0; learner < settings.learners.size(); ++learner) {
    for (std::size_t at = 0; at < lanes_of(settings, learner); ++at) {
      for (std::size_t repeat = 0; repeat < settings.seeds.size(); ++repeat) {
        const Lane& lane = collector.parts().at({0, learner, repeat})[at];
        add("loss", loss);
        add("learner", settings.learners[learner]);
        add("beta", maybe(lane.beta));
        add("repeat", repeat + 1);
        add("seed", maybe(settings.seeds[repeat]));
        add("examples", examples);
        add("cumulative_loss", lane.cumulative_loss);
        add("average_loss", lane.average_loss);
        add("mistakes", maybe(lane.mistakes));
        add("diverged", lane.diverged);
        add("l1", maybe(lane.l1));
        add("weights", maybe(lane.weights));
      }
    }
  }
  return columns;
}

}  // namespace tacit::python
