// Any lines are refused with messages or give rows of finite numbers in increasing order; a line that is taken is JSON to another
// reader too.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "data/formats/jsonl/parser.hpp"
#include "tacit/data/data_error.hpp"
#include "tacit/data/missing.hpp"

namespace {

// A missing number has one of two marks, and its rows say that they may have some.
bool is_noted_mark(const tacit::Dataset& rows, double value) { return rows.has_missing() && tacit::is_written_mark(value); }

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  tacit::Complaints complaints(tacit::OnError::skip);
  tacit::FeatureNames names(std::vector<std::string>{});
  tacit::JsonLinesParser parser({"fuzz", true, size % 2 == 0, &complaints, &names},
                                {.id_field = size % 3 == 0 ? std::optional<std::string>("id") : std::nullopt,
                                 .missing_words = size % 5 == 0 ? std::vector<std::string>{"-", ""} : std::vector<std::string>{},
                                 .time_field = size % 5 == 0 ? std::optional<std::string>("time") : std::nullopt,
                                 .group_field = size % 7 == 0 ? std::optional<std::string>("group") : std::nullopt});
  tacit::Dataset rows;
  std::uint64_t number = 1;
  for (std::size_t begin = 0; begin < size; ++number) {
    const std::size_t end = std::min(text.find('\n', begin), size - 1) + 1;
    const std::string line = text.substr(begin, end - begin);
    std::string block = line;
    block.append(tacit::TextBlock::padding, '7');
    const std::size_t before = rows.size();
    parser.parse({std::string_view(block).substr(0, line.size()), number}, rows);
    if (rows.size() > before) {
      if (rows.size() != before + 1 || rows.line(before) != number) std::abort();
      const auto object = nlohmann::json::parse(line, nullptr, false);
      if (!object.is_object()) std::abort();
      const std::string id(rows.id(before));
      if (std::ranges::any_of(id, [](char c) { return (c >= 0 && c < ' ') || c == '\x7f'; })) std::abort();
      const bool given = size % 3 == 0 && object.contains("id") && object["id"].is_string();
      if (given && object["id"].get<std::string>() != id) std::abort();
      if (!id.empty() && !given && !object["id"].is_number() && object["id"].dump() != id) std::abort();
    }
    begin = end;
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const tacit::Row row = rows.row(i);
    if (rows.mark(i).has_time != (size % 5 == 0) || rows.mark(i).has_group != (size % 7 == 0)) std::abort();
    if (!std::isfinite(rows.label(i)) || !(rows[i].weight >= 0)) std::abort();
    for (std::size_t k = 0; k < row.size; ++k) {
      if (!(std::isfinite(row.value[k]) || is_noted_mark(rows, row.value[k])) || row.value[k] == 0 ||
          (k > 0 && row.index[k] <= row.index[k - 1]))
        std::abort();
    }
  }
  return 0;
}
