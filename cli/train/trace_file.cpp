#include "cli/train/trace_file.hpp"

#include <iterator>

#include "cli/output/csv_field.hpp"
#include "tacit/run/prediction_output.hpp"

namespace tacit::cli {

TraceFile::TraceFile(const std::string& path, const std::optional<RunFile::Mark>& begin, bool begun, bool implicit,
                     const Monitor* monitor, const Configuration* classes)
    : file_(path, begin), implicit_(implicit), monitor_(monitor), classes_(classes) {
  if (begun) return;
  file_.write("round,prediction,label,weight,loss,loss_after,divergence,delta,lambda,eta,cumulative_loss,average_loss");
  file_.write(monitor_ != nullptr ? ",path_variability,regret_bound,drift\n" : "\n");
}

void TraceFile::round(const Tally& tally, const Round& round, const Example& example) {
  line_.clear();
  const auto end = std::back_inserter(line_);
  if (classes_ != nullptr) {
    fmt::format_to(end, "{},{},{}", tally.examples, csv_field(class_name_of(round.prediction, *classes_)),
                   csv_field(class_name_of(example.label, *classes_)));
  } else {
    fmt::format_to(end, "{},{:.17g},{:.17g}", tally.examples, round.prediction, example.label);
  }
  fmt::format_to(end, ",{:.17g},{:.17g},{:.17g},{:.17g},{:.17g},{:.17g},{:.17g},{:.17g},{:.17g}", example.weight, round.paid(),
                 round.paid_after(), round.divergence, implicit_ ? progress(round) : round.delta, round.lambda, 1 / round.lambda,
                 tally.cumulative_loss(), tally.average_loss());
  if (monitor_ != nullptr) {
    for (const auto number : {monitor_->path_variability(), monitor_->regret_bound(), std::optional(monitor_->drift())}) {
      line_.push_back(',');
      if (number) fmt::format_to(end, "{:.17g}", *number);
    }
  }
  line_.push_back('\n');
  file_.write({line_.data(), line_.size()});
}

}  // namespace tacit::cli
