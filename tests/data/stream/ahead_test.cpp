#include "data/stream/ahead.hpp"

#include <atomic>
#include <catch2/catch.hpp>
#include <chrono>
#include <stdexcept>
#include <string>
#include <vector>

namespace ahead_test {

using namespace tacit;

namespace {

void rest() { std::this_thread::sleep_for(std::chrono::milliseconds(5)); }

}  // namespace

TEST_CASE("things come in the order in which they are made") {
  int made = 0;
  Ahead<int> ahead([&](int& thing) { return (thing = ++made) <= 1000; }, [] {});
  for (int i = 1; i <= 1000; ++i) {
    const int* thing = ahead.next();
    REQUIRE(thing != nullptr);
    REQUIRE(*thing == i);
  }
  CHECK(ahead.next() == nullptr);
  CHECK(ahead.next() == nullptr);
}

TEST_CASE("a thing stays as it is until the next is asked for") {
  std::atomic<int> made = 0;
  Ahead<std::string> ahead(
      [&](std::string& thing) {
        thing = std::to_string(++made);
        return true;
      },
      [] {});
  for (int i = 1; i <= 20; ++i) {
    const std::string* thing = ahead.next();
    rest();
    REQUIRE(*thing == std::to_string(i));
    REQUIRE(made >= i);
    REQUIRE(made <= i + 4);  // few are made ahead
  }
}

TEST_CASE("only a few things are made and used again and again") {
  std::vector<const int*> places;
  Ahead<int> ahead([&](int&) { return true; }, [] {});
  for (int i = 0; i < 8; ++i) places.push_back(ahead.next());
  for (std::size_t i = 0; i < 4; ++i) CHECK(places[i] == places[i + 4]);
}

TEST_CASE("what making throws is thrown in its turn and then there is no more") {
  int made = 0;
  Ahead<int> ahead(
      [&](int& thing) {
        if (made == 3) throw std::runtime_error("the fourth");
        thing = ++made;
        return true;
      },
      [] {});
  rest();
  for (int i = 1; i <= 3; ++i) CHECK(*ahead.next() == i);
  CHECK_THROWS_WITH(ahead.next(), "the fourth");
  CHECK(ahead.next() == nullptr);
}

TEST_CASE("ending early does not wait for what nobody wants") {
  for (const int taken : {0, 1, 5}) {
    Ahead<int> ahead([](int&) { return true; }, [] {});
    for (int i = 0; i < taken; ++i) ahead.next();
  }
}

TEST_CASE("ending early ends the waiting of the maker") {
  std::mutex mutex;
  std::condition_variable changed;
  bool stopped = false;
  {
    Ahead<int> ahead(
        [&](int&) {
          std::unique_lock lock(mutex);
          changed.wait(lock, [&] { return stopped; });
          return false;
        },
        [&] {
          const std::lock_guard lock(mutex);
          stopped = true;
          changed.notify_all();
        });
    rest();
  }
  CHECK(stopped);
}

TEST_CASE("a failure that nobody asks for is forgotten") {
  const Ahead<int> ahead([](int&) -> bool { throw std::runtime_error("unheard"); }, [] {});
  rest();
}

}  // namespace ahead_test
