// Lags, groups and late labels against naive twins, and runs that stop and go on.
#include <fmt/format.h>
#include <rapidcheck.h>
#include <catch2/catch.hpp>

#include <map>
#include <optional>

#include "run/making/making.hpp"
#include "scratch.hpp"
#include "tacit/data/made_features.hpp"
#include "tacit/run/forecast.hpp"
#include "tacit/run/session.hpp"

namespace making_test {

using namespace tacit;
using Catch::Matchers::Contains;

namespace {

// The label of `lag` rows ago, by the words of history.hpp.
std::optional<double> slow_lag(const std::vector<double>& known, std::size_t rows, std::size_t lag) {
  const std::size_t unknown = rows - known.size();
  std::vector<std::size_t> candidates;
  if (lag <= 2) {
    candidates.push_back(unknown + lag);
  } else {
    for (std::size_t back = lag; back <= unknown + lag; back += lag) candidates.push_back(back);
  }
  for (const std::size_t back : candidates) {
    if (back > rows) return std::nullopt;
    if (rows - back < known.size()) return known[rows - back];
  }
  return std::nullopt;
}

std::map<Index, double> features(const Dataset& rows, std::size_t i) {
  std::map<Index, double> found;
  const Row row = rows.row(i);
  for (std::size_t k = 0; k < row.size; ++k) found[row.index[k]] = row.value[k];
  return found;
}

std::string csv(int rows, int shops = 1) {
  std::string text = "when,shop,y,a\n";
  for (int t = 0; t < rows; ++t) {
    const int day = t / shops / 24;
    text += fmt::format("2024-01-{:02}T{:02}:00,s{},{},{}\n", day + 1, t / shops % 24, t % shops, (t * 7) % 11 - t % 3,
                        (t % 5) * 0.3);
  }
  return text;
}

Session learned(const Settings& settings, const std::string& file, const Settings& how) {
  Session session(settings);
  session.learn_files({file}, how);
  return session;
}

const Settings columns{{"label-column", "y"}, {"time", "when"}, {"group", "shop"}};

}  // namespace

TEST_CASE("lags are those of a slow twin, with groups and labels that become known late") {
  rc::check([] {
    const auto groups = *rc::gen::inRange(1, 4);
    const auto late = *rc::gen::inRange(0, 6);
    LagChoice lags;
    for (Index lag = 1; lag <= 9; ++lag) {
      if (*rc::gen::arbitrary<bool>()) lags.rows.push_back(lag);
    }
    FeatureMaker maker(lags);
    maker.expect({.group = "g"});
    std::map<int, std::pair<std::vector<double>, std::size_t>> past;  // known labels, rows
    std::vector<std::pair<int, double>> waiting;
    std::vector<std::uint32_t> entities;
    for (int t = 0; t < 60; ++t) {
      const int group = *rc::gen::inRange(0, groups);
      const double label = *rc::gen::inRange(-3, 4);
      Dataset given;
      given.begin_row(label);
      given.push(0, 1);
      RowMark mark;
      mark.group = static_cast<std::uint64_t>(group);
      mark.has_group = true;
      given.mark_last(mark);
      Dataset made;
      const std::uint32_t entity = maker.make(given, 0, made);
      auto& [known, rows] = past[group];
      std::map<Index, double> expected{{0, 1}};
      for (const Index lag : lags.rows) {
        if (const auto value = slow_lag(known, rows, lag); value && *value != 0) expected[first_lag + lag] = *value;
      }
      RC_ASSERT(features(made, 0) == expected);
      ++rows;
      waiting.emplace_back(group, label);
      entities.push_back(entity);
      if (waiting.size() > static_cast<std::size_t>(late)) {
        maker.know(entities.front(), waiting.front().second);
        past[waiting.front().first].first.push_back(waiting.front().second);
        waiting.erase(waiting.begin());
        entities.erase(entities.begin());
      }
    }
  });
}

TEST_CASE("with a horizon each row is predicted before the labels of the last rows are known") {
  for (const std::uint64_t horizon : {1U, 3U, 10U}) {
    for (const char* name : {"ada-implicit", "auto"}) {
      Configuration configuration;
      REQUIRE(choose_learner(name, configuration));
      configuration.loss = "absolute";
      const auto learner = make_learner(configuration);
      Session session({{"learner", name}, {"loss", "absolute"}, {"horizon", std::to_string(horizon)}, {"lags", "1,4"}});
      std::vector<double> labels;
      std::vector<Dataset> rows;
      for (int t = 0; t < 80; ++t) {
        const double label = (t * 5) % 7 + 0.25;
        const double a = 0.1 * (t % 9) - 0.3;
        Dataset row;
        row.begin_row(label);
        row.push(0, 1);
        row.push(1, a);
        std::vector<double> known(labels.begin(), labels.begin() + std::max<std::ptrdiff_t>(0, t - static_cast<int>(horizon)));
        for (const std::size_t lag : {1U, 4U}) {
          if (const auto value = slow_lag(known, labels.size(), lag)) row.push(first_lag + static_cast<Index>(lag), *value);
        }
        const std::vector<std::size_t> starts{0, 1};
        const Index index = 1;
        double prediction = 0;
        double loss = 0;
        session.learn({1, starts.data(), &index, &a, &label, nullptr}, [&](std::size_t, const Round& round) {
          prediction = round.prediction;
          loss = round.loss_before;
        });
        if (std::string_view(name) == "ada-implicit") {  // auto has hints too
          double expected = 0;
          learner->predict(row, {&expected, 1});
          CHECK(prediction == expected);
          if (rows.size() >= horizon) {
            Round round;
            learner->learn(rows[rows.size() - horizon], {&round, 1});
          }
        }
        CHECK(loss == std::abs(prediction - label));
        rows.push_back(row);
        labels.push_back(label);
      }
      CHECK(session.tally().examples == 80);
    }
  }
}

TEST_CASE("a run with times, groups, lags and late labels that stops at any row goes on bit for bit") {
  const Scratch scratch;
  const std::string text = csv(150, 3);
  const std::string whole = scratch.write("whole.csv", text);
  const std::size_t header = text.find('\n') + 1;
  for (const Settings& settings :
       {Settings{{"loss", "absolute"}, {"lags", "auto"}}, Settings{{"loss", "absolute"}, {"lags", "1,3"}, {"horizon", "7"}},
        Settings{{"loss", "square"}, {"delay", "3h"}, {"lags", "auto"}},
        Settings{{"loss", "absolute"}, {"interval", "0.8"}, {"lags", "1"}, {"horizon", "7"}},
        Settings{{"learner", "ada-implicit"}, {"loss", "huber"}, {"horizon", "2"}}}) {
    const std::string unbroken = to_json(learned(settings, whole, columns).model());
    for (const int stop : {1, 2, 6, 30, 75, 149}) {
      std::size_t at = header;
      for (int line = 0; line < stop; ++line) at = text.find('\n', at) + 1;
      const std::string first = scratch.write("first.csv", text.substr(0, at));
      const std::string rest = scratch.write("rest.csv", text.substr(0, header) + text.substr(at));
      for (const bool binary : {true, false}) {
        const Model before = learned(settings, first, columns).model();
        Session session(load_bytes(binary ? to_binary(before) : to_json(before), "model"));
        session.learn_files({rest}, {});
        INFO(stop << " " << binary);
        CHECK(to_json(session.model()) == unbroken);
      }
    }
  }
}

TEST_CASE("a group without a known label keeps the season of its clock from one run to the next") {
  const Scratch scratch;
  const std::string header = "when,shop,y\n";
  std::string text;
  const auto row = [&](int minute, const char* shop) {
    text += fmt::format("2024-01-{:02}T{:02}:{:02},{},{}\n", minute / 1440 + 1, minute / 60 % 24, minute % 60, shop, minute % 7);
  };
  for (int hour = 0; hour < 30; ++hour) row(60 * hour, "a");
  for (int quarter = 0; quarter < 6; ++quarter) row(1800 + 15 * quarter, "b");
  const std::size_t stop = text.size();
  for (int hour = 32; hour < 60; ++hour) row(60 * hour, "a");
  const Settings settings{{"loss", "absolute"}, {"delay", "3h"}, {"lags", "auto"}};
  const std::string unbroken = to_json(learned(settings, scratch.write("whole.csv", header + text), columns).model());
  const Model before = learned(settings, scratch.write("first.csv", header + text.substr(0, stop)), columns).model();
  const std::string rest = scratch.write("rest.csv", header + text.substr(stop));
  for (const std::string& bytes : {to_binary(before), to_json(before)}) {
    Session session(load_bytes(bytes, "model"));
    session.learn_files({rest});
    CHECK(to_json(session.model()) == unbroken);
  }
}

TEST_CASE("with a delay, a table sorted by group is learned from as its hours pass") {
  const Scratch scratch;
  std::string text = "when,shop,y\n";
  for (const char* shop : {"a", "b", "c"}) {
    for (int hour = 0; hour < 48; ++hour)
      text += fmt::format("2024-01-{:02}T{:02}:00,{},{}\n", hour / 24 + 1, hour % 24, shop, hour % 7 + 1);
  }
  const Settings settings{{"loss", "absolute"}, {"delay", "3h"}, {"lags", "1"}};
  const Session session = learned(settings, scratch.write("t.csv", text), columns);
  // The last three rows of each shop wait; those of the first two for a row that is later than any.
  const Model model = session.model();
  const auto& times = std::get<std::vector<double>>(*model.memory.find("making/pending/times"));
  const auto& whose = std::get<std::vector<Index>>(*model.memory.find("making/pending/entities"));
  REQUIRE(times.size() == 9);
  for (std::size_t k = 0; k < times.size(); ++k) {
    CHECK(whose[k] == k / 3);
    CHECK(times[k] == 3'600'000.0 * static_cast<double>(19'723 * 24 + 45 + k % 3));  // hours 45 to 47 of 2024
  }
}

TEST_CASE("features that a run makes are counted, wherever the rows that lack a number stand") {
  const Scratch scratch;
  const std::string header = "when,y,a,b\n";
  std::vector<std::string> lines;
  for (int t = 0; t < 40; ++t) {
    lines.push_back(fmt::format("2024-01-{:02}T{:02}:00,{},{},1\n", t / 24 + 1, t % 24, t % 5 + 1, t % 9 == 8 ? "" : "2"));
  }
  const Settings how{{"label-column", "y"}, {"time", "when"}};
  // Files of two rows are blocks of two rows.
  const auto counted = [&](std::size_t rows) {
    std::vector<std::string> files;
    for (std::size_t from = 0; from < lines.size(); from += rows) {
      std::string text = header;
      for (std::size_t i = from; i < std::min(from + rows, lines.size()); ++i) text += lines[i];
      files.push_back(scratch.write(fmt::format("{}-{}.csv", rows, from), text));
    }
    Session session({{"loss", "absolute"}, {"lags", "1"}});
    session.learn_files(files, how);
    return session.tally().nonzeros;
  };
  // Per row a, b, hour, weekday and month, of all but the first the clock and a lag, and no indicator.
  const std::uint64_t expected = 40 * 5 + 39 * 2;
  for (const std::size_t rows : {1U, 2U, 7U, 40U}) CHECK(counted(rows) == expected);
}

TEST_CASE("a horizon that is larger than the stream leaves every row waiting") {
  const Scratch scratch;
  const std::string file = scratch.write("t.csv", csv(20));
  const Session session = learned({{"loss", "absolute"}, {"horizon", "100"}}, file, {{"label-column", "y"}, {"ignore", "when"}});
  CHECK(session.tally().examples == 20);
  CHECK(session.weights().empty());
}

TEST_CASE("a delay knows a label once a row comes that is so much later") {
  const Scratch scratch;
  const std::string file = scratch.write("t.csv", csv(120));
  const Settings how{{"label-column", "y"}, {"time", "when"}};
  const auto predictions = [&](const Settings& settings) {
    struct Watch : NoObserver {
      std::vector<double> seen{};
      void round(const RowOfBlock&, const Round& round, const Tally&) { seen.push_back(round.prediction); }
    } watch;
    Session session(settings);
    Complaints complaints;
    session.learn_files({file}, how, complaints, watch);
    return watch.seen;
  };
  // Rows are an hour apart: a row's label is known at once if it is one hour old, and so on.
  CHECK(predictions({{"learner", "ada-implicit"}, {"delay", "1h"}}) == predictions({{"learner", "ada-implicit"}}));
  CHECK(predictions({{"learner", "ada-implicit"}, {"delay", "4h"}}) ==
        predictions({{"learner", "ada-implicit"}, {"horizon", "3"}}));
  CHECK(predictions({{"delay", "210m"}, {"lags", "auto"}}) == predictions({{"horizon", "3"}, {"lags", "auto"}}));
}

TEST_CASE("rows in memory have lags and a horizon, as files have") {
  const Scratch scratch;
  std::string text;
  std::vector<std::size_t> starts{0};
  std::vector<Index> indices;
  std::vector<double> values;
  std::vector<double> labels;
  for (int t = 0; t < 90; ++t) {
    indices.push_back(1);
    values.push_back(0.5 + t % 4);
    labels.push_back((t * 3) % 8);
    starts.push_back(indices.size());
    text += fmt::format("{} 1:{}\n", labels.back(), values.back());
  }
  const std::string file = scratch.write("t.svm", text);
  for (const Settings& settings : {Settings{{"lags", "auto"}}, Settings{{"lags", "1,2,8"}, {"horizon", "5"}}}) {
    Session memory(settings);
    memory.learn({labels.size(), starts.data(), indices.data(), values.data(), labels.data(), nullptr});
    CHECK(to_json(memory.model()) == to_json(learned(settings, file, {}).model()));
  }
  Session late({{"delay", "1h"}});
  CHECK_THROWS_WITH(late.learn({labels.size(), starts.data(), indices.data(), values.data(), labels.data(), nullptr}),
                    Contains("learn from files"));
  CHECK(late.tally().examples == 0);
}

TEST_CASE("rows that wait may have values of any size") {
  const Scratch scratch;
  const std::string file = scratch.write("t.svm", "1 1:1e200\n2 1:2e200\n3 1:1e200\n");
  const Model model = learned({{"loss", "absolute"}, {"horizon", "1"}}, file, {}).model();
  CHECK(to_json(load_bytes(to_binary(model), "model").model) == to_json(model));
}

TEST_CASE("memories that no run leaves behind are refused") {
  const Scratch scratch;
  const std::string file = scratch.write("t.csv", csv(40, 2));
  const Model model = learned({{"loss", "absolute"}, {"lags", "1,3"}, {"horizon", "4"}}, file, columns).model();
  const auto refused = [&](auto change) {
    Model changed = model;
    change(changed);
    CHECK_THROWS(load_bytes(to_json(changed), "model"));
  };
  CHECK_NOTHROW(load_bytes(to_json(model), "model"));
  const auto part = [](Model& changed, const char* name) -> LearnerState::Value& { return *changed.memory.find(name); };
  refused([&](Model& m) { std::get<std::vector<Index>>(part(m, "making/unknown"))[0] += 1; });
  refused([&](Model& m) { std::get<std::vector<Index>>(part(m, "making/lengths"))[0] += 1; });
  refused([&](Model& m) { std::get<std::vector<Index>>(part(m, "making/pending/entities"))[0] = 9; });
  refused([&](Model& m) { std::get<std::vector<Index>>(part(m, "making/pending/sizes"))[0] = 4'000'000'000U; });
  refused([&](Model& m) {
    std::swap(std::get<std::vector<Index>>(part(m, "making/pending/features"))[0],
              std::get<std::vector<Index>>(part(m, "making/pending/features"))[1]);
  });
  refused([&](Model& m) { std::get<std::vector<double>>(part(m, "making/pending/weights"))[0] = -1; });
  refused([&](Model& m) { std::get<std::vector<double>>(part(m, "making/labels"))[0] = 1e200; });
  refused([&](Model& m) { std::get<std::vector<double>>(part(m, "making/times"))[0] = 0.5; });
  refused([&](Model& m) { std::get<std::vector<double>>(part(m, "making/counts"))[0] = 0; });
  refused([&](Model& m) {
    std::get<std::vector<Index>>(part(m, "making/groups/low"))[0] = 1;
    m.memory.add("making/more", 1.0);
  });
  refused([&](Model& m) {
    m.configuration.lags = {};
    m.configuration.horizon = 0;
    m.columns.time.reset();
    m.columns.group.reset();
  });
}

TEST_CASE("a forecast goes on with the labels that rows have, and with the last known ones where they have none") {
  const Scratch scratch;
  const std::string file = scratch.write("t.svm", "1 1:1\n2 1:1\n3 1:1\n4 1:1\n");
  const Model model = learned({{"lags", "1,2,3"}}, file, {}).model();
  const auto row = [](Dataset& rows, double label) {
    rows.begin_row(label);
    rows.push(0, 1);
  };
  const double none = std::numeric_limits<double>::quiet_NaN();
  Dataset rows;
  for (const double label : {none, none, 9.0, none, none}) row(rows, label);
  Forecast forecast(model, LabelForm::written);
  const Dataset& made = forecast.make(rows);
  const auto lags = [&](std::size_t i) {
    std::map<Index, double> found = features(made, i);
    return std::vector<double>{found[first_lag + 1], found[first_lag + 2], found[first_lag + 3]};
  };
  CHECK(lags(0) == std::vector<double>{4, 3, 2});
  CHECK(lags(1) == std::vector<double>{4, 3, 3});
  CHECK(lags(2) == std::vector<double>{4, 3, 4});
  CHECK(lags(3) == std::vector<double>{9, 4, 4});  // 4 stands for the two without a label
  CHECK(lags(4) == std::vector<double>{9, 4, 4});
  REQUIRE(forecast.notes().size() == 1);
  CHECK_THAT(forecast.notes()[0].plain(), Contains("4 rows have no label"));
}

}  // namespace making_test
