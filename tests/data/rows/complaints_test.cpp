#include "tacit/data/complaints.hpp"

#include <catch2/catch.hpp>
#include <thread>

#include "data/plain.hpp"
#include "tacit/data/data_error.hpp"

namespace complaints_test {

using namespace tacit;

TEST_CASE("the first complaint ends the run unless bad rows are skipped") {
  Complaints complaints;
  CHECK_THROWS_AS(complaints.add({"a.svm", 3, 7}, "odd"), DataError);
  CHECK_THROWS_WITH(complaints.add({"a.svm", 3, 7}, "odd"), "a.svm:3:7: odd");
  CHECK_THROWS_WITH(complaints.add({"a.svm", 3, 0}, "odd"), "a.svm:3: odd");
  CHECK(complaints.count() == 0);
}

TEST_CASE("skipped rows are counted and the first few remembered") {
  Complaints complaints(OnError::skip);
  for (std::uint64_t line = 1; line <= 9; ++line) complaints.add({"a", line, 1}, "odd");
  CHECK(complaints.count() == 9);
  CHECK(plain(complaints.first()) ==
        std::vector<std::string>{"a:1:1: odd", "a:2:1: odd", "a:3:1: odd", "a:4:1: odd", "a:5:1: odd"});
}

TEST_CASE("a note is remembered once") {
  Complaints complaints;
  for (const char* note : {"x", "y", "x"}) complaints.note(note);
  CHECK(plain(complaints.notes()) == std::vector<std::string>{"x", "y"});
  CHECK(complaints.count() == 0);
}

TEST_CASE("two threads may complain at once") {
  Complaints complaints(OnError::skip);
  const auto complain = [&] {
    for (std::uint64_t line = 1; line <= 1000; ++line) {
      complaints.add({"a", line, 0}, "odd");
      complaints.note("y");
    }
  };
  std::thread other(complain);
  complain();
  other.join();
  CHECK(complaints.count() == 2000);
  CHECK(complaints.notes().size() == 1);
}

}  // namespace complaints_test
