#include <nlohmann/json.hpp>

#include "cli/certify/certificate_report.hpp"
#include "cli/output/tree_json.hpp"
#include "tacit/certify/certificate_tree.hpp"

namespace tacit::cli {

std::string to_json(const CertificateReport& report) {
  const auto& [configuration, certificate, gap] = report;
  auto json = to_json(certificate_tree(configuration, certificate, gap));
  json.update(to_json(seconds_tree(certificate.seconds)));
  return json.dump();
}

}  // namespace tacit::cli
