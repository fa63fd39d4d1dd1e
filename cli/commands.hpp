// The commands. Each runs to the end or throws UsageError, SettingError, DataError or std::invalid_argument.
#pragma once

#include "cli/certify/options.hpp"
#include "cli/convert/options.hpp"
#include "cli/data/options.hpp"
#include "cli/generate/options.hpp"
#include "cli/inspect/options.hpp"
#include "cli/predict/options.hpp"
#include "cli/reproduce/options.hpp"
#include "cli/shrink/options.hpp"
#include "cli/sweep/options.hpp"
#include "cli/train/options.hpp"

namespace tacit::cli {

void train(const TrainOptions& options);
void predict(const PredictOptions& options);
void convert(const ConvertOptions& options);
void inspect(const InspectOptions& options);
void shrink(const ShrinkOptions& options);
void sweep(const SweepOptions& options);
void reproduce(const ReproduceOptions& options);
void certify(const CertifyOptions& options);
void generate(const GenerateOptions& options);
void data(const DatasetOptions& options);

}  // namespace tacit::cli
