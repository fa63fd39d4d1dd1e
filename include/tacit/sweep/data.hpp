// Data sets as sweeps take them: in memory, scaled, with the loss that fits their labels.
//
// The loss is the one that the settings say; else that of a known data set; else the paper's: hinge for two classes, absolute for
// numbers. Labels -1/+1 and 0/1 are taken for classes, and so are those that the settings name; a list of classes means softmax.
//
//     Model model;
//     model.configuration = sweep_configuration(settings);
//     ... rows, read for that model ...
//     SweepData data = sweep_data(std::move(rows), settings, known, names);
#pragma once

#include <string>

#include "tacit/data/dataset.hpp"
#include "tacit/data/registry.hpp"
#include "tacit/run/settings.hpp"
#include "tacit/sweep/run.hpp"

namespace tacit {

// What results call a file: its name without the endings or, where it is no file but a known data set, the name of that.
std::string dataset_name(const std::string& file);

// Throws SettingError if the settings say what no sweep does, whatever the data.
void require_sweepable(const Settings& settings);

// The configuration with which rows are read: without a scale, and with labels as they are unless the loss is decided. Throws
// SettingError.
Configuration sweep_configuration(const Settings& settings, const KnownDataset* known = nullptr);

// The rows were read with sweep_configuration; the names are those of their classes, where there are several. The data's notes
// tell what a user may have meant otherwise.
SweepData sweep_data(Dataset rows, const Settings& settings, const KnownDataset* known = nullptr,
                     std::vector<std::string> class_names = {});

}  // namespace tacit
