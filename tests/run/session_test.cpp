#include "tacit/run/session.hpp"

#include <catch2/catch.hpp>

#include <array>
#include <fstream>
#include <limits>

#include "scratch.hpp"

namespace session_test {

using namespace tacit;
using Catch::Matchers::Contains;

namespace {

struct Rows {
  std::vector<std::size_t> starts{0};
  std::vector<Index> indices;
  std::vector<double> values;
  std::vector<double> labels;

  Rows& add(double label, std::initializer_list<std::pair<Index, double>> features) {
    for (const auto& [index, value] : features) {
      indices.push_back(index);
      values.push_back(value);
    }
    starts.push_back(indices.size());
    labels.push_back(label);
    return *this;
  }
  SparseRows view() const { return {labels.size(), starts.data(), indices.data(), values.data(), labels.data(), nullptr}; }
};

Rows some_rows() {
  Rows rows;
  for (int t = 1; t <= 40; ++t) {
    const double x = 0.1 * (t % 7) + 0.05;
    rows.add(t % 3 == 0 ? -1 : 1, {{1, x}, {static_cast<Index>(2 + t % 5), 1.0 - x}});
  }
  return rows;
}

std::string file_of(const Rows& rows, const Scratch& folder) {
  const std::string path = folder.path("rows.svm");
  std::ofstream file(path);
  file.precision(17);
  for (std::size_t i = 0; i < rows.labels.size(); ++i) {
    file << rows.labels[i];
    for (std::size_t k = rows.starts[i]; k < rows.starts[i + 1]; ++k) file << ' ' << rows.indices[k] << ':' << rows.values[k];
    file << '\n';
  }
  return path;
}

std::vector<double> losses_of(Session& session, const Rows& rows) {
  std::vector<double> losses;
  session.learn(rows.view(), [&](std::size_t, const Round& round) { losses.push_back(round.loss_before); });
  return losses;
}

}  // namespace

TEST_CASE("a session learns the same from memory and from a file, to the last bit of its model", "[session]") {
  const Scratch folder;
  const Rows rows = some_rows();
  const std::string path = file_of(rows, folder);
  for (const Settings& settings :
       {Settings{{"loss", "logistic"}}, Settings{{"learner", "ogd"}, {"loss", "hinge"}, {"scale", "online"}},
        Settings{{"loss", "hinge"}, {"radius", "2"}, {"scale", "max-abs"}}}) {
    Session memory(settings);
    memory.learn(rows.view());
    Session file(settings);
    CHECK(file.learn_files({path}) == 40);
    CHECK(to_binary(memory.model()) == to_binary(file.model()));
  }
}

TEST_CASE("a session that is saved goes on bit for bit", "[session]") {
  const Rows rows = some_rows();
  Session whole({{"loss", "logistic"}});
  Session first({{"loss", "logistic"}});
  losses_of(whole, rows);
  losses_of(first, rows);
  Session second(load_bytes(to_binary(first.model()), "a model"));
  CHECK(losses_of(whole, rows) == losses_of(second, rows));
  CHECK(to_binary(whole.model()) == to_binary(second.model()));
}

TEST_CASE("what is refused leaves the session as it was", "[session]") {
  const Scratch folder;
  const Rows rows = some_rows();
  Session session({{"loss", "hinge"}, {"scale", "online"}});
  session.learn(rows.view());
  const std::string before = to_binary(session.model());

  SECTION("a row of a batch") {
    Rows bad = some_rows();
    bad.add(1, {{1, std::numeric_limits<double>::infinity()}});
    CHECK_THROWS_WITH(session.learn(bad.view()), Contains("row 40: feature 1 is inf"));
  }
  SECTION("a label of neither class") {
    Rows bad = some_rows();
    bad.add(3, {{1, 1}});
    CHECK_THROWS_WITH(session.learn(bad.view()), Contains("row 40: label 3; expected -1 or 1"));
  }
  SECTION("a named example") {
    CHECK_THROWS_AS(session.learn_one({{"1", 1.0}}, 5.0), DataError);
    CHECK_THROWS_AS(session.learn_one({{"1", 1.0}}, 1.0, -1), DataError);
  }
  SECTION("a file that is bad in its middle") {
    const std::string path = file_of(rows, folder);
    std::ofstream(path, std::ios::app) << "1 2:x\n";
    CHECK_THROWS_WITH(session.learn_files({path}), Contains(":41:"));
  }
  SECTION("a file without examples") {
    const std::string path = folder.path("empty.svm");
    std::ofstream(path) << "";
    CHECK_THROWS_AS(session.learn_files({path}), NoExamples);
  }
  SECTION("a limit that leaves nothing") {
    CHECK_THROWS_AS(session.learn_files({file_of(rows, folder)}, {{"limit", "0"}}), SettingError);
  }
  CHECK(to_binary(session.model()) == before);
}

TEST_CASE("a feature that is new to max-abs gets its scale from the call it comes in", "[session]") {
  Session session({{"loss", "square"}, {"learner", "ogd"}, {"scale", "max-abs"}});
  session.learn(Rows().add(1, {{1, 4}}).add(2, {{1, 8}}).view());
  session.learn(Rows().add(1, {{1, 16}, {2, 3}}).add(1, {{2, 5}}).view());
  const auto largest = session.model().largest;
  CHECK(largest == LargestValues::Pairs{{1, 8}, {2, 5}});
  session.learn_one({{"3", 7.0}}, 1.0);
  CHECK(session.model().largest == LargestValues::Pairs{{1, 8}, {2, 5}, {3, 7}});
}

TEST_CASE("numbers beyond a double spoil a session, and it says so from then on", "[session]") {
  Session session({{"learner", "ogd"}, {"loss", "square"}, {"beta", "1e100"}});
  Rows rows;
  for (int i = 0; i < 10; ++i) rows.add(1e10, {{1, 1e5}});
  CHECK_THROWS_WITH(session.learn(rows.view()), Contains("beyond what a double can hold"));
  CHECK_THROWS_WITH(session.learn_one({{"1", 1.0}}, 1.0), Contains("begin with a new one"));
  CHECK_THROWS_AS(session.model(), DataError);
}

TEST_CASE("labels of a session may be words", "[session]") {
  Session session({{"labels", "ham,spam"}, {"dictionary", "yes"}});
  for (int i = 0; i < 20; ++i) {
    session.learn_one({{"word=free", 1.0}}, "spam");
    session.learn_one({{"word=meeting", 1.0}}, "ham");
  }
  CHECK(session.predict_one({{"word=free", 1.0}}) > 0);
  CHECK(session.predict_one({{"word=meeting", 1.0}}) < 0);
  CHECK(session.predict_one({{"word=unknown", 1.0}}) == session.predict_one({}));
  CHECK(session.dictionary() == std::vector<std::string>{"word=free", "word=meeting"});
  CHECK_THROWS_WITH(session.learn_one({{"word=free", 1.0}}, "eggs"), Contains("expected 'ham' or 'spam'"));
}

TEST_CASE("a model with a state refuses other settings and names the first of them", "[session]") {
  Session session({{"loss", "hinge"}, {"beta", "2"}});
  session.learn(some_rows().view());
  const std::string bytes = to_binary(session.model());
  const auto difference = [&](const Settings& settings) -> std::string {
    try {
      Session(load_bytes(bytes, "m"), settings, "m.tacit");
    } catch (const SettingError& error) {
      CHECK(error.kind() == SettingError::Kind::differs);
      return error.what();
    }
    return "";
  };
  CHECK(difference({}) == "");
  CHECK(difference({{"beta", "2"}}) == "");
  CHECK_THAT(difference({{"beta", "3"}}), Contains("m.tacit was made with beta 2"));
  CHECK_THAT(difference({{"bias", "no"}}), Contains("made with bias yes"));
  CHECK_THAT(difference({{"hash", "10"}}), Contains("made with hash 22"));
  CHECK_THAT(difference({{"dictionary", "yes"}}), Contains("made with hash 22"));
  CHECK_THAT(difference({{"scale", "online"}}), Contains("made with scale none"));
  CHECK_THAT(difference({{"labels", "3,4"}}), Contains("made with labels -1,1"));
  Session fresh({{"loss", "hinge"}, {"beta", "2"}});
  fresh.learn(Rows().add(1, {{1, 1}}).view());  // the other class is not known yet
  CHECK_THROWS_WITH(Session(load_bytes(to_binary(fresh.model()), "m"), {{"labels", "3,4"}}, "m.tacit"),
                    Contains("m.tacit was made without labels"));
}

TEST_CASE("observers see every round in order and pause where they want to", "[session]") {
  struct Seen : NoObserver {
    std::vector<std::uint64_t> rounds;
    std::vector<std::uint64_t> pauses;
    double loss = 0;

    void round(const RowOfBlock& row, const Round& round, const Tally& tally) {
      CHECK(row.where().ends_with(":" + std::to_string(tally.examples)));
      rounds.push_back(tally.examples);
      loss += round.loss_before;
    }
    std::uint64_t next_pause(std::uint64_t examples) const { return examples < 3 ? 3 : examples < 17 ? 17 : 1000; }
    void rows_end(const Session& session, const RowsOfBlock&, std::span<const Round>) {
      pauses.push_back(session.tally().examples);
    }
  };
  const Scratch folder;
  const std::string path = file_of(some_rows(), folder);
  Session session({{"loss", "hinge"}});
  Complaints complaints;
  Seen seen;
  session.learn_files({path}, {}, complaints, seen);
  CHECK(seen.rounds.size() == 40);
  CHECK(seen.pauses == std::vector<std::uint64_t>{3, 17, 40});
  CHECK(seen.loss == Approx(session.tally().cumulative_loss()));
}

TEST_CASE("a learner that fails during a call is spoiled, not half-taught", "[session]") {
  Session session({{"learner", "ftrl"}, {"loss", "square"}, {"beta", "1e150"}});
  bool failed = false;
  try {
    for (int t = 0; t < 50; ++t) session.learn(Rows().add(t % 2 == 0 ? 1e300 : -1e300, {{1, 1e150}, {2, 1e-150}}).view());
  } catch (const std::exception&) {
    failed = true;
  }
  REQUIRE(failed);
  CHECK_THROWS_AS(session.model(), DataError);
}

TEST_CASE("an observer that throws at the end of the files leaves the session as it was", "[session]") {
  struct Ends : NoObserver {
    void files_end() { throw std::runtime_error("enough"); }
  };
  const Scratch folder;
  Session session({{"loss", "hinge"}});
  const std::string before = to_binary(session.model());
  Complaints complaints;
  CHECK_THROWS_WITH(session.learn_files({file_of(some_rows(), folder)}, {}, complaints, Ends()), "enough");
  CHECK(to_binary(session.model()) == before);
}

TEST_CASE("a feature's name is text that a model can keep", "[session]") {
  Session session({{"dictionary", "yes"}});
  CHECK_THROWS_AS(session.feature_index("a\xff"), std::invalid_argument);
  CHECK(session.feature_index("a") == 1);
}

TEST_CASE("errors about data say what kind they are and where", "[session]") {
  const Scratch folder;
  const auto error = [](auto call) {
    try {
      call();
    } catch (const DataError& found) {
      return found;
    }
    return DataError("nothing was refused");
  };
  using Kind = DataError::Kind;
  Session session({{"loss", "hinge"}, {"learner", "ftrl"}});
  const std::string file = file_of(some_rows(), folder);
  CHECK(error([&] { session.learn_files({folder.path("none")}); }).kind() == Kind::file);
  const std::string empty = folder.write("empty.svm", "");
  const DataError none = error([&] { session.learn_files({empty}); });
  CHECK(none.kind() == Kind::examples);
  CHECK(none.place() == empty);
  const DataError row = error([&] { session.learn_files({folder.write("bad.svm", "1 1:1\n1 1:x\n")}); });
  CHECK(row.kind() == Kind::row);
  CHECK(row.place() == folder.path("bad.svm") + ":2:5");
  CHECK(error([&] { session.learn(Rows().add(1, {{1, 1}}).add(7, {{1, 1}}).view()); }).place() == "row 1");
  CHECK(error([&] { session.learn_one({{"1", 1.0}}, 7.0); }).kind() == Kind::row);
  CHECK(error([&] { session.require_room_for(10001); }).kind() == Kind::examples);
}

TEST_CASE("a session tells its settings and the weights of its outputs", "[session]") {
  Session session({{"loss", "hinge"}, {"features", "3"}});
  CHECK(as_text(session.setting("features")) == "3");
  CHECK(as_text(session.setting("loss")) == "hinge");
  CHECK(std::holds_alternative<std::monostate>(session.setting("radius")));
  CHECK_THROWS_AS(session.setting("colour"), SettingError);
  CHECK(session.weights() == session.learner().weights(0));
  CHECK_THROWS_WITH(session.weights(1), Contains("there is no output 1"));
}

TEST_CASE("a model with a state refuses another number of features by the number that it was made with", "[session]") {
  Session session({{"loss", "hinge"}, {"features", "3"}});
  session.learn_one({{"1", 1.0}}, 1.0);
  const auto go_on = [&](const Settings& settings) { Session(load_bytes(to_binary(session.model()), "m"), settings, "m"); };
  CHECK_NOTHROW(go_on({{"features", "3"}}));
  CHECK_THROWS_WITH(go_on({{"features", "5"}}), Contains("m was made with features 3;"));
  CHECK_THROWS_WITH(go_on({{"bias", "no"}}), Contains("m was made with bias yes;"));
  CHECK_THROWS_WITH(go_on({{"bias", "no"}, {"features", "3"}}), Contains("m was made with bias yes;"));
}

}  // namespace session_test
