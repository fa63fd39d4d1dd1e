// A model remembers what the columns of tables hold: runs over the parts of a table leave the model of a run over all of it.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "scratch.hpp"
#include "tacit/data/complaints.hpp"
#include "tacit/data/data_error.hpp"
#include "tacit/run/session.hpp"

namespace column_contents_test {

namespace {

using namespace tacit;
using Catch::Contains;

constexpr int rows = 24;

// Long stretches of empty cells in columns of numbers, of text and of a second time.
std::string row(int t) {
  const bool gap = t % 8 > 1;
  return fmt::format("{},{},{},{},{},2024-01-{:02}\n", t % 3, gap ? "" : std::to_string(t % 5),
                     gap ? (t % 2 == 0 ? "" : "NA") : fmt::format("c{}", t % 4), t % 7, t < 2 || gap ? "" : "2023-05-06", t + 1);
}

std::string part(int from, int to) {
  std::string text = "label,n,colour,size,seen,day\n";
  for (int t = from; t < to; ++t) text += row(t);
  return text;
}

Settings with(const std::string& missing, const std::string& names) {
  Settings settings({{"loss", "square"}, {"learner", "ada-implicit"}, {"missing", missing}});
  names == "dictionary" ? settings.set("dictionary", "yes") : settings.set("hash", names);
  return settings;
}

void learn(Session& session, const std::string& file, const Settings& how) {
  Complaints complaints(OnError::skip);
  session.learn_files({file}, how, complaints, NoObserver());
}

// Stops behind so many rows.
struct StopBehind : NoObserver {
  explicit StopBehind(std::uint64_t examples) : at(examples) {}

  std::uint64_t next_pause(std::uint64_t examples) const { return examples < at ? at : NoObserver::next_pause(examples); }
  void rows_end(const Session& session, const RowsOfBlock&, std::span<const Round>) { stopped = session.tally().examples >= at; }
  bool stops() const { return stopped; }

  std::uint64_t at;
  bool stopped = false;
};

}  // namespace

TEST_CASE("a table in two files leaves the model of one, whatever cells the second begins with") {
  const Scratch scratch;
  const auto all = scratch.write("all.csv", part(0, rows));
  for (const char* missing : {"mean", "zero", "skip"}) {
    for (const char* names : {"2", "22", "dictionary"}) {
      const Settings settings = with(missing, names);
      const Settings how({{"time", "day"}});
      Session whole(settings);
      learn(whole, all, how);
      const std::string bytes = to_binary(whole.model());
      for (int cut = 2; cut < rows; ++cut) {
        if (std::string_view(missing) == "skip" && cut == rows - 1) continue;  // the last row lacks a number
        CAPTURE(missing, names, cut);
        Session first(settings);
        learn(first, scratch.write("first.csv", part(0, cut)), how);
        const Model half = cut % 2 == 0 ? parse_model(to_json(first.model()), "half") : first.model();
        Session second(half);
        try {
          learn(second, scratch.write("second.csv", part(cut, rows)), {});
        } catch (const NoExamples&) {  // all of them lack a number
          continue;
        }
        CHECK((to_binary(second.model()) == bytes));
      }
    }
  }
}

TEST_CASE("a run knows of columns what its rows have told and no more") {
  const Scratch scratch;
  const auto file = scratch.write("t.csv", "label,n,colour,late\n1,2,,\n2,3,red,\n3,,blue,x\n");
  const auto known = [&](const Settings& how) {
    Session session(with("mean", "22"));
    learn(session, file, how);
    return session.model().contents;
  };
  const ColumnContents two{{"colour", ColumnContent::text}, {"n", ColumnContent::numbers}};
  ColumnContents three = two;
  three.emplace("late", ColumnContent::text);
  CHECK(known({}) == three);
  CHECK(known({{"shuffle", "7"}}) == three);
  CHECK(known({{"limit", "2"}}) == two);
  CHECK(known({{"limit", "2"}, {"cache", "yes"}}) == two);
  CHECK(known({{"cache", "yes"}}) == three);
  Session stopped(with("mean", "22"));
  Complaints complaints(OnError::stop);
  stopped.learn_files({file}, {}, complaints, StopBehind(2));
  CHECK(stopped.model().contents == two);
  CHECK(stopped.unfinished()->decided == std::set<std::string, std::less<>>{"colour", "n"});
  const Model back = parse_model(to_json(stopped.model()), "back");
  CHECK(back.contents == two);
  CHECK(back.unfinished == stopped.unfinished());
}

TEST_CASE("an unfinished run over a table forgets its columns to begin anew, and keeps them for other rows") {
  const Scratch scratch;
  // The first row would be good if it were known that the column holds text.
  const std::string bad = "label,n,colour\n1,2,1.2.3\n";
  std::string good;
  for (int t = 0; t < 12; ++t) good += fmt::format("{},{},{}\n", t, t % 5, t % 4 == 0 ? "red" : "");
  const auto file = scratch.write("t.csv", bad + good);
  Session whole(with("mean", "2"));
  learn(whole, file, {});
  const std::string bytes = to_binary(whole.model());
  for (const std::uint64_t at : {1U, 3U, 6U}) {
    CAPTURE(at);
    Session stopped(with("mean", "2"));
    Complaints complaints(OnError::skip);
    stopped.learn_files({file}, {}, complaints, StopBehind(at));
    const Model model = parse_model(to_json(stopped.model()), "stopped");
    Session on(model);
    on.continue_files({file}, {}, complaints, NoObserver());
    CHECK((to_binary(on.model()) == bytes));
    std::string rest = "label,n,colour\n";
    for (std::size_t t = at; t < 12; ++t) rest += fmt::format("{},{},{}\n", t, t % 5, t % 4 == 0 ? "red" : "");
    Session other(model);
    learn(other, scratch.write("rest.csv", rest), {});
    CHECK((to_binary(other.model()) == bytes));
  }
}

TEST_CASE("a cache that begins with cells of which earlier data tell is passed over") {
  const Scratch scratch;
  const auto first = scratch.write("first.csv", part(0, 2));
  const auto second = scratch.write("second.csv", part(2, rows));
  const Settings settings = with("mean", "2");
  const Settings cached({{"ignore", "seen,day"}, {"cache", "yes"}});
  Session plain(settings);
  learn(plain, first, {{"ignore", "seen,day"}});
  learn(plain, second, {});
  Session one(settings);
  learn(one, first, cached);
  Complaints complaints(OnError::skip);
  one.learn_files({second}, cached, complaints, NoObserver());
  CHECK((to_binary(one.model()) == to_binary(plain.model())));
  std::string notes;
  for (const Message& note : complaints.notes()) notes += note.plain() + '\n';
  CHECK_THAT(notes, Contains("second.csv: begins with empty cells in columns that earlier data tell of"));
}

TEST_CASE("a column that holds something else than in the data of the model is refused") {
  const Scratch scratch;
  Session session(with("mean", "22"));
  learn(session, scratch.write("first.csv", "label,n,colour\n1,2,red\n"), {});
  const std::string before = to_binary(session.model());
  const auto refusal = [&](const std::string& text) {
    Complaints complaints(OnError::stop);
    try {
      session.learn_files({scratch.write("second.csv", text)}, {}, complaints, NoObserver());
    } catch (const DataError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  CHECK_THAT(refusal("label,n,colour\n1,2,7\n"), Contains("second.csv:2:5: column 'colour': found the number '7'; expected text "
                                                          "as in the data of the model; if numbers are categories too, say "));
  CHECK_THAT(refusal("label,n,colour\n1,red,\n"), Contains("found 'red'; expected a number as in the data of the model; "));
  CHECK((to_binary(session.model()) == before));
  learn(session, scratch.write("third.csv", "label,n,colour\n1,2,7\n"), {{"categorical", "colour"}});
  CHECK(session.tally().examples == 2);
}

TEST_CASE("columns that no run could leave are refused in a model") {
  Session session(with("mean", "22"));
  const Scratch scratch;
  learn(session, scratch.write("t.csv", "label,n,colour\n1,2,red\n"), {});
  const auto json = nlohmann::json::parse(to_json(session.model()));
  CHECK(json["columns"] == nlohmann::json{{"numbers", {"n"}}, {"text", {"colour"}}});
  const auto refusal = [&](const nlohmann::json& columns) {
    auto other = json;
    other["columns"] = columns;
    try {
      parse_model(other.dump(), "m.json");
    } catch (const DataError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  CHECK(refusal({{"text", {"a"}}}).empty());
  CHECK_THAT(refusal({{"text", {"a"}}, {"numbers", {"a"}}}), Contains("m.json: columns: 'a' is there twice"));
  CHECK_THAT(refusal({{"words", {"a"}}}), Contains("m.json: columns: unknown key 'words'"));
  CHECK_THAT(refusal({{"text", 7}}), Contains("'text'"));
  CHECK_THAT(refusal(7), Contains("'columns'"));
}

}  // namespace column_contents_test
