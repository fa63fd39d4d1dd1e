#include "sweep_columns.hpp"

#include <map>
#include <vector>

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

}  // namespace

py::dict sweep_columns(SweepData data, const SweepSettings& settings, Progress& progress) {
  const std::string loss = data.configuration.loss;
  const bool two_class = is_two_class(data.configuration);
  const std::size_t examples = data.rows.size();
  Collector collector(progress);
  {
    const py::gil_scoped_release others_run;
    const SweepInput input{"X", [&data] { return std::move(data); }};
    run_sweep({&input, 1}, settings, collector);
    progress.report();
  }
  py::dict columns;
  const char* const names[] = {"loss",     "learner",         "beta",         "repeat",   "seed",
                               "examples", "cumulative_loss", "average_loss", "mistakes", "diverged"};
  for (const char* name : names) columns[name] = py::list();
  const auto add = [&columns](const char* name, const auto& value) { columns[name].cast<py::list>().append(value); };
  for (std::size_t learner = 0; learner < settings.learners.size(); ++learner) {
    for (std::size_t beta = 0; beta < settings.betas.size(); ++beta) {
      for (std::size_t repeat = 0; repeat < settings.seeds.size(); ++repeat) {
        const Lane& lane = collector.parts().at({0, learner, repeat})[beta];
        const auto seed = settings.seeds[repeat];
        add("loss", loss);
        add("learner", settings.learners[learner]);
        add("beta", lane.beta);
        add("repeat", repeat + 1);
        add("seed", seed ? py::object(py::int_(*seed)) : py::object(py::none()));
        add("examples", examples);
        add("cumulative_loss", lane.cumulative_loss);
        add("average_loss", lane.average_loss);
        add("mistakes", two_class ? py::object(py::int_(lane.mistakes)) : py::object(py::none()));
        add("diverged", lane.diverged);
      }
    }
  }
  return columns;
}

}  // namespace tacit::python
