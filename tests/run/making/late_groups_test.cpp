// A delay with groups: what a row knows depends on its own clock, not on the order of the table.
#include <fmt/format.h>
#include <catch2/catch.hpp>

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "scratch.hpp"
#include "tacit/data/made_features.hpp"
#include "tacit/run/file_predictions.hpp"
#include "tacit/run/reading.hpp"
#include "tacit/run/session.hpp"

namespace late_groups_test {

using namespace tacit;

namespace {

constexpr int shops = 3;
const Settings columns{{"label-column", "y"}, {"time", "when"}, {"group", "shop"}};

double label(int hour, int shop) { return 100 * (shop + 1) + hour; }

// Hours `from` to `to` of all shops, hour after hour or shop after shop.
enum class Sorted { by_hour, by_shop };
std::vector<std::pair<int, int>> cells(int from, int to, Sorted sorted) {
  std::vector<std::pair<int, int>> all;
  for (int hour = from; hour < to; ++hour) {
    for (int shop = 0; shop < shops; ++shop) all.emplace_back(hour, shop);
  }
  if (sorted == Sorted::by_shop)
    std::ranges::stable_sort(all, [](const auto& one, const auto& other) { return one.second < other.second; });
  return all;
}

std::string line(int hour, int shop) {
  return fmt::format("2024-01-{:02}T{:02}:00,s{},{}\n", hour / 24 + 1, hour % 24, shop, label(hour, shop));
}

std::string table(const std::vector<std::pair<int, int>>& rows) {
  std::string text = "when,shop,y\n";
  for (const auto& [hour, shop] : rows) text += line(hour, shop);
  return text;
}

Session learned(const Settings& settings, const std::string& file) {
  Session session(settings);
  session.learn_files({file}, columns);
  return session;
}

// Features of the row that came last, which waits.
std::map<Index, double> last_row(const Model& model) {
  const auto& sizes = std::get<std::vector<Index>>(*model.memory.find("making/pending/sizes"));
  const auto& features = std::get<std::vector<Index>>(*model.memory.find("making/pending/features"));
  const auto& values = std::get<std::vector<double>>(*model.memory.find("making/pending/values"));
  std::map<Index, double> last;
  for (std::size_t k = features.size() - sizes.back(); k < features.size(); ++k) last[features[k]] = values[k];
  return last;
}

}  // namespace

TEST_CASE("with a delay, the lags of a row are those that its own clock has come to, in any order of the table") {
  const Scratch scratch;
  const std::string first = scratch.write("first.csv", table(cells(0, 24, Sorted::by_hour)));
  for (const Sorted sorted : {Sorted::by_hour, Sorted::by_shop}) {
    Session session = learned({{"loss", "absolute"}, {"delay", "4h"}, {"lags", "1,2"}}, first);
    const auto rows = cells(24, 60, sorted);
    for (const auto& [hour, shop] : rows) {
      session.learn_files({scratch.write("row.csv", "when,shop,y\n" + line(hour, shop))});
      std::map<Index, double> features = last_row(session.model());
      CHECK(features[first_lag + 1] == label(hour - 4, shop));
      CHECK(features[first_lag + 2] == label(hour - 5, shop));
    }
  }
}

TEST_CASE("with a delay, predictions of a table sorted by group are those of the table sorted by time") {
  const Scratch scratch;
  const std::string first = scratch.write("first.csv", table(cells(0, 72, Sorted::by_hour)));
  for (const char* learner : {"ada-implicit", "auto"}) {
    const Model model = learned({{"learner", learner}, {"loss", "absolute"}, {"delay", "4h"}, {"lags", "auto"}}, first).model();
    std::map<std::pair<int, int>, std::pair<std::map<Index, double>, double>> by_hour;
    for (const Sorted sorted : {Sorted::by_hour, Sorted::by_shop}) {
      const auto cells_of_table = cells(72, 110, sorted);
      FeatureNames names = feature_names(model, true);
      Complaints complaints;
      const std::string file = scratch.write("rest.csv", table(cells_of_table));
      ExampleStream stream(stream_settings({file}, columns, model, ReadingUse::prediction), names, complaints);
      Session session(model);
      FilePredictions predictions({model, session.learner()}, LabelForm::written);
      Block* const block = stream.next();
      REQUIRE(block != nullptr);
      predictions.take(*block);
      REQUIRE(predictions.predict(stream));
      REQUIRE(predictions.rows().size() == cells_of_table.size());
      for (std::size_t i = 0; i < cells_of_table.size(); ++i) {
        const Row row = predictions.rows().row(i);
        std::map<Index, double> features;
        for (std::size_t k = 0; k < row.size; ++k) features[row.index[k]] = row.value[k];
        CHECK(features[first_lag + 1] == label(cells_of_table[i].first - 4, cells_of_table[i].second));
        const std::pair now(features, predictions.scores()[i]);
        if (sorted == Sorted::by_hour) by_hour[cells_of_table[i]] = now;
        CHECK(by_hour[cells_of_table[i]] == now);
      }
    }
  }
}

TEST_CASE("with a delay, a run over a table sorted by group that stops at any row goes on bit for bit") {
  const Scratch scratch;
  const auto rows = cells(0, 30, Sorted::by_shop);
  for (const Settings& settings : {Settings{{"loss", "absolute"}, {"delay", "3h"}, {"lags", "1,24"}},
                                   Settings{{"loss", "absolute"}, {"delay", "3h"}, {"lags", "1"}, {"interval", "0.8"}}}) {
    // The hours of the second part let the learner know labels of the first that their shops do not know yet.
    auto twice = rows;
    const auto later = cells(30, 50, Sorted::by_shop);
    twice.insert(twice.end(), later.begin(), later.end());
    const std::string unbroken = to_json(learned(settings, scratch.write("whole.csv", table(twice))).model());
    const auto end = static_cast<std::ptrdiff_t>(rows.size());
    for (const std::ptrdiff_t stop : {std::ptrdiff_t{40}, end + 5, end + 25, end + 40}) {
      const Model before = learned(settings, scratch.write("first.csv", table({twice.begin(), twice.begin() + stop}))).model();
      for (const std::string& bytes : {to_binary(before), to_json(before)}) {
        Session session(load_bytes(bytes, "model"));
        session.learn_files({scratch.write("rest.csv", table({twice.begin() + stop, twice.end()}))});
        CHECK(to_json(session.model()) == unbroken);
      }
    }
  }
}

TEST_CASE("labels that are held back are refused where no run leaves them behind") {
  const Scratch scratch;
  auto rows = cells(0, 30, Sorted::by_hour);
  const auto later = cells(30, 50, Sorted::by_shop);
  rows.insert(rows.end(), later.begin(), later.begin() + 20);
  const Settings settings{{"loss", "absolute"}, {"delay", "3h"}, {"lags", "1"}};
  const Model model = learned(settings, scratch.write("t.csv", table(rows))).model();
  const auto refused = [&](auto change) {
    Model changed = model;
    change(changed);
    CHECK_THROWS(load_bytes(to_json(changed), "model"));
  };
  const auto numbers = [](Model& m, const char* name) -> std::vector<double>& {
    return std::get<std::vector<double>>(*m.memory.find(name));
  };
  const auto whose = [](Model& m) -> std::vector<Index>& {
    return std::get<std::vector<Index>>(*m.memory.find("making/held/entities"));
  };
  Model same = model;
  CHECK(numbers(same, "making/held/labels") == std::vector<double>{227, 228, 229, 327, 328, 329});
  CHECK_NOTHROW(load_bytes(to_json(model), "model"));
  refused([&](Model& m) { whose(m)[0] = 9; });
  refused([&](Model& m) { whose(m)[0] = 0; });
  refused([&](Model& m) { numbers(m, "making/held/weights")[0] = -1; });
  refused([&](Model& m) { numbers(m, "making/held/times")[0] = 0.5; });
  refused([&](Model& m) { numbers(m, "making/held/labels").pop_back(); });
  refused([&](Model& m) { numbers(m, "making/held/labels").push_back(1); });
  refused([&](Model& m) { m.configuration.delay = 0, m.configuration.horizon = 3; });
}

}  // namespace late_groups_test
