#include "cli/output/tree_json.hpp"

#include <nlohmann/json.hpp>

#include "cli/options/wording.hpp"

namespace tacit::cli {

namespace {

struct TreeWriter {
  using Json = nlohmann::ordered_json;

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

nlohmann::ordered_json to_json(const Tree::Object& tree) { return TreeWriter{}(tree); }

}  // namespace tacit::cli
