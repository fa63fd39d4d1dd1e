#include "cli/input/input.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/input/resolve_input.hpp"
#include "cli/options/wording.hpp"
#include "cli/output/log.hpp"
#include "cli/output/tell.hpp"
#include "tacit/data/byte_source.hpp"

namespace tacit::cli {

Input::Input(const std::vector<std::string>& files, const Settings& settings, const Model& model, ReadingUse use)
    : settings_(settings),
      columns_(kept(column_choice(settings, model))),
      names_(feature_names(model, use == ReadingUse::prediction || use == ReadingUse::measuring)),
      complaints_(on_error(settings)),
      stream_(stream_settings(resolve_inputs(files), settings, model, use), names_, complaints_) {
  note_other_columns(settings, model, complaints_, use);
}

void Input::report() const { report_reading(complaints_, &names_, settings_); }

void print_note(const Message& note) { log("note", "tacit: note: ", note.in(in_flags)); }

void report_reading(const Complaints& complaints, const FeatureNames* names, const Settings& settings, std::uint64_t most) {
  for (const Message& note : complaints.notes()) print_note(note);
  const auto bits = settings.count("hash");
  // Crosses are cut to as many bits, whatever their features are called.
  if (bits && !settings.has("cache") && !settings.has("cross") && (names == nullptr || names->hashed().bits == 0))
    print_note(say(mention("hash", fmt::format("{}", *bits)), " changes nothing: no name had to be hashed"));
  if (names != nullptr && names->collisions() > 0) {
    print_note(say(fmt::format("{} of {} indices are shared by several names; ", names->collisions(), names->size()),
                   mention("hash"), " with more bits, or ", mention("dictionary"), ", separates them"));
  }
  const std::uint64_t skipped = std::min(complaints.count(), most);
  if (skipped == 0) return;
  auto first = complaints.first();
  if (first.size() > skipped) first.resize(skipped);
  if (log_form() == LogForm::json) {
    auto list = nlohmann::ordered_json::array();
    for (const Message& complaint : first) list.push_back(complaint.in(in_flags));
    return log("bad_rows", "", {{"skipped", skipped}, {"first", std::move(list)}});
  }
  tell("tacit: {} bad row{} skipped{}\n", skipped, skipped == 1 ? "" : "s",
       skipped > first.size() ? ", the first of them:" : ":");
  for (const Message& complaint : first) tell("  {}\n", complaint.in(in_flags));
}

bool can_be_read_twice(const std::vector<std::string>& files) {
  return !files.empty() &&
         std::ranges::all_of(files, [](const std::string& file) { return tacit::can_be_read_twice(resolve_input(file)); });
}

}  // namespace tacit::cli
