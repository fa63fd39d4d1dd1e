#include <fmt/format.h>
#include <rapidcheck.h>
#include <catch2/catch.hpp>

#include <chrono>

#include "tacit/data/row_mark.hpp"

namespace time_test {

using namespace tacit;

namespace {

std::int64_t instant(std::string_view text) {
  const auto time = parse_time(text);
  INFO(text);
  REQUIRE(time);
  return time->instant;
}

// A calendar of the standard library's, which walks days another way.
std::int64_t slow_instant(int year, unsigned month, unsigned day, int hour, int minute, int second) {
  using namespace std::chrono;
  const sys_days date = std::chrono::year(year) / std::chrono::month(month) / std::chrono::day(day);
  return duration_cast<milliseconds>(date.time_since_epoch() + hours(hour) + minutes(minute) + seconds(second)).count();
}

}  // namespace

TEST_CASE("times of every form that is understood mean the same instant") {
  constexpr std::int64_t noon = 1'711'886'400'000;  // 2024-03-31T12:00:00Z
  for (const char* text :
       {"2024-03-31T12:00:00", "2024-03-31T12:00:00Z", "2024-03-31 12:00", "2024-03-31T12", "2024-03-31T14:00:00+02:00",
        "2024-03-31 14:00:00 +0200", "2024-03-31T07:00-05", "20240331T120000Z", "2024-03-31t12:00:00.000z", "1711886400",
        "1711886400.0", "1711886400000", "1711886400000000", "1711886400000000000", "2024-03-31T17:30+05:30"}) {
    INFO(text);
    CHECK(instant(text) == noon);
  }
  CHECK(instant("2024-03-31T12:00:00.25") == noon + 250);
  CHECK(instant("2024-03-31T12:00:00,2509") == noon + 250);
  CHECK(instant("2024-03-30T24:00") == noon - 12 * 3'600'000);
  CHECK(instant("2024-03-31") == noon - 12 * 3'600'000);
  CHECK(instant("20240331") == noon - 12 * 3'600'000);
  CHECK(instant("2024-03") == instant("2024-03-01"));
  CHECK(instant("0") == 0);
  CHECK(instant("-86400") == -86'400'000);
  CHECK(!parse_time("2024-03-31")->has_hour);
  CHECK(parse_time("2024-03-31T00")->has_hour);
}

TEST_CASE("the hour is that of the clock as written, whatever its offset") {
  CHECK(calendar(*parse_time("2024-03-31T14:30+02:00")).hour == 14);
  CHECK(calendar(*parse_time("2024-03-31T12:30Z")).hour == 12);
  const CalendarTime late = calendar(*parse_time("2023-12-31T23:30-08:00"));
  CHECK((late.hour == 23 && late.month == 12 && late.weekday == 6));
  const CalendarTime before = calendar(*parse_time("1969-12-31T23:59"));
  CHECK((before.hour == 23 && before.month == 12 && before.weekday == 2));
}

TEST_CASE("what is no time is refused") {
  for (const char* text : {"",
                           " ",
                           "x",
                           "2024-13-01",
                           "2024-00-01",
                           "2023-02-29",
                           "2024-02-30",
                           "2024-03-31T25:00",
                           "2024-03-31T24:01",
                           "2024-03-31T12:60",
                           "2024-03-31T12:00:61",
                           "2024-03-31T",
                           "2024-03-31T12:",
                           "2024-03-31T12:00+25:00",
                           "2024-03-31T12:00+2",
                           "31.03.2024",
                           "03/31/2024",
                           "2024-3-1",
                           "0000-01-01",
                           "nan",
                           "inf",
                           "1e300",
                           "2024-03-31T12:00:00.",
                           "12:00",
                           "2024-03-31T12:00:00Zx",
                           "2024-03-31x",
                           "--1",
                           "0001-01-01T00:00+01:00",
                           "9999-12-31T24:00"}) {
    INFO(text);
    CHECK(!parse_time(text));
  }
}

TEST_CASE("times agree with the standard library's calendar") {
  rc::check([] {
    const int year = *rc::gen::inRange(1, 10000);
    const auto month = *rc::gen::inRange(1U, 13U);
    const auto day = *rc::gen::inRange(1U, 32U);
    const int hour = *rc::gen::inRange(0, 24);
    const int minute = *rc::gen::inRange(0, 60);
    const int second = *rc::gen::inRange(0, 60);
    const int offset = *rc::gen::inRange(-720, 721);
    const auto text = fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}{}{:02}:{:02}", year, month, day, hour, minute, second,
                                  offset < 0 ? '-' : '+', std::abs(offset) / 60, std::abs(offset) % 60);
    const std::chrono::year_month_day date{std::chrono::year(year), std::chrono::month(month), std::chrono::day(day)};
    const std::int64_t expected = slow_instant(year, month, day, hour, minute, second) - offset * 60'000LL;
    const bool within = expected >= slow_instant(1, 1, 1, 0, 0, 0) && expected <= slow_instant(9999, 12, 31, 23, 59, 59) + 999;
    const auto time = parse_time(text);
    RC_ASSERT(time.has_value() == (date.ok() && within));
    if (!time) return;
    RC_ASSERT(time->instant == expected);
    const CalendarTime parts = calendar(*time);
    RC_ASSERT(parts.hour == hour && parts.month == static_cast<int>(month));
    const std::chrono::weekday weekday{std::chrono::sys_days(date)};
    RC_ASSERT(parts.weekday == static_cast<int>(weekday.iso_encoding()) - 1);
  });
}

TEST_CASE("no text makes reading a time fail badly") {
  rc::check([](const std::string& text) {
    const auto time = parse_time(text);
    if (time) RC_ASSERT(calendar(*time).month >= 1 && calendar(*time).month <= 12);
  });
}

}  // namespace time_test
