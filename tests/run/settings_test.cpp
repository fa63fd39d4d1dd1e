#include "tacit/run/settings.hpp"

#include <catch2/catch.hpp>

#include <set>

#include "tacit/data/feature_names.hpp"
#include "tacit/learners/kinds.hpp"
#include "tacit/run/configure.hpp"
#include "tacit/run/model.hpp"

namespace settings_test {

using namespace tacit;
using Kind = SettingError::Kind;

namespace {

Kind refused(const Settings& settings) {
  try {
    configure(settings);
  } catch (const SettingError& error) {
    return error.kind();
  }
  FAIL("nothing was refused");
  return {};
}

Kind refused(std::string_view name, std::string_view typed) {
  try {
    Settings().set(name, typed);
  } catch (const SettingError& error) {
    CHECK(error.setting() == name);
    CHECK(error.value() == typed);
    return error.kind();
  }
  FAIL("nothing was refused");
  return {};
}

}  // namespace

TEST_CASE("every setting of the table is there once, under a name that flags can have", "[settings]") {
  std::set<std::string_view> names;
  std::set<std::string_view> keys;
  for (const Setting& setting : all_settings()) {
    CHECK(names.insert(setting.name).second);
    CHECK(setting.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") == std::string_view::npos);
    CHECK(!setting.description().empty());
    CHECK((setting.kind != SettingKind::word || setting.words != nullptr));
    if (setting.key.empty()) continue;
    CHECK(keys.insert(setting.key).second);
    CHECK(setting.get != nullptr);
    CHECK(setting.put != nullptr);
  }
}

TEST_CASE("what a model remembers of a setting can be put into another model", "[settings]") {
  Model model;
  model.configuration = configure({{"learner", "doubling"},
                                   {"loss", "pinball"},
                                   {"loss-parameter", "0.25"},
                                   {"radius", "3"},
                                   {"lipschitz", "2"},
                                   {"beta", "0.5"},
                                   {"bias", "no"},
                                   {"scale", "online"},
                                   {"hash", "18"}});
  model.columns = {.categorical = {"a", "b"}, .ignored = {"c"}, .label_column = "y", .id = "i", .header = true};
  Model other;
  for (const Setting& setting : all_settings()) {
    if (setting.key.empty()) continue;
    const SettingValue value = setting.get(model);
    if (!std::holds_alternative<std::monostate>(value)) setting.put(other, value);
  }
  CHECK(other.configuration == model.configuration);
  CHECK(other.columns == model.columns);
}

TEST_CASE("settings are read as they are typed", "[settings]") {
  const Settings settings{{"beta", "+0.5"},  {"limit", "10"},          {"bias", "no"},   {"labels", "ham,spam"},
                          {"box", "-1,2.5"}, {"categorical", "a,b,c"}, {"loss", "hinge"}};
  CHECK(settings.real("beta") == 0.5);
  CHECK(settings.count("limit") == 10);
  CHECK(settings.yes("bias") == false);
  CHECK(settings.list("labels") == std::vector<std::string>{"ham", "spam"});
  CHECK(settings.pair("box") == std::pair(-1.0, 2.5));
  CHECK(settings.list("categorical") == std::vector<std::string>{"a", "b", "c"});
  CHECK(!settings.has("radius"));
  CHECK(!settings.real("radius"));
  CHECK(Settings{{"labels", "1,2"}}.pair("labels") == std::pair(1.0, 2.0));
  CHECK(Settings{{"labels", "1,two"}}.list("labels") == std::vector<std::string>{"1", "two"});
}

TEST_CASE("what is said comes back in the order of the table, as it would be typed", "[settings]") {
  const Settings settings{{"hash", "20"}, {"loss", "logistic"}, {"labels", "0,1"}};
  std::string all;
  for (const auto& [setting, value] : settings.said()) all += std::string(setting->name) + "=" + as_text(value) + " ";
  CHECK(all == "loss=logistic labels=0,1 hash=20 ");
}

TEST_CASE("a setting that is none, or no value of it, is refused with its name and value", "[settings]") {
  CHECK_THROWS_AS(Settings().set("lose", "hinge"), SettingError);
  CHECK(refused("loss", "hing") == Kind::unknown);
  CHECK(refused("beta", "fast") == Kind::bad_value);
  CHECK(refused("beta", "inf") == Kind::bad_value);
  CHECK(refused("limit", "-1") == Kind::bad_value);
  CHECK(refused("limit", "1.5") == Kind::bad_value);
  CHECK(refused("bias", "maybe") == Kind::bad_value);
  CHECK(refused("box", "1") == Kind::bad_value);
  CHECK(refused("labels", "a,") == Kind::bad_value);
  CHECK(refused("scale", "") == Kind::bad_value);
  CHECK(refused("label-column", "\xff") == Kind::bad_value);
}

TEST_CASE("settings that do not go together are refused in the way they are wrong", "[settings]") {
  CHECK(refused({{"learner", "ogd"}, {"update", "linear"}}) == Kind::contradiction);
  CHECK(refused({{"update", "linear"}}) == Kind::missing);
  CHECK(refused({{"learner", "nobody"}}) == Kind::unknown);
  CHECK(refused({{"learner", "auto"}, {"beta", "1"}}) == Kind::contradiction);
  CHECK(refused({{"domain", "ball"}}) == Kind::missing);
  CHECK(refused({{"domain", "ball"}, {"box", "0,1"}}) == Kind::contradiction);
  CHECK(refused({{"radius", "1"}, {"features", "3"}}) == Kind::contradiction);
  CHECK(refused({{"lipschitz", "2"}}) == Kind::without_use);
  CHECK(refused({{"labels", "1,1"}}) == Kind::bad_value);
  CHECK(refused({{"labels", "1,2"}, {"loss", "square"}}) == Kind::without_use);
  CHECK(refused({{"hash", "40"}}) == Kind::bad_value);
  CHECK(refused({{"hash", "8"}, {"dictionary", "yes"}}) == Kind::contradiction);
}

TEST_CASE("what is not said is decided once", "[settings]") {
  CHECK(learner_name(configure({})) == "auto");
  CHECK(learner_name(configure({{"beta", "2"}})) == "ada-implicit");
  CHECK(learner_name(configure({{"radius", "2"}})) == "ada-implicit");
  CHECK(configure({}).loss == "square");
  CHECK(configure({{"labels", "no,yes"}}).loss == "logistic");
  CHECK(configure({{"radius", "2"}}).domain == "ball");
}

TEST_CASE("a setting that only one domain has chooses it, and leaves no place for auto", "[settings]") {
  for (const Setting& setting : all_settings()) {
    if (setting.domain.empty()) continue;
    CAPTURE(setting.name);
    CHECK(setting.one_learner);
    CHECK(!setting.key.empty());
    const Configuration configuration = configure(Settings().set(setting.name, setting.kind == SettingKind::pair ? "-2,2" : "3"));
    CHECK(configuration.domain == setting.domain);
    CHECK(learner_name(configuration) != default_learner);
    Model model;
    model.configuration = configuration;
    CHECK(!std::holds_alternative<std::monostate>(setting.get(model)));
    model.configuration.domain = "whole-space";
    CHECK(std::holds_alternative<std::monostate>(setting.get(model)));
  }
}

TEST_CASE("a setting of the other scope is unknown where one scope is meant", "[settings]") {
  Settings settings;
  settings.set(SettingScope::reading, "limit", "3").set(SettingScope::learner, "loss", "hinge");
  CHECK(settings.count("limit") == 3);
  CHECK(settings.text("loss") == "hinge");
  try {
    settings.set(SettingScope::learner, "limit", "3");
    FAIL("nothing was refused");
  } catch (const SettingError& error) {
    CHECK(error.kind() == Kind::unknown);
    CHECK(error.setting() == "limit");
    CHECK(std::string(error.what()).find("on-error") == std::string::npos);
  }
}

TEST_CASE("online scaling is for every learner and domain", "[settings]") {
  for (const std::string_view learner : learner_names()) CHECK_NOTHROW(configure({{"scale", "online"}, {"learner", learner}}));
  CHECK_NOTHROW(configure({{"scale", "online"}, {"features", "3"}}));
}

TEST_CASE("too many examples are refused in one wording", "[settings]") {
  const Configuration ftrl = configure({{"learner", "ftrl"}});
  CHECK(too_many_examples(ftrl).plain() ==
        "more than 10000 examples; ftrl goes through all of them in each round and takes no more: use ada-implicit");
  CHECK(too_many_examples(ftrl, 7).plain() ==
        "more than 10000 examples; ftrl goes through all of them in each round and takes no more: give limit 7, or use "
        "ada-implicit");
}

TEST_CASE("a model has settings as people would say them", "[settings]") {
  const auto text = [](const Settings& settings, std::string_view name) {
    Model model;
    model.configuration = configure(settings);
    return as_text(value_of(setting(name), model));
  };
  const Settings simplex{{"features", "3"}};
  CHECK(text(simplex, "features") == "3");
  CHECK(text(Settings(simplex).set("bias", "no"), "features") == "3");
  CHECK(text({}, "features").empty());
  CHECK(text({{"learner", "doubling"}, {"lipschitz", "2"}}, "lipschitz") == "2");
  CHECK(text({{"learner", "ogd"}}, "lipschitz").empty());
  CHECK(text({{"hash", "9"}}, "hash") == "9");
  CHECK(text({}, "hash") == std::to_string(FeatureNames::default_bits));
  CHECK(text({{"hash", "9"}}, "dictionary").empty());
  CHECK(text({{"dictionary", "yes"}}, "hash").empty());
  CHECK(text({{"dictionary", "yes"}}, "dictionary") == "yes");
  CHECK(text({{"box", "-1,2"}}, "box") == "-1,2");
  CHECK(text({}, "limit").empty());  // no model remembers it
}

TEST_CASE("a difference names the setting as the model has it", "[settings]") {
  Model model;
  model.configuration = configure({{"box", "-1,2"}});
  CHECK(!difference(setting("box"), std::pair(-1.0, 2.0), model));
  CHECK(difference(setting("box"), std::pair(-1.0, 1.0), model) == mention("box", "-1,2"));
  CHECK(difference(setting("radius"), 1.0, model) == mention("radius"));
  CHECK(!difference(setting("radius"), {}, model));
}

TEST_CASE("every group of settings has a title and comes once", "[settings]") {
  std::set<std::string> titles;
  for (const SettingGroup group : setting_groups) CHECK(titles.insert(title_of(group)).second);
  for (const Setting& known : all_settings()) CHECK(titles.contains(title_of(known.group)));
  CHECK(!titles.contains(""));
}

}  // namespace settings_test
