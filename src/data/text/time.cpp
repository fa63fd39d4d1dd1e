// Times as people and programs write them. Days are counted from 1970 in the proleptic Gregorian calendar.
#define XXH_INLINE_ALL
#include <xxhash.h>

#include <charconv>
#include <cmath>

#include "data/text/decimal.hpp"
#include "tacit/data/row_mark.hpp"

namespace tacit {

namespace {

constexpr std::int64_t ms_per_minute = 60'000;
constexpr std::int64_t ms_per_hour = 60 * ms_per_minute;
constexpr std::int64_t ms_per_day = 24 * ms_per_hour;

constexpr bool is_leap(int year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); }
constexpr int days_in(int year, int month) {
  constexpr int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  return month == 2 && is_leap(year) ? 29 : days[month - 1];
}

// Days before the year's first since the year 1 began; years from 1 on.
constexpr std::int64_t days_before_year(int year) {
  const std::int64_t past = year - 1;
  return 365 * past + past / 4 - past / 100 + past / 400;
}
constexpr std::int64_t first_day = days_before_year(1970);

constexpr std::int64_t day_of(int year, int month, int day) {
  std::int64_t days = days_before_year(year) - first_day + day - 1;
  for (int m = 1; m < month; ++m) days += days_in(year, m);
  return days;
}
constexpr std::int64_t earliest = day_of(1, 1, 1) * ms_per_day;
constexpr std::int64_t latest = day_of(9999, 12, 31) * ms_per_day + ms_per_day - 1;

bool is_date(int year, int month, int day) {
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= days_in(year, month);
}

// Reads from the left; every question moves on only where the answer is yes.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : rest_(text) {}

  bool at_end() const { return rest_.empty(); }
  bool next_is_digit() const { return !rest_.empty() && decimal::is_digit(rest_.front()); }
  bool take(char c) {
    if (!rest_.starts_with(c)) return false;
    rest_.remove_prefix(1);
    return true;
  }
  bool take_one_of(std::string_view characters) {
    if (rest_.empty() || characters.find(rest_.front()) == std::string_view::npos) return false;
    rest_.remove_prefix(1);
    return true;
  }
  // Exactly so many digits.
  bool number(std::size_t digits, int& value) {
    if (rest_.size() < digits) return false;
    value = 0;
    for (std::size_t i = 0; i < digits; ++i) {
      if (!decimal::is_digit(rest_[i])) return false;
      value = 10 * value + (rest_[i] - '0');
    }
    rest_.remove_prefix(digits);
    return true;
  }
  // A fraction of a second behind its point, in milliseconds; further digits are left out.
  bool fraction(int& milliseconds) {
    milliseconds = 0;
    if (!next_is_digit()) return false;
    for (int unit = 100; next_is_digit(); unit /= 10, rest_.remove_prefix(1)) milliseconds += unit * (rest_.front() - '0');
    return true;
  }

 private:
  std::string_view rest_;
};

struct Parts {
  int year = 0, month = 1, day = 1;
  int hour = 0, minute = 0, second = 0, millisecond = 0;
  int offset = 0;  // minutes
  bool has_hour = false;
};

// The offset of the clock: Z, +02:00, +0200 or +02.
bool read_offset(Scanner& text, Parts& parts) {
  if (text.take_one_of("Zz")) return true;
  const bool behind = text.take('-');
  if (!behind && !text.take('+')) return true;
  int hours = 0;
  int minutes = 0;
  if (!text.number(2, hours)) return false;
  if ((text.take(':') || text.next_is_digit()) && !text.number(2, minutes)) return false;
  if (hours > 23 || minutes > 59) return false;
  parts.offset = (behind ? -1 : 1) * (60 * hours + minutes);
  return true;
}

// `basic` texts have no colons.
bool read_clock(Scanner& text, bool basic, Parts& parts) {
  const auto parts_follow = [&] { return basic ? text.next_is_digit() : text.take(':'); };
  parts.has_hour = true;
  if (!text.number(2, parts.hour)) return false;
  if (parts_follow()) {
    if (!text.number(2, parts.minute)) return false;
    if (parts_follow()) {
      if (!text.number(2, parts.second)) return false;
      if (text.take_one_of(".,") && !text.fraction(parts.millisecond)) return false;
    }
  }
  const bool midnight = parts.hour == 24 && parts.minute == 0 && parts.second == 0 && parts.millisecond == 0;
  if ((parts.hour > 23 && !midnight) || parts.minute > 59 || parts.second > 60) return false;  // 60 is a leap second
  text.take(' ');
  return read_offset(text, parts);
}

std::optional<RowTime> time_of(const Parts& parts) {
  if (!is_date(parts.year, parts.month, parts.day)) return std::nullopt;
  const std::int64_t clock = day_of(parts.year, parts.month, parts.day) * ms_per_day + parts.hour * ms_per_hour +
                             parts.minute * ms_per_minute + parts.second * 1000LL + parts.millisecond;
  const std::int64_t instant = clock - parts.offset * ms_per_minute;
  if (clock > latest || instant < earliest || instant > latest) return std::nullopt;
  return RowTime{instant, parts.offset, parts.has_hour};
}

std::optional<RowTime> iso_time(std::string_view whole) {
  Scanner text(whole);
  Parts parts;
  if (!text.number(4, parts.year)) return std::nullopt;
  const bool basic = !text.take('-');
  if (!text.number(2, parts.month)) return std::nullopt;
  const bool month_alone = !basic && text.at_end();
  if (!month_alone && ((!basic && !text.take('-')) || !text.number(2, parts.day))) return std::nullopt;
  if (text.take_one_of("Tt ") && !read_clock(text, basic, parts)) return std::nullopt;
  return text.at_end() ? time_of(parts) : std::nullopt;
}

// Eight digits that are a date of our times; numbers of seconds with eight digits lie within three years of 1970.
std::optional<RowTime> digits_of_date(std::string_view text) {
  int year = 0;
  if (text.size() != 8 || !Scanner(text).number(4, year) || year < 1900 || year > 2099) return std::nullopt;
  return iso_time(text);
}

// The unit of a number since 1970 by its size: seconds reach to the year 5138, where milliseconds begin in 1973.
std::optional<RowTime> epoch_time(std::string_view text) {
  constexpr double most_seconds = 1e11;
  constexpr double most_milliseconds = 1e14;
  constexpr double most_microseconds = 1e17;
  double number = 0;
  if (text.empty() || parse_decimal(text.data(), text.data() + text.size(), number) != text.data() + text.size())
    return std::nullopt;
  const double size = std::fabs(number);
  const double milliseconds = size < most_seconds        ? number * 1000
                              : size < most_milliseconds ? number
                              : size < most_microseconds ? number / 1000
                                                         : number / 1'000'000;
  if (!(milliseconds >= static_cast<double>(earliest) && milliseconds <= static_cast<double>(latest))) return std::nullopt;
  return RowTime{static_cast<std::int64_t>(std::floor(milliseconds + 0.5)), 0, true};
}

std::int64_t floor_divided(std::int64_t number, std::int64_t by) { return number / by - (number % by < 0 ? 1 : 0); }

}  // namespace

std::optional<RowTime> parse_time(std::string_view text) {
  if (const auto date = digits_of_date(text)) return date;
  if (const auto epoch = epoch_time(text)) return epoch;
  return iso_time(text);
}

CalendarTime calendar(const RowTime& time) {
  const std::int64_t clock = time.instant + time.offset * ms_per_minute;
  const std::int64_t day = floor_divided(clock, ms_per_day);
  CalendarTime parts;
  parts.hour = static_cast<int>((clock - day * ms_per_day) / ms_per_hour);
  constexpr std::int64_t thursday = 3;  // 1970-01-01
  parts.weekday = static_cast<int>(((day + thursday) % 7 + 7) % 7);
  auto year = static_cast<int>((day + first_day) / 366 + 1);  // never too late
  while (year < 9999 && days_before_year(year + 1) - first_day <= day) ++year;
  std::int64_t left = day - (days_before_year(year) - first_day);
  for (parts.month = 1; parts.month < 12 && left >= days_in(year, parts.month); ++parts.month) left -= days_in(year, parts.month);
  return parts;
}

std::uint64_t group_key(std::string_view name) { return XXH3_64bits(name.data(), name.size()); }

}  // namespace tacit
