#include "prepared_rows.hpp"

#include "tacit/run/session.hpp"

namespace tacit::python {

Dataset prepared_rows(Configuration& configuration, BoundRows& x, const Numbers& labels, const std::optional<Numbers>& weights,
                      const std::vector<std::string>& words) {
  Model model;
  model.configuration = configuration;
  Session session(model);
  if (session.classes() != nullptr) session.classes()->labels_are_of(words);
  const Column y = numbers(labels);
  const MaybeColumn w = numbers(weights);
  Dataset rows = gather(x.source(), y, w, configuration.bias);
  session.require_features(x.columns());
  if (x.source().lacks_numbers()) session.require_fillable();
  session.accept_labels(y, w.value_or(Column()));
  LargestValues found;
  if (session.wants_scales()) {
    Dataset observed = rows;
    session.observe(observed, found);
  }
  session.accept_scales(found);
  session.prepare(rows);
  configuration.classes = session.configuration().classes;
  return rows;
}

}  // namespace tacit::python
