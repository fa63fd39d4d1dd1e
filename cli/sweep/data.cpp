#include "cli/sweep/data.hpp"

#include "cli/input/input.hpp"
#include "tacit/data/data_error.hpp"

namespace tacit::cli {

SweepData load_sweep_data(const std::string& file, const Settings& settings, const KnownDataset* known) {
  Model model;
  model.configuration = sweep_configuration(settings, known);
  Input input({file}, settings, model, ReadingUse::study);
  Dataset rows;
  std::vector<std::string> class_names = model.configuration.classes.names;
  while (const Block* block = input.stream().next()) {
    for (std::size_t i = 0; i < block->rows.size(); ++i) rows.append(block->rows[i], block->rows.line(i));
    class_names.insert(class_names.end(), block->classes.begin(), block->classes.end());
  }
  input.report();
  if (rows.empty()) throw DataError(input.no_examples());
  SweepData data = sweep_data(std::move(rows), settings, known, std::move(class_names));
  for (const Message& note : data.notes) print_note(say(file, ": ", note));
  return data;
}

}  // namespace tacit::cli
