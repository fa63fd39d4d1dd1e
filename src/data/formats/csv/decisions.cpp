#include "data/formats/csv/decisions.hpp"

#include <fmt/format.h>

#include <string>

#include "tacit/core/legible.hpp"

namespace tacit::csv {

namespace {

// A list of columns for a note, not too long.
struct Listed {
  static constexpr std::size_t most = 5;

  std::string names{};
  std::size_t count = 0;

  void add(const Column& column) {
    if (++count <= most) names += (count == 1 ? "" : ", ") + shown(column.written);
  }
  std::string subject(std::string_view one, std::string_view several) const {
    const std::string more = count > most ? fmt::format(" and {} more", count - most) : "";
    return fmt::format("column{} {}{} {}", count == 1 ? "" : "s", names, more, count == 1 ? one : several);
  }
};

}  // namespace

void keep_decisions(Table& table, ColumnsSeen& seen, const ParserContext& context, std::uint64_t line) {
  Listed texts;
  Listed times;
  for (const auto& [column, kind] : table.decisions) {
    const Column& decided = table.columns[column];
    const bool is_time = kind == Kind::ignored;
    const bool is_text = kind == Kind::text;
    const auto content = is_time ? ColumnContent::times : is_text ? ColumnContent::text : ColumnContent::numbers;
    seen.decide(decided.name, {content, context.name, line});
    if (is_time) times.add(decided);
    if (is_text) texts.add(decided);
  }
  if (texts.count > 0) {
    context.complaints->note(say(fmt::format("{} taken as categories, since {}:{} has text there; to say that this is meant: ",
                                             texts.subject("is", "are"), context.name, line),
                                 mention("categorical")));
  }
  if (times.count > 0) {
    context.complaints->note(say(fmt::format("{} times too and {} left out; to say that this is meant: ",
                                             times.subject("holds", "hold"), times.count == 1 ? "is" : "are"),
                                 mention("ignore")));
  }
  table.decisions.clear();
}

}  // namespace tacit::csv
