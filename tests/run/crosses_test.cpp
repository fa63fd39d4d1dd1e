// Runs with crosses: the same as on files in which they are written out, from every format and face, whole or in parts.
#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "data/stream/cross_texts.hpp"
#include "scratch.hpp"
#include "tacit/core/setting_error.hpp"
#include "tacit/data/cross_features.hpp"
#include "tacit/data/data_error.hpp"
#include "tacit/run/plain_words.hpp"
#include "tacit/run/session.hpp"
#include "tacit/run/summary.hpp"

namespace crosses_test {

using namespace tacit;
using namespace cross_texts;
using Catch::Matchers::Contains;

namespace {

struct Predictions : NoObserver {
  void round(const RowOfBlock&, const Round& round, const Tally&) { made.push_back(round.prediction); }
  std::vector<double> made;
};

std::vector<double> predicted(const Settings& settings, const std::string& file, const Settings& how = {}) {
  Session session(settings);
  Predictions predictions;
  Complaints complaints;
  session.learn_files({file}, how, complaints, predictions);
  return predictions.made;
}

Settings single(const std::string& cross, const std::string& names = "22") {
  Settings settings({{"loss", "square"}, {"learner", "ada-implicit"}});
  if (!cross.empty()) settings.set("cross", cross);
  names == "dictionary" ? settings.set("dictionary", "yes") : settings.set("hash", names);
  return settings;
}

struct StopBehind : NoObserver {
  explicit StopBehind(std::uint64_t examples) : at(examples) {}
  std::uint64_t next_pause(std::uint64_t examples) const { return examples < at ? at : NoObserver::next_pause(examples); }
  void rows_end(const Session& session, const RowsOfBlock&, std::span<const Round>) { stopped = session.tally().examples >= at; }
  bool stops() const { return stopped; }

  std::uint64_t at;
  bool stopped = false;
};

}  // namespace

TEST_CASE("crosses of numbered features predict as the file in which they are written out, bit for bit") {
  const Scratch scratch;
  const std::string plain = scratch.write("plain.svm", libsvm(40, {}));
  for (const char* const word : {"2", "3", "2,3", "1*3", "1*1,2*4"}) {
    INFO(word);
    const std::string whole = scratch.write("whole.svm", libsvm(40, combinations_of(word)));
    for (const char* const learner : {"ada-implicit", "ogd", "implicit-ftrl"}) {
      Settings crossed = single(word);
      crossed.set("learner", learner);
      Settings written = single("");
      written.set("learner", learner);
      CHECK(predicted(crossed, plain) == predicted(written, whole));
    }
  }
}

TEST_CASE("with a dictionary, crosses of columns predict as the table in which they are columns, and have their names") {
  const Scratch scratch;
  const std::string plain = scratch.write("plain.csv", table(40, false));
  const std::string whole = scratch.write("whole.csv", table(40, true));
  CHECK(predicted(single("hum*temp,temp*temp", "dictionary"), plain) == predicted(single("", "dictionary"), whole));
  Session session(single("hum*temp,temp*temp", "dictionary"));
  session.learn_files({plain});
  const Model model = session.model();
  std::vector<std::string> names;
  for (const auto& [index, weight] : model.weights) names.push_back(called(index, model.names));
  CHECK(std::ranges::find(names, "temp*hum") != names.end());
  CHECK(std::ranges::find(names, "temp*temp") != names.end());
  CHECK(std::ranges::find(names, "hum*hum") == names.end());
}

TEST_CASE("a table, JSON lines, Vowpal Wabbit's text and rows in memory have the same crosses") {
  const Scratch scratch;
  for (const char* const cross : {"colour*temp", "2", "c..*temp,temp*temp", "colour*:", "colour*hum*temp"}) {
    INFO(cross);
    const auto expected = predicted(single(cross), scratch.write("a.csv", mixed_table(60)));
    CHECK(predicted(single(cross), scratch.write("a.jsonl", mixed_json(60))) == expected);
    const bool by_beginning =
        std::string_view(cross).find("..") != std::string_view::npos;  // of namespaces, which this text lacks
    if (!by_beginning) CHECK(predicted(single(cross), scratch.write("a.vw", mixed_vw(60))) == expected);
    Session session(single(cross));
    std::vector<double> one_by_one;
    for (int t = 0; t < 60; ++t) {
      const Mixed row = mixed(t);
      one_by_one.push_back(session.learn_one({{"temp", row.temp}, {"hum", row.hum}, {"colour=" + row.colour, 1.0}}, row.label));
    }
    CHECK(one_by_one == expected);
  }
}

TEST_CASE("a run that is stopped anywhere and goes on leaves the model of the whole run") {
  const Scratch scratch;
  const std::string file = scratch.write("a.csv", mixed_table(30));
  for (const char* const cross : {"2", "colour*temp,temp*temp"}) {
    for (const char* const names : {"12", "dictionary"}) {
      for (const char* const learner : {"ada-implicit", "auto"}) {
        Settings settings = single(cross, names);
        settings.set("learner", learner);
        Session whole(settings);
        whole.learn_files({file});
        const std::string expected = to_json(whole.model());
        for (std::uint64_t at = 1; at < 30; at += std::string_view(learner) == "auto" ? 7U : 1U) {
          Session begun(settings);
          Complaints complaints;
          begun.learn_files({file}, {}, complaints, StopBehind(at));
          const Model model = begun.model();
          Session again(parse_model(at % 2 == 0 ? to_binary(model) : to_json(model), "model"));
          again.continue_files({file}, {}, complaints, NoObserver());
          REQUIRE(to_json(again.model()) == expected);
        }
      }
    }
  }
}

TEST_CASE("a cache, a shuffle and scales know crosses") {
  const Scratch scratch;
  const std::string file = scratch.write("a.csv", mixed_table(60));
  for (const char* const cross : {"2", "colour*temp,temp*temp"}) {
    const auto expected = predicted(single(cross), file);
    for (int time = 0; time < 2; ++time) CHECK(predicted(single(cross), file, Settings({{"cache", "yes"}})) == expected);
    CHECK(predicted(single(""), file, Settings({{"cache", "yes"}})) == predicted(single(""), file));
    for (const char* const scale : {"max-abs", "online"}) {
      Settings scaled = single(cross);
      scaled.set("scale", scale);
      const auto plain = predicted(scaled, file);
      CHECK(plain != expected);
      CHECK(predicted(scaled, file, Settings({{"cache", "yes"}})) == plain);
      Settings shuffled({{"shuffle", "5"}});
      CHECK(predicted(scaled, file, shuffled).size() == 60);
    }
  }
  Session scaled(Settings({{"loss", "square"}, {"learner", "ada-implicit"}, {"scale", "max-abs"}, {"cross", "2"}}));
  scaled.learn_files({file}, Settings({{"shuffle", "5"}}));
  Session in_order(Settings({{"loss", "square"}, {"learner", "ada-implicit"}, {"scale", "max-abs"}, {"cross", "2"}}));
  in_order.learn_files({file});
  CHECK(scaled.model().largest == in_order.model().largest);
  CHECK(std::ranges::any_of(scaled.model().largest, [](const auto& pair) { return is_cross(pair.first); }));
}

TEST_CASE("a cache that was made with other crosses by name is refused, and says what to do") {
  const Scratch scratch;
  const std::string file = scratch.write("a.csv", mixed_table(20));
  predicted(single("colour*temp"), file, Settings({{"cache", "yes"}}));
  const std::string cache = file + ".tacit-cache";
  CHECK(predicted(single("colour*temp"), cache) == predicted(single("colour*temp"), file));
  CHECK_THROWS_WITH(predicted(single("hum*temp"), cache), Contains("was made with cross colour*temp"));
  CHECK_THROWS_WITH(predicted(single("2"), cache), Contains("was made with cross"));
  predicted(single(""), file, Settings({{"cache", "yes"}}));
  CHECK(predicted(single("2"), cache) == predicted(single("2"), file));
  CHECK_THROWS_WITH(predicted(single("hum*temp"), cache), Contains("was made without cross hum*temp"));
}

TEST_CASE("rows in arrays are crossed by number, and by the names of a dictionary") {
  const Scratch scratch;
  const std::string file = scratch.write("a.svm", "1 1:2 2:3\n-1 1:0.5 2:-1\n2 2:4\n");
  const std::size_t starts[] = {0, 2, 4, 5};
  const Index indices[] = {1, 2, 1, 2, 2};
  const double values[] = {2, 3, 0.5, -1, 4};
  const double labels[] = {1, -1, 2};
  for (const char* const cross : {"2", "1*2"}) {
    Session session(single(cross));
    std::vector<double> made;
    session.learn({3, starts, indices, values, labels},
                  [&](std::size_t, const Round& round) { made.push_back(round.prediction); });
    CHECK(made == predicted(single(cross), file));
    std::vector<double> later(3);
    session.predict({3, starts, indices, values}, later);
    CHECK(later[0] != 0);
    CHECK(session.tally().features == 2);  // crosses have numbers of their own
  }
  Session nameless(single("temp*hum"));
  CHECK_THROWS_WITH(nameless.learn({3, starts, indices, values, labels}), Contains("names 'hum'") && Contains("have no names"));
  Session named(single("temp*hum", "dictionary"));
  const std::vector<std::string> wrong{"tempp", "hum"};
  CHECK_THROWS_WITH(named.require_columns(wrong), Contains("names 'temp': there is no such column; did you mean 'tempp'?"));
  const std::vector<std::string> right{"temp", "hum"};
  named.name_columns(right);
  std::vector<double> made;
  named.learn({3, starts, indices, values, labels}, [&](std::size_t, const Round& round) { made.push_back(round.prediction); });
  CHECK(made == predicted(single("1*2"), file));
}

TEST_CASE("what cannot be crossed is refused with its place") {
  const Scratch scratch;
  const std::string file = scratch.write("a.csv", mixed_table(20));
  const auto refused = [&](const std::string& cross, const std::string& what) {
    INFO(cross);
    CHECK_THROWS_WITH(predicted(single(cross), file), Contains(what));
  };
  refused("tempp*hum", "names 'tempp': there is no such column; did you mean 'temp'? the columns are:");
  refused("a..*:,tempp*hum", "cross hum*tempp names 'tempp'");
  refused("temp*label", "names 'label': this column is the label; expected a feature");
  CHECK_THROWS_WITH(predicted(single("temp*hum"), file, Settings({{"ignore", "hum"}})), Contains("this column is left out"));
  CHECK_THROWS_WITH(predicted(single("2"), scratch.write("large.svm", "1 1:1e200\n")),
                    Contains("large.svm:1") && Contains("1e300"));
  CHECK_THROWS_WITH(predicted(single("1*1"), scratch.write("large.svm", "1 1:1e200\n")),
                    Contains("large.svm:1") && Contains("1e300"));
  std::string line = "1";
  for (int j = 1; j <= 1448; ++j) line += fmt::format(" {}:1", j);
  CHECK_THROWS_WITH(predicted(single("2"), scratch.write("long.svm", "1 1:1\n" + line + "\n")),
                    Contains("long.svm:2") && Contains("at most 1048576"));
  CHECK_THROWS_AS(Session(Settings({{"cross", "a*"}})), SettingError);
  CHECK_THROWS_WITH(Session(Settings({{"cross", "2"}, {"domain", "simplex"}, {"features", "4"}, {"loss", "square"}})),
                    Contains("the simplex has a fixed number of them"));
}

TEST_CASE("names that never come are told of, and named ones that come are not") {
  const Scratch scratch;
  const std::string file = scratch.write("a.vw", mixed_vw(20));
  Session session(single("temp*hmu"));
  Complaints complaints;
  session.learn_files({file}, {}, complaints, NoObserver());
  REQUIRE(complaints.notes().size() == 1);
  CHECK(complaints.notes()[0].plain() ==
        "no feature is called 'hmu', of which cross hmu*temp wants products: nothing was made of it");
  Session several(Settings({{"learner", "ada-implicit"}, {"loss", "square"}, {"cross", "q..*:,hmu*temp,x..*z..*:"}}));
  Complaints more;
  several.learn_files({file}, {}, more, NoObserver());
  std::set<std::string> said;
  for (const Message& note : more.notes()) said.insert(note.plain());
  CHECK(said == std::set<std::string>{
                    "no column, namespace or key begins with 'q', of which ':q' wants products: nothing was made of it",
                    "no column, namespace or key begins with 'x', of which ':xz' wants products: nothing was made of it",
                    "no column, namespace or key begins with 'z', of which ':xz' wants products: nothing was made of it",
                    "no feature is called 'hmu', of which cross hmu*temp wants products: nothing was made of it"});
}

TEST_CASE("a row that lacks a number has no cross of it, whatever stands in for it") {
  const Scratch scratch;
  const std::string file = scratch.write("a.csv", "label,a,b\n1,2,3\n2,,4\n3,5,\n");
  for (const char* const missing : {"mean", "zero"}) {
    Settings fresh = single("2", "dictionary");
    fresh.set("missing", missing);
    Session session(fresh);
    session.learn_files({file});
    // All three of the first row; of the others, the square of the number that is there. A mean counts as a number.
    CHECK(session.tally().nonzeros == (std::string_view(missing) == "mean" ? 5U + 3 + 3 : 5U + 2 + 2));
  }
}

TEST_CASE("auto has a team without crosses, and says whether they help") {
  const Scratch scratch;
  Session session(Settings({{"loss", "absolute"}, {"cross", "2"}}));
  session.learn_files({scratch.write("a.csv", product_table(1500))});
  const auto report = session.learner().report();
  REQUIRE(report);
  CHECK(std::ranges::any_of(report->experts, [](const auto& expert) { return expert.family.ends_with(" without crosses"); }));
  const auto words = plain_words(*report, session.tally().average_loss());
  CHECK(std::ranges::any_of(words, [](const std::string& sentence) { return sentence.starts_with("The crosses help:"); }));
  Session plain(Settings({{"loss", "absolute"}}));
  plain.learn_files({scratch.path("a.csv")});
  CHECK(session.tally().cumulative_loss() < 0.6 * plain.tally().cumulative_loss());
}

TEST_CASE("lags and crosses together: a team without each, and models that go on") {
  const Scratch scratch;
  const std::string file = scratch.write("a.csv", product_table(60));
  const Settings settings({{"loss", "absolute"}, {"cross", "2"}, {"lags", "1,2"}});
  Session whole(settings);
  whole.learn_files({file});
  const auto words = plain_words(*whole.learner().report(), whole.tally().average_loss(), {.lags = true});
  CHECK(std::ranges::count_if(
            words, [](const std::string& s) { return s.starts_with("The crosses") || s.starts_with("The lags"); }) == 2);
  for (const std::uint64_t at : {1U, 2U, 31U}) {
    Session begun(settings);
    Complaints complaints;
    begun.learn_files({file}, {}, complaints, StopBehind(at));
    Session again(parse_model(to_json(begun.model()), "model"));
    again.continue_files({file}, {}, complaints, NoObserver());
    CHECK(to_binary(again.model()) == to_binary(whole.model()));
  }
}

TEST_CASE("auto on several classes has a team without crosses, says whether they help, and goes on from models of both forms") {
  const Scratch scratch;
  std::string text = "label,a,b\n";
  for (int t = 0; t < 800; ++t) {
    const double a = (t * 37 % 101) / 50.0 - 1;
    const double b = (t * 53 % 97) / 48.0 - 1;
    text += fmt::format("{},{},{}\n", a * b > 0.1 ? "same" : a * b < -0.1 ? "other" : "none", a, b);
  }
  const std::string file = scratch.write("a.csv", text);
  const Settings settings({{"loss", "softmax"}, {"cross", "2"}, {"lags", "1"}});
  Session whole(settings);
  whole.learn_files({file});
  const auto words = plain_words(*whole.learner().report(), whole.tally().average_loss(), made_groups(whole));
  const auto says = [&](const char* begin) {
    return std::ranges::any_of(words, [&](const std::string& sentence) { return sentence.starts_with(begin); });
  };
  CHECK(says("The crosses help:"));
  CHECK(says("The lags "));
  CHECK(names_of_experts(*whole.learner().report(), made_groups(whole)).size() == whole.learner().report()->experts.size());
  for (const std::uint64_t at : {1U, 2U, 31U}) {
    Session begun(settings);
    Complaints complaints;
    begun.learn_files({file}, {}, complaints, StopBehind(at));
    for (const std::string& model : {to_json(begun.model()), to_binary(begun.model())}) {
      Session again(parse_model(model, "model"));
      again.continue_files({file}, {}, complaints, NoObserver());
      CHECK(to_binary(again.model()) == to_binary(whole.model()));
    }
  }
}

TEST_CASE("a model of several classes lacks teams that do not work, and one from before there were teams gets them") {
  const Scratch scratch;
  std::string text;
  for (int t = 0; t < 60; ++t) text += fmt::format("{} 1:{} 2:{}\n", t % 3, t % 7, t % 5);
  const std::string file = scratch.write("a.svm", text);
  Session plain(Settings({{"loss", "softmax"}}));
  plain.learn_files({file});
  CHECK(nlohmann::json::parse(to_json(plain.model()))["state"].contains("auto"));
  CHECK_FALSE(nlohmann::json::parse(to_json(plain.model()))["state"].contains("teams"));
  auto model = nlohmann::ordered_json::parse(to_json(plain.model()));
  model["cross"] = {"2"};
  Session before(parse_model(model.dump(), "model"));
  CHECK(before.learner().report()->experts.size() == 20);
  before.learn_files({file});
  CHECK(before.learner().report()->experts.size() == 40);
}

}  // namespace crosses_test
