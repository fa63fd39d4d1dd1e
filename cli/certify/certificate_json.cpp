#include <nlohmann/json.hpp>

#include "cli/certify/certificate_report.hpp"
#include "cli/options/wording.hpp"
#include "tacit/certify/certificate_tree.hpp"

namespace tacit::cli {

namespace {

using Json = nlohmann::ordered_json;

struct Writer {
  Json operator()(std::monostate) const { return {}; }
  Json operator()(const Message& message) const { return message.in(in_flags); }
  Json operator()(const Tree::List& list) const {
    Json json = Json::array();
    for (const Tree& tree : list) json.push_back(std::visit(*this, tree.value()));
    return json;
  }
  Json operator()(const Tree::Object& object) const {
    Json json = Json::object();
    for (const auto& [name, tree] : object) json[name] = std::visit(*this, tree.value());
    return json;
  }
  template <class Plain>
  Json operator()(const Plain& plain) const {
    return plain;
  }
};

}  // namespace

std::string to_json(const CertificateReport& report) {
  const auto& [configuration, certificate, gap] = report;
  Json json = Writer{}(certificate_tree(configuration, certificate, gap));
  json.update(Writer{}(seconds_tree(certificate.seconds)));
  return json.dump();
}

}  // namespace tacit::cli
