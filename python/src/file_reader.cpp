#include "file_reader.hpp"

#include <fmt/format.h>

#include <limits>

#include "keywords.hpp"
#include "owned_array.hpp"
#include "tacit/run/configure.hpp"
#include "tacit/run/reading.hpp"

namespace tacit::python {

namespace {

namespace py = pybind11;

struct Columns {
  std::vector<std::int64_t> ends{0};
  std::vector<Index> indices;
  std::vector<double> values;
  std::vector<double> labels;
  std::vector<double> weights;

  void add(const Dataset& rows) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const Row row = rows.row(i);
      for (std::size_t k = 0; k < row.size; ++k) indices.push_back(row.index[k] - 1);
      values.insert(values.end(), row.value, row.value + row.size);
      ends.push_back(static_cast<std::int64_t>(values.size()));
      labels.push_back(rows.label(i));
      weights.push_back(rows.weight(i));
    }
  }

  // Ends and indices are int32 wherever they fit, as scipy has them.
  std::pair<py::object, py::object> places() {
    constexpr auto most = static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max());
    Index largest = 0;
    for (const Index index : indices) largest = std::max(largest, index);
    if (largest <= most && indices.size() <= most)
      return {owned_array<std::int32_t>(std::vector<std::int32_t>(ends.begin(), ends.end())),
              owned_array<std::int32_t>(std::move(indices))};
    return {owned_array<std::int64_t>(std::move(ends)),
            owned_array<std::int64_t>(std::vector<std::int64_t>(indices.begin(), indices.end()))};
  }
};

// Makes a model without a learner: labels become numbers, rows have no bias.
Model model_of(const py::dict& keywords, std::optional<std::vector<std::string>> names) {
  Settings settings = settings_said(keywords);
  if (settings.pair("labels")) {
    throw py::type_error(fmt::format("labels={}; expected two words, of the negative and the positive class",
                                     std::string(py::repr(keywords["labels"]))));
  }
  Model model;
  model.configuration = configure(settings.set("bias", "no"));
  if (!names) return model;
  model.configuration.hash = 0;
  model.names = std::move(*names);
  return model;
}

}  // namespace

FileReader::FileReader(const std::vector<std::string>& files, const py::dict& keywords,
                       std::optional<std::vector<std::string>> names)
    : FileReader(files, settings_said(keywords), model_of(keywords, std::move(names))) {}

FileReader::FileReader(const std::vector<std::string>& files, const Settings& how, const Model& model)
    : names_(feature_names(model)),
      complaints_(on_error(how)),
      stream_(stream_settings(files, how, model), names_, complaints_) {}

py::object FileReader::next(std::uint64_t rows) {
  Columns columns;
  {
    const py::gil_scoped_release others_run;
    while (columns.labels.size() < rows) {
      const Block* block = stream_.next();
      if (block == nullptr) break;
      columns.add(block->rows);
    }
  }
  if (columns.labels.empty()) return py::none();
  auto [ends, indices] = columns.places();
  return py::make_tuple(ends, indices, owned_array<double>(std::move(columns.values)),
                        owned_array<double>(std::move(columns.labels)), owned_array<double>(std::move(columns.weights)));
}

}  // namespace tacit::python
