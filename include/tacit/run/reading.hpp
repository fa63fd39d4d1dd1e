// Settings of reading: those given now, and those that the model remembers.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tacit/data/complaints.hpp"
#include "tacit/data/example_stream.hpp"
#include "tacit/run/model.hpp"
#include "tacit/run/settings.hpp"

namespace tacit {

// What the rows are for. A run that learns puts in what is missing itself; a study of rows finds it put in. Predictions need no
// labels unless they are measured against them, and teach the model no new features.
enum class ReadingUse { learning, study, prediction, measuring };

// Throws SettingError where settings contradict each other or the model, or mean nothing for the format.
StreamSettings stream_settings(std::vector<std::string> files, const Settings& how, const Model& model,
                               ReadingUse use = ReadingUse::learning);

OnError on_error(const Settings& how);

// Makes the model remember the means that a stream has put in.
void keep_means(const MissingValues& means, Model& model);

// Returns what the settings say about columns, and what the model says where they say nothing.
ColumnChoice column_choice(const Settings& how, const Model& model);

// Throws SettingError for settings of time and lags, which this command has no use for.
void refuse_making(const Settings& settings, std::string_view command);

// Notes columns that the model took for something else, or did not ignore, in the examples it has learned from.
void note_other_columns(const Settings& how, const Model& model, Complaints& complaints, ReadingUse use = ReadingUse::learning);

// The names of features as the configuration has them, hashed or in a dictionary that begins with these; closed, it learns no new
// ones.
FeatureNames feature_names(const Configuration& configuration, std::vector<std::string> dictionary, bool closed = false);
// Those of a model's features, to go on with.
FeatureNames feature_names(const Model& model, bool closed = false);

}  // namespace tacit
