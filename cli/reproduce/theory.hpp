// The streams that show the theorems, and what their runs have in common.
#pragma once

#include "cli/report/report.hpp"
#include "tacit/certify/certificate.hpp"
#include "tacit/data/dataset.hpp"
#include "tacit/data/generate.hpp"
#include "tacit/learners/configuration.hpp"

namespace tacit::cli {

inline constexpr const char* theory_section = "Theory";

Dataset generated(const char* kind, const GeneratorParameters& parameters);

// The absolute loss on a ball, without a bias.
Configuration absolute_loss(const char* learner, double radius, double beta);

// Throws std::logic_error if a bound of the certificate does not hold.
Certificate checked_certificate(const Dataset& rows, const Configuration& configuration);

void print(const Table& table);

// Each adds its figures and tables to the report and prints what it found.
void show_variability(Report& report);
void show_rounds(Report& report);
void show_lower_bound(Report& report);
void show_fixed_loss(Report& report);

}  // namespace tacit::cli
