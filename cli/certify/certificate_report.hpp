// Writes a certificate: as a table for people, as one JSON object for programs.
#pragma once

#include <string>

#include "tacit/certify/certificate.hpp"

namespace tacit::cli {

struct CertificateReport {
  const Configuration& configuration;
  const Certificate& certificate;
  double gap;  // as asked for
};

std::string to_table(const CertificateReport& report);
std::string to_json(const CertificateReport& report);

}  // namespace tacit::cli
