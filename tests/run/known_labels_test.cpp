#include "tacit/run/known_labels.hpp"

#include <catch2/catch.hpp>

#include "scratch.hpp"
#include "tacit/data/data_error.hpp"
#include "tacit/run/configure.hpp"
#include "tacit/run/session.hpp"

namespace known_labels_test {

using namespace tacit;

namespace {

using Labels = std::optional<std::pair<double, double>>;

struct Sets {
  Scratch scratch;
  std::vector<std::filesystem::path> folders{scratch.path("")};

  Sets() {
    scratch.write("covtype.binary", "1 1:1\n2 2:1\n");
    scratch.write("skin_nonskin", "1 1:1\n2 2:1\n");
    scratch.write("a9a", "-1 1:1\n1 2:1\n");
  }
  Labels of(const Settings& settings, const std::vector<std::string>& files) const {
    return with_known_labels(settings, configure(settings), files, folders).pair("labels");
  }
};

}  // namespace

TEST_CASE("data sets that have a name tell their labels to a run of two classes") {
  const Sets sets;
  CHECK(sets.of({{"loss", "hinge"}}, {"covtype"}) == std::pair(1.0, 2.0));
  CHECK(sets.of({{"loss", "hinge"}}, {"covtype", "skin"}) == std::pair(1.0, 2.0));
  CHECK(sets.of({{"loss", "hinge"}, {"labels", "2,1"}}, {"covtype"}) == std::pair(2.0, 1.0));
  CHECK(sets.of({{"loss", "square"}}, {"covtype"}) == std::nullopt);
  CHECK(sets.of({{"loss", "hinge"}}, {"a9a"}) == std::nullopt);
  CHECK(sets.of({{"loss", "hinge"}}, {"covtype", "a9a"}) == std::nullopt);
  CHECK(sets.of({{"loss", "hinge"}}, {sets.scratch.path("covtype.binary")}) == std::nullopt);
  const Settings hinge{{"loss", "hinge"}};
  CHECK_THROWS_AS(with_known_labels(hinge, configure(hinge), std::vector<std::string>{"covtype"}, {}), DataError);
}

TEST_CASE("a session that knows no labels takes those that are said of its files, and keeps them if it has learned from them") {
  const Sets sets;
  const std::string file = sets.scratch.path("covtype.binary");
  const Settings how{{"labels", "1,2"}};
  Session session({{"loss", "hinge"}});
  CHECK_THROWS_AS(session.learn_files({file, sets.scratch.write("bad.svm", "3 1:1\n")}, how), DataError);
  CHECK(session.labels() == std::nullopt);
  session.learn_files({file}, how);
  CHECK(session.labels() == std::pair(1.0, 2.0));
  Session told({{"loss", "hinge"}, {"labels", "1,2"}});
  told.learn_files({file});
  CHECK(to_binary(session.model()) == to_binary(told.model()));
  Session known({{"loss", "hinge"}});
  known.learn_one({{"1", 1.0}}, 1.0);
  CHECK_THROWS_AS(known.learn_files({file}, how), DataError);
}

}  // namespace known_labels_test
