#include "data/formats/libsvm/parser.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <limits>

#include "data/formats/line_scanner.hpp"
#include "data/text/quick_decimal.hpp"

namespace tacit {

namespace {

// Reads a finite number that is not plain; null if there is none.
const char* exact_decimal(const char* at, const char* end, double& value) {
  const auto [stop, error] = std::from_chars(at, end, value);
  return error == std::errc{} && std::isfinite(value) ? stop : nullptr;
}

const char* decimal(const char* at, const char* end, double& value) {
  const char* stop = quick_decimal(at, value);
  // Behind a plain number that goes on, as 1e5 does, there is neither blank nor line end.
  if (stop != nullptr && static_cast<unsigned char>(*stop) <= ' ') return stop;
  return exact_decimal(at, end, value);
}

// Reads one plain line at `at` into `room` and returns the place of its line end; null if it needs care. A line end is certain to
// come.
const char* quick_row(const char* at, const char* end, Dataset::Room room, std::size_t& count, double& label) {
  if (*at == '+' && at[1] != '-') ++at;
  at = decimal(at, end, label);
  if (at == nullptr) return nullptr;
  std::uint64_t previous = 0;
  while (*at == ' ') {
    ++at;
    std::uint64_t index = static_cast<unsigned>(static_cast<unsigned char>(*at)) - '0';
    if (index > 9) break;  // a blank at the end, or trouble
    const char* const digits = at++;
    for (unsigned digit = static_cast<unsigned char>(*at) - unsigned{'0'}; digit < 10;
         digit = static_cast<unsigned char>(*at) - unsigned{'0'}) {
      index = index * 10 + digit;
      ++at;
    }
    // Many digits may wrap around to a small number.
    if (*at != ':' || index <= previous || index > std::numeric_limits<Index>::max() || at - digits > 10) return nullptr;
    previous = index;
    double value = 0;
    at = decimal(at + 1, end, value);
    if (at == nullptr) return nullptr;
    room.index[count] = static_cast<Index>(index);
    room.value[count] = value;
    count += value != 0 ? 1 : 0;
  }
  return *at == '\n' ? at : nullptr;
}

class Words : public LineScanner {
 public:
  using LineScanner::LineScanner;

  Index index() {
    const std::string_view whole = word();
    const std::string_view digits = word(":");
    std::uint64_t value = 0;
    const auto [stop, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error == std::errc::invalid_argument || stop != digits.data() + digits.size() || digits.size() == whole.size())
      fail("found {}; expected index:value", found(whole));
    if (error != std::errc{} || value > std::numeric_limits<Index>::max())
      fail("index {} is too large; indices go up to {}", digits.substr(0, 40), std::numeric_limits<Index>::max());
    if (value == 0) fail("index 0; indices start from 1");
    if (value == previous_) fail("index {} repeated; indices must increase", value);
    if (value < previous_) fail("index {} after {}; indices must increase", value, previous_);
    previous_ = value;
    skip(digits.size() + 1);
    return static_cast<Index>(value);
  }
  void query_number() {
    const std::string_view digits = word();
    if (digits.empty() || !std::ranges::all_of(digits, decimal::is_digit))
      fail("found {}; expected a query number, which is a whole one", digits.empty() ? next() : found(digits));
    skip(digits.size());
  }

 private:
  std::uint64_t previous_ = 0;
};

}  // namespace

// Puts the number of its class in place of a label that is one; false if the line, which begins here, needs care. A label of many
// digits may have been rounded to a whole number.
bool LibsvmParser::number_label(const char* line, double& label) const {
  constexpr std::size_t exact = 16;
  if (context_.classes == nullptr) return true;
  std::size_t length = 0;
  while (length <= exact && static_cast<unsigned char>(line[length]) > ' ') ++length;
  const auto found = length <= exact ? context_.classes->find(label) : std::nullopt;
  if (found) label = *found;
  return found.has_value();
}

void LibsvmParser::parse(TextBlock block, Dataset& rows) {
  const char* at = block.text.data();
  const char* const end = at + block.text.size();
  std::uint64_t line = block.line;
  const bool bias = context_.bias;
  // A feature takes four bytes or more, a line two.
  const auto most_features = [&] { return static_cast<std::size_t>(end - at) / 4 * 3 + 4; };
  const bool quick = block.text.ends_with('\n') && !context_.words && context_.crosses == nullptr;
  Dataset::Room room = rows.room(most_features());
  for (; at < end; ++line) {
    std::size_t count = 0;
    if (bias) {
      room.index[0] = 0;
      room.value[0] = 1.0;
      count = 1;
    }
    double label = 0;
    const char* const stop_of_row = quick ? quick_row(at, end, room, count, label) : nullptr;
    if (const char* stop = stop_of_row != nullptr && number_label(at, label) ? stop_of_row : nullptr) {
      rows.append_row(count, label, 1, line);
      at = stop + 1;
      if (const auto fault = context_.refuse_last(rows)) {
        context_.complaints->add({context_.name, line, 0}, *fault);
        continue;
      }
      room.index += count;
      room.value += count;
      continue;
    }
    const auto* stop = static_cast<const char*>(std::memchr(at, '\n', static_cast<std::size_t>(end - at)));
    if (stop == nullptr) stop = end;
    parse_with_care({at, static_cast<std::size_t>(stop - at)}, line, rows);
    at = stop < end ? stop + 1 : end;
    room = rows.room(most_features());
  }
}

// A feature is called by its number.
void LibsvmParser::cross_last(Dataset& rows) {
  const Row row = rows.row(rows.size() - 1);
  maker_.clear();
  for (std::size_t k = 0; k < row.size; ++k) {
    if (row.index[k] != 0) maker_.add(row.index[k], row.value[k], context_.crosses->parts_of(std::to_string(row.index[k])));
  }
  if (!maker_.append_named(*context_.crosses, rows)) throw Fault{0, maker_.fault()};
}

void LibsvmParser::parse_with_care(std::string_view line, std::uint64_t number, Dataset& rows) {
  line = line.substr(0, line.find('#'));
  if (line.ends_with('\r')) line.remove_suffix(1);
  Words words(line);
  words.skip_blanks();
  if (words.at_end()) return;
  const std::size_t before = rows.size();
  try {
    const bool without_label = words.word().find(':') != std::string_view::npos;
    if (without_label && context_.labelled && context_.classes != nullptr)
      words.fail(
          "the row begins with the feature {}; expected the label of a class before it, as rows without one are for predict",
          Words::found(words.word()));
    const bool unlabelled = !context_.labelled && without_label;
    rows.begin_row(unlabelled                    ? context_.absent_label
                   : context_.labels_are_words() ? words.label(context_)
                                                 : words.number("a label", "", line.find(':') != line.npos),
                   1, number);
    if (context_.bias) rows.push(0, 1.0);
    words.skip_blanks();
    if (words.take("qid:")) {
      words.query_number();
      context_.complaints->note("qid: query numbers are ignored; each line is an example of its own");
    }
    for (words.skip_blanks(); !words.at_end(); words.skip_blanks()) {
      if (words.word().starts_with("qid:"))
        words.fail("found {}; expected a query number once and before all features", Words::found(words.word()));
      const Index index = words.index();
      const double value = words.number("a value");
      if (value != 0) rows.push(index, value);
    }
    if (context_.crosses != nullptr) cross_last(rows);
    if (const auto fault = context_.refuse_last(rows)) throw Fault{0, *fault};
  } catch (const Fault& fault) {
    rows.truncate(before);  // nothing of a bad line stays
    context_.complaints->add({context_.name, number, fault.column}, fault.what);
  }
}

}  // namespace tacit
