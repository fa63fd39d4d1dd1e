#include "run/contents_json.hpp"

#include <array>
#include <string>
#include <utility>

#include "tacit/core/legible.hpp"

namespace tacit {

namespace {

constexpr std::array all_contents{ColumnContent::numbers, ColumnContent::text, ColumnContent::times};

}  // namespace

void write_contents(const ColumnContents& contents, JsonWriter& json) {
  json.begin_object();
  for (const ColumnContent content : all_contents) {
    bool begun = false;
    for (const auto& [column, held] : contents) {
      if (held != content) continue;
      if (!begun) json.key(name_of(content));
      if (!begun) json.begin_list();
      begun = true;
      json.text(column);
    }
    if (begun) json.end_list();
  }
  json.end_object();
}

ColumnContents contents_from_json(const Fields& fields) {
  fields.allow(column_content_names);
  ColumnContents contents;
  for (const ColumnContent content : all_contents) {
    for (std::string& column : fields.texts(name_of(content))) {
      const auto [place, is_new] = contents.emplace(std::move(column), content);
      if (!is_new) fields.fail("'{}' is there twice; expected each column once", brief(place->first));
    }
  }
  return contents;
}

}  // namespace tacit
