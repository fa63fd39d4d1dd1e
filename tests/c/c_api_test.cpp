// tacit.h as a C program uses it. Models are compared with those of the command line, byte by byte.
#include "tacit.h"

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <fstream>
#include <limits>
#include <memory>
#include <set>
#include <thread>

#include "cli/program.hpp"
#include "tacit/run/settings.hpp"

namespace c_api_test {

namespace {

using Handle = std::unique_ptr<tacit_learner, decltype(&tacit_free)>;

Handle create(std::vector<const char*> settings = {}) {
  settings.push_back(nullptr);
  return {tacit_create(settings.data()), tacit_free};
}

// A stream that every test learns from: two or three features a row, one of them far away.
struct Stream {
  std::vector<std::size_t> starts{0};
  std::vector<std::uint32_t> indices;
  std::vector<double> values;
  std::vector<double> labels;
  std::size_t rows() const { return labels.size(); }

  explicit Stream(std::size_t count = 200) {
    for (std::size_t t = 0; t < count; ++t) {
      const double a = static_cast<double>(t * 37 % 101) / 50 - 1;
      const double b = static_cast<double>(t * 61 % 103) / 51 - 1;
      push(1, a);
      push(3, b);
      if (t % 7 == 0) push(70000, 0.25);
      labels.push_back(a + b > 0.2 ? 1 : -1);
      starts.push_back(indices.size());
    }
  }
  void push(std::uint32_t index, double value) {
    indices.push_back(index);
    values.push_back(value);
  }

  std::string libsvm() const {
    std::ostringstream text;
    text.precision(17);
    for (std::size_t i = 0; i < rows(); ++i) {
      text << labels[i];
      for (std::size_t k = starts[i]; k < starts[i + 1]; ++k) text << ' ' << indices[k] << ':' << values[k];
      text << '\n';
    }
    return text.str();
  }

  int learn(tacit_learner* learner, std::size_t from = 0) const {
    for (std::size_t i = from; i < rows(); ++i) {
      const std::size_t first = starts[i];
      const int status =
          tacit_learn(learner, starts[i + 1] - first, &indices[first], &values[first], labels[i], 1, nullptr, nullptr);
      if (status != TACIT_OK) return status;
    }
    return TACIT_OK;
  }
  int learn_at_once(tacit_learner* learner, double* predictions = nullptr, double* losses = nullptr) const {
    return tacit_learn_batch(learner, rows(), starts.data(), indices.data(), values.data(), labels.data(), nullptr, predictions,
                             losses);
  }
};

std::string bytes_of(const tacit_learner* learner) {
  void* bytes = nullptr;
  std::size_t size = 0;
  if (tacit_to_bytes(learner, &bytes, &size) != TACIT_OK) return tacit_error();
  std::string copy(static_cast<const char*>(bytes), size);
  tacit_free_bytes(bytes);
  return copy;
}

bool says(const std::string& part) { return std::string(tacit_error()).find(part) != std::string::npos; }

struct Choice {
  std::vector<const char*> settings;
  std::vector<std::string> flags;
};

}  // namespace

TEST_CASE("the C interface says the version of the program") {
  CHECK(tacit_program({"--version"}).out == std::string("tacit ") + tacit_version() + "\n");
}

TEST_CASE("the same examples from C and on the command line give the same model byte for byte") {
  const std::vector<Choice> choices{
      {{}, {}},
      {{"loss", "hinge"}, {"--loss", "hinge"}},
      {{"loss", "logistic", "labels", "-1,1", "bias", "no"}, {"--loss", "logistic", "--labels", "-1,1", "--no-bias"}},
      {{"loss", "hinge", "l1", "0.01", "l2", "0.1"}, {"--loss", "hinge", "--l1", "0.01", "--l2", "0.1"}},
      {{"loss", "hinge", "learner", "implicit-ftrl", "l1", "0.5"},
       {"--loss", "hinge", "--learner", "implicit-ftrl", "--l1", "0.5"}},
      {{"loss", "hinge", "beta", "0.5"}, {"--loss", "hinge", "--beta", "0.5"}},
      {{"loss", "absolute", "radius", "2"}, {"--loss", "absolute", "--radius", "2"}},
      {{"loss", "hinge", "box", "-0.5,0.5"}, {"--loss", "hinge", "--box", "-0.5,0.5"}},
      {{"features", "70000", "loss", "hinge"}, {"--features", "70000", "--loss", "hinge"}},
      {{"learner", "ogd", "loss", "hinge"}, {"--learner", "ogd", "--loss", "hinge"}},
      {{"update", "truncated", "step-size", "constant", "beta", "0.1"},
       {"--update", "truncated", "--step-size", "constant", "--beta", "0.1"}},
      {{"learner", "doubling", "lipschitz", "3", "loss", "absolute"},
       {"--learner", "doubling", "--lipschitz", "3", "--loss", "absolute"}},
      {{"loss", "pinball", "loss-parameter", "0.9"}, {"--loss", "pinball", "--loss-parameter", "0.9"}},
      {{"learner", "ftrl", "loss", "square"}, {"--learner", "ftrl", "--loss", "square"}},
      {{"loss", "hinge", "scale", "online"}, {"--loss", "hinge", "--scale", "online"}},
      {{"loss", "hinge", "scale", "online", "learner", "ada-implicit"},
       {"--loss", "hinge", "--scale", "online", "--learner", "ada-implicit"}},
      {{"hash", "18"}, {"--hash", "18"}},
  };
  const Stream stream;
  const Scratch scratch;
  const std::string file = scratch.write("stream.svm", stream.libsvm());
  const std::string model = scratch.path("model.tacit");
  for (const auto& [settings, flags] : choices) {
    CAPTURE(flags);
    std::vector<std::string> arguments{"train", file, "-o", model, "--quiet"};
    arguments.insert(arguments.end(), flags.begin(), flags.end());
    const Outcome trained = tacit_program(arguments);
    REQUIRE(trained.status == 0);
    const std::string expected = scratch.read("model.tacit");

    const Handle one_by_one = create(settings);
    REQUIRE(one_by_one);
    REQUIRE(stream.learn(one_by_one.get()) == TACIT_OK);
    CHECK(bytes_of(one_by_one.get()) == expected);
    REQUIRE(tacit_save(one_by_one.get(), scratch.path("c.tacit").c_str()) == TACIT_OK);
    CHECK(scratch.read("c.tacit") == expected);

    const Handle at_once = create(settings);
    REQUIRE(stream.learn_at_once(at_once.get()) == TACIT_OK);
    CHECK(bytes_of(at_once.get()) == expected);

    const Handle from_file = create(settings);
    std::uint64_t examples = 0;
    REQUIRE(tacit_learn_file(from_file.get(), file.c_str(), nullptr, &examples) == TACIT_OK);
    CHECK(examples == stream.rows());
    CHECK(bytes_of(from_file.get()) == expected);
  }
}

TEST_CASE("a settings list that the command line refuses is refused from C with the same sentence but for the dashes") {
  const std::vector<Choice> choices{
      {{"loss", "hing"}, {"--loss", "hing"}},
      {{"learner", "auto", "beta", "1"}, {"--learner", "auto", "--beta", "1"}},
      {{"learner", "ogd", "update", "linear"}, {"--learner", "ogd", "--update", "linear"}},
      {{"step-size", "constant"}, {"--step-size", "constant"}},
      {{"update", "linear"}, {"--update", "linear"}},
      {{"domain", "ball"}, {"--domain", "ball"}},
      {{"domain", "simplex"}, {"--domain", "simplex"}},
      {{"domain", "ball", "box", "0,1"}, {"--domain", "ball", "--box", "0,1"}},
      {{"box", "0"}, {"--box", "0"}},
      {{"beta", "-1"}, {"--beta", "-1"}},
      {{"beta", "fast"}, {"--beta", "fast"}},
      {{"radius", "-1"}, {"--radius", "-1"}},
      {{"box", "1,2"}, {"--box", "1,2"}},
      {{"learner", "doubling", "lipschitz", "0"}, {"--learner", "doubling", "--lipschitz", "0"}},
      {{"loss", "pinball", "loss-parameter", "2"}, {"--loss", "pinball", "--loss-parameter", "2"}},
      {{"beta", "nan"}, {"--beta", "nan"}},
      {{"features", "-2"}, {"--features", "-2"}},
      {{"labels", "1,1", "loss", "hinge"}, {"--labels", "1,1", "--loss", "hinge"}},
      {{"labels", "0,1", "loss", "square"}, {"--labels", "0,1", "--loss", "square"}},
      {{"lipschitz", "2"}, {"--lipschitz", "2"}},
      {{"scale", "std"}, {"--scale", "std"}},
      {{"hash", "40"}, {"--hash", "40"}},
      {{"hash", "20", "dictionary", "yes"}, {"--hash", "20", "--dictionary"}},
      {{"loss", "hinge", "loss-parameter", "1"}, {"--loss", "hinge", "--loss-parameter", "1"}},
  };
  const auto without_dashes = [](std::string text) {
    for (std::size_t at = 0; (at = text.find("--", at)) != std::string::npos;) text.erase(at, 2);
    return text;
  };
  for (const auto& [settings, flags] : choices) {
    CAPTURE(flags);
    std::vector<std::string> arguments{"train", "--quiet"};
    arguments.insert(arguments.end(), flags.begin(), flags.end());
    const Outcome refused = tacit_program(arguments, "1 1:1\n");
    REQUIRE(refused.status == 2);
    CHECK_FALSE(create(settings));
    CHECK(without_dashes(refused.err) == std::string("tacit: ") + tacit_error() + "\n");
  }
}

TEST_CASE("settings that only C can get wrong are refused with a sentence") {
  CHECK_FALSE(create({"learner", "ogd", "beta", "0"}));
  CHECK(says("beta 0: expected a positive number between 1e-150 and 1e150"));
  CHECK_FALSE(create({"los", "hinge"}));
  CHECK(says("unknown setting 'los'; did you mean 'loss'?"));
  CHECK_FALSE(create({"loss"}));
  CHECK(says("loss is given nothing; leave it out, or give a value"));
  CHECK_FALSE(create({"loss", ""}));
  CHECK(says("loss is given nothing"));
  CHECK_FALSE(create({"bias", "maybe"}));
  CHECK(says("unknown bias 'maybe'"));
  const Handle last_counts = create({"loss", "hinge", "loss", "square"});
  REQUIRE(last_counts);
  CHECK(tacit_setting(last_counts.get(), "loss") == std::string("square"));
}

TEST_CASE("the default learner is auto and where beta is given ada-implicit") {
  CHECK(tacit_setting(create().get(), "learner") == std::string("auto"));
  const Handle learner = create({"beta", "2", "radius", "3"});
  CHECK(tacit_setting(learner.get(), "learner") == std::string("ada-implicit"));
  CHECK(tacit_setting(learner.get(), "domain") == std::string("ball"));
  CHECK(tacit_setting(learner.get(), "loss") == std::string("square"));
  CHECK(tacit_setting(learner.get(), "beta") == std::string("2"));
  CHECK(tacit_setting(learner.get(), "radius") == std::string("3"));
  CHECK(tacit_setting(learner.get(), "bias") == std::string("yes"));
  CHECK(tacit_setting(learner.get(), "box") == nullptr);
  CHECK(tacit_setting(learner.get(), "limit") == nullptr);
  CHECK(tacit_setting(create({"features", "5"}).get(), "features") == std::string("5"));
  CHECK(tacit_setting(learner.get(), "colour") == nullptr);
  CHECK(says("unknown setting 'colour'"));
  CHECK(tacit_setting(nullptr, "loss") == nullptr);
  CHECK(tacit_setting(learner.get(), nullptr) == nullptr);
}

TEST_CASE("a text of a setting stays as it is as long as the learner, though the setting changes") {
  const Handle learner = create({"loss", "hinge"});
  CHECK(tacit_setting(learner.get(), "labels") == nullptr);
  const char* const loss = tacit_setting(learner.get(), "loss");
  const std::uint32_t index = 1;
  const double value = 1;
  REQUIRE(tacit_learn(learner.get(), 1, &index, &value, 0, 1, nullptr, nullptr) == TACIT_OK);
  CHECK(tacit_setting(learner.get(), "labels") == std::string("0,1"));
  CHECK(tacit_setting(learner.get(), "loss") == loss);
  CHECK(loss == std::string("hinge"));
}

TEST_CASE("tacit.h names every setting where it is given, and no other") {
  std::ifstream file(TACIT_TEST_DATA "/../include/tacit.h");
  const std::string header{std::istreambuf_iterator<char>(file), {}};
  // The names in the table of the comment above a function: lines of a heading, two blanks or more, and names.
  const auto named = [&](const std::string& function) {
    const std::size_t end = header.find("*/\nTACIT_API " + function);
    REQUIRE(end != std::string::npos);
    std::istringstream comment(header.substr(header.rfind("/*", end), end - header.rfind("/*", end)));
    std::set<std::string> names;
    for (std::string line; std::getline(comment, line);) {
      if (!line.starts_with(" *   ")) continue;
      std::istringstream words(line.substr(line.find("  ", 5)));
      for (std::string word; words >> word;) {
        word.erase(std::remove_if(word.begin(), word.end(), [](char c) { return c == ',' || c == ';'; }), word.end());
        if (word != "or" && word != "with") names.insert(word);
      }
    }
    return names;
  };
  const auto of_scope = [](tacit::SettingScope scope) {
    std::set<std::string> names;
    for (const auto& setting : tacit::all_settings()) {
      if (setting.scope == scope) names.emplace(setting.name);
    }
    return names;
  };
  CHECK(named("tacit_learner* tacit_create") == of_scope(tacit::SettingScope::learner));
  CHECK(named("int tacit_learn_file") == of_scope(tacit::SettingScope::reading));
}

TEST_CASE("learning tells the prediction and the loss of before the move") {
  const Handle learner = create({"learner", "ada-implicit", "loss", "hinge", "bias", "no"});
  const std::uint32_t index = 1;
  const double value = 2;
  double prediction = -7;
  double loss = -7;
  REQUIRE(tacit_learn(learner.get(), 1, &index, &value, 1, 3, &prediction, &loss) == TACIT_OK);
  CHECK(prediction == 0);
  CHECK(loss == 3);  // three times 1 - 0
  REQUIRE(tacit_predict(learner.get(), 1, &index, &value, &prediction) == TACIT_OK);
  CHECK(prediction == 1);  // lambda is 0: right to the margin
  CHECK(tacit_examples(learner.get()) == 1);
  CHECK(tacit_features(learner.get()) == 1);
  CHECK(tacit_nonzeros(learner.get()) == 1);
  CHECK(tacit_mistakes(learner.get()) == 1);
  CHECK(tacit_cumulative_loss(learner.get()) == 3);
  CHECK(tacit_average_loss(learner.get()) == 1);
  CHECK(tacit_lambda(learner.get()) == 3);
  std::size_t count = 0;
  std::uint32_t where = 0;
  double weight = 0;
  REQUIRE(tacit_weights(learner.get(), 0, nullptr, nullptr, &count) == TACIT_OK);
  CHECK(count == 1);
  REQUIRE(tacit_weights(learner.get(), 1, &where, &weight, nullptr) == TACIT_OK);
  CHECK(where == 1);
  CHECK(weight == 0.5);
}

TEST_CASE("a batch predicts and pays what its rows do one by one") {
  const Stream stream;
  const Handle batch = create({"loss", "logistic"});
  std::vector<double> predictions(stream.rows());
  std::vector<double> losses(stream.rows());
  REQUIRE(stream.learn_at_once(batch.get(), predictions.data(), losses.data()) == TACIT_OK);
  const Handle single = create({"loss", "logistic"});
  for (std::size_t i = 0; i < stream.rows(); ++i) {
    const std::size_t first = stream.starts[i];
    double prediction = 0;
    double loss = 0;
    REQUIRE(tacit_learn(single.get(), stream.starts[i + 1] - first, &stream.indices[first], &stream.values[first],
                        stream.labels[i], 1, &prediction, &loss) == TACIT_OK);
    CHECK(prediction == predictions[i]);
    CHECK(loss == losses[i]);
  }
  REQUIRE(tacit_predict_batch(batch.get(), stream.rows(), stream.starts.data(), stream.indices.data(), stream.values.data(),
                              predictions.data()) == TACIT_OK);
  for (std::size_t i = 0; i < stream.rows(); ++i) {
    const std::size_t first = stream.starts[i];
    double prediction = 0;
    REQUIRE(tacit_predict(single.get(), stream.starts[i + 1] - first, &stream.indices[first], &stream.values[first],
                          &prediction) == TACIT_OK);
    CHECK(prediction == predictions[i]);
  }
}

TEST_CASE("weights of examples may be given in a batch") {
  const Handle learner = create({"loss", "absolute", "learner", "ada-implicit"});
  const std::size_t starts[] = {0, 1, 1};
  const std::uint32_t index = 5;
  const double value = 1;
  const double labels[] = {2, 3};
  const double weights[] = {2, 0.5};
  REQUIRE(tacit_learn_batch(learner.get(), 2, starts, &index, &value, labels, weights, nullptr, nullptr) == TACIT_OK);
  CHECK(tacit_average_loss(learner.get()) == tacit_cumulative_loss(learner.get()) / 2.5);
}

TEST_CASE("what is refused changes nothing") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  const Stream stream;
  const Handle learner = create({"loss", "hinge", "scale", "online"});
  REQUIRE(stream.learn(learner.get()) == TACIT_OK);
  const std::string before = bytes_of(learner.get());

  const auto refuses = [&](std::array<std::uint32_t, 2> indices, std::array<double, 2> values, double label, double weight,
                           const char* why) {
    double prediction = 0;
    CHECK(tacit_learn(learner.get(), 2, indices.data(), values.data(), label, weight, nullptr, nullptr) == TACIT_FAILED);
    CHECK_THAT(std::string(tacit_error()), Catch::Contains(why));
    const std::size_t starts[] = {0, 0, 2};
    const double labels[] = {1, label};
    const double weights[] = {1, weight};
    CHECK(tacit_learn_batch(learner.get(), 2, starts, indices.data(), values.data(), labels, weights, nullptr, nullptr) ==
          TACIT_FAILED);
    CHECK_THAT(std::string(tacit_error()), Catch::StartsWith("row 1: ") && Catch::Contains(why));
    if (label == 1 && weight == 1)
      CHECK(tacit_predict(learner.get(), 2, indices.data(), values.data(), &prediction) == TACIT_FAILED);
  };
  refuses({1, 3}, {nan, 1}, 1, 1, "feature 1 is nan; expected a finite number");
  refuses({1, 3}, {1, -infinity}, 1, 1, "feature 3 is -inf; expected a finite number");
  refuses({1, 3}, {1, 1}, nan, 1, "label nan; expected a finite number");
  refuses({1, 3}, {1, 1}, infinity, 1, "label inf");
  refuses({1, 3}, {1, 1}, 1, nan, "weight nan; expected a finite number, 0 or more");
  refuses({1, 3}, {1, 1}, 1, -1, "weight -1");
  refuses({1, 3}, {1, 1}, 7, 1, "label 7; expected -1 or 1; if the classes have other labels, say so with labels NEG,POS");
  refuses({0, 3}, {1, 1}, 1, 1, "index 0; indices start from 1");
  refuses({3, 3}, {1, 1}, 1, 1, "index 3 after 3; indices must increase");
  refuses({3, 1}, {1, 1}, 1, 1, "index 1 after 3; indices must increase");
  refuses({1, 3}, {1e200, 1}, 1, 1, "add up to infinity; scale them");

  const std::size_t backwards[] = {2, 1};
  const std::uint32_t indices[] = {1, 2};
  const double values[] = {1, 2};
  const double label = 1;
  CHECK(tacit_learn_batch(learner.get(), 1, backwards, indices, values, &label, nullptr, nullptr, nullptr) == TACIT_FAILED);
  CHECK(says("expected starts that do not decrease"));
  const std::size_t there_and_back[] = {0, 5, 0};
  const double labels[] = {1, 1};
  CHECK(tacit_learn_batch(learner.get(), 2, there_and_back, nullptr, nullptr, labels, nullptr, nullptr, nullptr) == TACIT_FAILED);

  const Scratch scratch;
  const std::string bad = scratch.write("bad.svm", "1 1:100 9:4\n-1 2:1\n1 4:1 3:1\n");
  CHECK(tacit_learn_file(learner.get(), bad.c_str(), nullptr, nullptr) == TACIT_FAILED);
  CHECK(says("bad.svm:3:"));
  CHECK(tacit_learn_file(learner.get(), scratch.path("none").c_str(), nullptr, nullptr) == TACIT_FAILED);
  CHECK(tacit_learn_file(learner.get(), scratch.write("empty", "").c_str(), nullptr, nullptr) == TACIT_FAILED);

  CHECK(bytes_of(learner.get()) == before);
}

TEST_CASE("null pointers are refused and never followed") {
  const Handle owner = create();
  tacit_learner* learner = owner.get();
  const std::uint32_t index = 1;
  const double value = 1;
  const std::size_t starts[] = {0, 1};
  double out = 0;
  std::uint32_t feature = 0;
  void* bytes = nullptr;
  std::size_t size = 0;
  for (const int status : {tacit_learn(nullptr, 1, &index, &value, 1, 1, nullptr, nullptr),
                           tacit_learn(learner, 1, nullptr, &value, 1, 1, nullptr, nullptr),
                           tacit_learn(learner, 1, &index, nullptr, 1, 1, nullptr, nullptr),
                           tacit_learn_batch(nullptr, 1, starts, &index, &value, &value, nullptr, nullptr, nullptr),
                           tacit_learn_batch(learner, 1, nullptr, &index, &value, &value, nullptr, nullptr, nullptr),
                           tacit_learn_batch(learner, 1, starts, nullptr, &value, &value, nullptr, nullptr, nullptr),
                           tacit_learn_batch(learner, 1, starts, &index, nullptr, &value, nullptr, nullptr, nullptr),
                           tacit_learn_batch(learner, 1, starts, &index, &value, nullptr, nullptr, nullptr, nullptr),
                           tacit_learn_file(nullptr, "x", nullptr, nullptr),
                           tacit_learn_file(learner, nullptr, nullptr, nullptr),
                           tacit_predict(nullptr, 1, &index, &value, &out),
                           tacit_predict(learner, 1, &index, &value, nullptr),
                           tacit_predict(learner, 1, nullptr, &value, &out),
                           tacit_predict_batch(learner, 1, nullptr, &index, &value, &out),
                           tacit_predict_interval(nullptr, 1, &index, &value, &out),
                           tacit_predict_interval(learner, 1, &index, &value, nullptr),
                           tacit_predict_interval_batch(learner, 1, nullptr, &index, &value, &out),
                           tacit_feature_index(nullptr, "a", &feature),
                           tacit_feature_index(learner, nullptr, &feature),
                           tacit_feature_index(learner, "a", nullptr),
                           tacit_weights(nullptr, 0, nullptr, nullptr, &size),
                           tacit_weights(learner, 1, nullptr, &out, &size),
                           tacit_save(nullptr, "x"),
                           tacit_save(learner, nullptr),
                           tacit_to_bytes(nullptr, &bytes, &size),
                           tacit_to_bytes(learner, nullptr, &size),
                           tacit_to_bytes(learner, &bytes, nullptr)}) {
    CHECK(status == TACIT_MISUSED);
    CHECK(says("null pointer"));
  }
  CHECK(tacit_load(nullptr) == nullptr);
  CHECK(tacit_from_bytes(nullptr, 3) == nullptr);
  CHECK(tacit_examples(nullptr) == 0);
  CHECK(tacit_lambda(nullptr) == 0);
  tacit_free(nullptr);
  tacit_free_bytes(nullptr);
  // Nothing is needed for nothing.
  CHECK(tacit_learn(learner, 0, nullptr, nullptr, 1, 1, nullptr, nullptr) == TACIT_OK);
  CHECK(tacit_learn_batch(learner, 0, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr) == TACIT_OK);
  CHECK(tacit_predict_batch(learner, 0, nullptr, nullptr, nullptr, nullptr) == TACIT_OK);
  CHECK(tacit_examples(learner) == 1);
}

TEST_CASE("a learner that is loaded goes on as if it had never been saved") {
  const Stream all(200);
  const Stream half(100);
  const Scratch scratch;
  for (const char* loss : {"hinge", "square"}) {
    const Handle whole = create({"loss", loss});
    REQUIRE(all.learn(whole.get()) == TACIT_OK);
    const Handle first = create({"loss", loss});
    REQUIRE(half.learn(first.get()) == TACIT_OK);
    const std::string bytes = bytes_of(first.get());
    const Handle from_bytes(tacit_from_bytes(bytes.data(), bytes.size()), tacit_free);
    REQUIRE(from_bytes);
    REQUIRE(tacit_save(first.get(), scratch.path("half.json").c_str()) == TACIT_OK);
    const Handle from_json(tacit_load(scratch.path("half.json").c_str()), tacit_free);
    REQUIRE(from_json);
    for (const Handle* half_way : {&first, &from_bytes, &from_json}) {
      REQUIRE(all.learn(half_way->get(), 100) == TACIT_OK);
      CHECK(bytes_of(half_way->get()) == bytes_of(whole.get()));
    }
  }
}

TEST_CASE("bytes that are no model are refused with a sentence") {
  const Handle learner = create();
  std::string bytes = bytes_of(learner.get());
  CHECK(tacit_from_bytes("hello", 5) == nullptr);
  CHECK(says("not a tacit model"));
  CHECK(tacit_from_bytes(bytes.data(), bytes.size() - 1) == nullptr);
  CHECK(says("cut off"));
  bytes[bytes.size() / 2] ^= 1;
  CHECK(tacit_from_bytes(bytes.data(), bytes.size()) == nullptr);
  CHECK(says("checksum"));
  CHECK(tacit_load("/nonexistent/model") == nullptr);
  CHECK(tacit_save(learner.get(), "/nonexistent/model") == TACIT_FAILED);
  CHECK(says("/nonexistent/model"));
}

TEST_CASE("files in any format are learned from with settings of their own") {
  const Scratch scratch;
  const std::string csv = scratch.write("a.csv", "price,area,town\n3,1,x\n4,2,y\n5,3,x\n");
  const std::string model = scratch.path("csv.tacit");
  REQUIRE(tacit_program({"train", csv, "--label-column", "price", "--categorical", "town", "--limit", "2", "--dictionary", "-o",
                         model, "--quiet"})
              .status == 0);
  const Handle learner = create({"dictionary", "yes"});
  const char* settings[] = {"label-column", "price", "categorical", "town", "limit", "2", nullptr};
  std::uint64_t examples = 0;
  REQUIRE(tacit_learn_file(learner.get(), csv.c_str(), settings, &examples) == TACIT_OK);
  CHECK(examples == 2);
  CHECK(bytes_of(learner.get()) == scratch.read("csv.tacit"));

  const char* unknown[] = {"labels", "a,b", nullptr};
  CHECK(tacit_learn_file(learner.get(), csv.c_str(), unknown, nullptr) == TACIT_MISUSED);
  CHECK(says("unknown setting 'labels'"));
  const char* useless[] = {"format", "libsvm", "label-column", "price", nullptr};
  CHECK(tacit_learn_file(learner.get(), csv.c_str(), useless, nullptr) == TACIT_MISUSED);
  const char* none[] = {"limit", "0", nullptr};
  CHECK(tacit_learn_file(learner.get(), csv.c_str(), none, nullptr) == TACIT_MISUSED);
  const char* other_columns[] = {"categorical", "area", "label-column", "price", nullptr};
  CHECK(tacit_learn_file(learner.get(), csv.c_str(), other_columns, nullptr) == TACIT_MISUSED);

  const std::string flawed = scratch.write("flawed.svm", "1 1:1\noops\n2 1:1\n");
  const char* skipping[] = {"on-error", "skip", nullptr};
  const Handle skips = create();
  REQUIRE(tacit_learn_file(skips.get(), flawed.c_str(), skipping, &examples) == TACIT_OK);
  CHECK(examples == 2);
}

TEST_CASE("tables without a header or with another delimiter are learned from as on the command line") {
  const Scratch scratch;
  const std::string table = scratch.write("a.txt", "3:1:2\n4:2:5\n5:3:1\n");
  REQUIRE(tacit_program({"train", table, "--format", "csv", "--no-header", "--delimiter", ":", "--label-column", "1", "-o",
                         scratch.path("a.tacit"), "--quiet"})
              .status == 0);
  const Handle learner = create();
  const char* settings[] = {"format", "csv", "header", "no", "delimiter", ":", "label-column", "1", nullptr};
  std::uint64_t examples = 0;
  REQUIRE(tacit_learn_file(learner.get(), table.c_str(), settings, &examples) == TACIT_OK);
  CHECK(examples == 3);
  CHECK(bytes_of(learner.get()) == scratch.read("a.tacit"));
}

TEST_CASE("named features have the index that files give them") {
  const Scratch scratch;
  const std::string file = scratch.write("a.vw", "1 | red size:2\n-1 | blue size:3\n");
  for (const bool dictionary : {false, true}) {
    const char* yes_or_no = dictionary ? "yes" : "no";
    const Handle by_hand = create({"dictionary", yes_or_no});
    const auto learn = [&](double label, const char* colour, double size) {
      std::uint32_t indices[2];
      double values[] = {1, size};
      REQUIRE(tacit_feature_index(by_hand.get(), colour, &indices[0]) == TACIT_OK);
      REQUIRE(tacit_feature_index(by_hand.get(), "size", &indices[1]) == TACIT_OK);
      if (indices[0] > indices[1]) {
        std::swap(indices[0], indices[1]);
        std::swap(values[0], values[1]);
      }
      REQUIRE(tacit_learn(by_hand.get(), 2, indices, values, label, 1, nullptr, nullptr) == TACIT_OK);
    };
    learn(1, "red", 2);
    learn(-1, "blue", 3);
    const Handle by_file = create({"dictionary", yes_or_no});
    REQUIRE(tacit_learn_file(by_file.get(), file.c_str(), nullptr, nullptr) == TACIT_OK);
    CHECK(bytes_of(by_hand.get()) == bytes_of(by_file.get()));
    std::uint32_t index = 0;
    CHECK(tacit_feature_index(by_hand.get(), "", &index) == TACIT_MISUSED);
    REQUIRE(tacit_feature_index(by_hand.get(), "41", &index) == TACIT_OK);
    CHECK(index == (dictionary ? 4 : 41));
  }
}

TEST_CASE("a model that was scaled predicts the same from C") {
  const Stream stream;
  const Scratch scratch;
  const std::string file = scratch.write("stream.svm", stream.libsvm());
  const std::string model = scratch.path("scaled.tacit");
  REQUIRE(tacit_program({"train", file, "--loss", "hinge", "--scale", "max-abs", "-o", model, "--quiet"}).status == 0);
  const Outcome predicted = tacit_program({"predict", "-m", model, file, "--quiet"});
  const Handle learner(tacit_load(model.c_str()), tacit_free);
  REQUIRE(learner);
  std::vector<double> predictions(stream.rows());
  REQUIRE(tacit_predict_batch(learner.get(), stream.rows(), stream.starts.data(), stream.indices.data(), stream.values.data(),
                              predictions.data()) == TACIT_OK);
  std::istringstream lines(predicted.out);
  for (const double prediction : predictions) {
    double expected = 0;
    lines >> expected;
    CHECK(prediction == expected);
  }
  // What it knows can be learned from, and so can a feature that max-abs has never seen: its scale comes from the call.
  REQUIRE(stream.learn(learner.get()) == TACIT_OK);
  const std::uint32_t index = 12;
  const double value = -4;
  REQUIRE(tacit_learn(learner.get(), 1, &index, &value, 1, 1, nullptr, nullptr) == TACIT_OK);
  const std::string more = scratch.write("more.svm", "1 12:-4\n");
  const std::string both = scratch.path("both.tacit");
  REQUIRE(tacit_program({"train", "--start", model, file, "-o", both, "--quiet"}).status == 0);
  REQUIRE(tacit_program({"train", "--start", both, more, "-o", both, "--quiet"}).status == 0);
  CHECK(bytes_of(learner.get()) == scratch.read("both.tacit"));
}

TEST_CASE("a learner whose numbers have grown beyond a double says so from then on") {
  const Handle learner = create({"learner", "ogd", "beta", "1e10", "loss", "square"});
  const std::uint32_t index = 1;
  const double value = 1e100;
  int status = TACIT_OK;
  for (int t = 0; t < 10 && status == TACIT_OK; ++t)
    status = tacit_learn(learner.get(), 1, &index, &value, 1, 1, nullptr, nullptr);
  CHECK(status == TACIT_FAILED);
  CHECK(says("grown beyond what a double can hold"));
  const double small = 0;
  double prediction = 0;
  CHECK(tacit_learn(learner.get(), 1, &index, &small, 1, 1, nullptr, nullptr) == TACIT_FAILED);
  CHECK(tacit_predict(learner.get(), 1, &index, &small, &prediction) == TACIT_FAILED);
  CHECK(says("begin with a new one, or load a model"));
  CHECK_THAT(bytes_of(learner.get()), Catch::Contains("this learner cannot go on"));
}

TEST_CASE("ftrl takes no more examples than it can") {
  const Handle learner = create({"learner", "ftrl"});
  const std::vector<std::size_t> starts(10002, 0);
  const std::vector<double> labels(10001, 1);
  CHECK(tacit_learn_batch(learner.get(), 10001, starts.data(), nullptr, nullptr, labels.data(), nullptr, nullptr, nullptr) ==
        TACIT_FAILED);
  CHECK(says("more than 10000 examples; ftrl goes through all of them in each round and takes no more"));
  CHECK(tacit_examples(learner.get()) == 0);
}

TEST_CASE("labels are those of the classes that came first") {
  const Handle learner = create({"loss", "hinge"});
  CHECK(tacit_learn(learner.get(), 0, nullptr, nullptr, 0, 1, nullptr, nullptr) == TACIT_OK);
  CHECK(tacit_learn(learner.get(), 0, nullptr, nullptr, 1, 1, nullptr, nullptr) == TACIT_OK);
  CHECK(tacit_learn(learner.get(), 0, nullptr, nullptr, -1, 1, nullptr, nullptr) == TACIT_FAILED);
  const Handle named = create({"loss", "hinge", "labels", "1,2"});
  CHECK(tacit_learn(named.get(), 0, nullptr, nullptr, 2, 1, nullptr, nullptr) == TACIT_OK);
  CHECK(tacit_learn(named.get(), 0, nullptr, nullptr, 0, 1, nullptr, nullptr) == TACIT_FAILED);
}

TEST_CASE("two threads with two learners do not meet and many may predict with one") {
  const Stream stream(2000);
  const Handle reference = create({"loss", "hinge"});
  REQUIRE(stream.learn(reference.get()) == TACIT_OK);
  std::array<std::string, 2> models;
  std::array<std::string, 2> errors;
  std::array<bool, 2> same{};
  const auto work = [&](std::size_t which) {
    const Handle learner = create({"loss", "hinge"});
    stream.learn(learner.get());
    const char* wrong[] = {"loss", which == 0 ? "hing" : "squar", nullptr};
    tacit_create(wrong);
    models.at(which) = bytes_of(learner.get());
    std::vector<double> ours(stream.rows());
    std::vector<double> theirs(stream.rows());
    tacit_predict_batch(learner.get(), stream.rows(), stream.starts.data(), stream.indices.data(), stream.values.data(),
                        ours.data());
    tacit_predict_batch(reference.get(), stream.rows(), stream.starts.data(), stream.indices.data(), stream.values.data(),
                        theirs.data());
    same.at(which) = ours == theirs;
    errors.at(which) = tacit_error();
  };
  std::thread first(work, 0);
  std::thread second(work, 1);
  first.join();
  second.join();
  CHECK(models[0] == bytes_of(reference.get()));
  CHECK(models[1] == models[0]);
  CHECK(same[0]);
  CHECK(same[1]);
  CHECK_THAT(errors[0], Catch::Contains("did you mean 'hinge'"));
  CHECK_THAT(errors[1], Catch::Contains("did you mean 'square'"));
}

TEST_CASE("intervals are those of the command line's predictions") {
  const Stream stream(400);
  const Handle learner = create({"loss", "absolute", "interval", "0.8"});
  REQUIRE(learner);
  REQUIRE(tacit_learn_batch(learner.get(), stream.rows(), stream.starts.data(), stream.indices.data(), stream.values.data(),
                            stream.labels.data(), nullptr, nullptr, nullptr) == TACIT_OK);
  CHECK(std::string(tacit_setting(learner.get(), "interval")) == "0.8");
  std::vector<double> ends(3 * stream.rows());
  std::vector<double> predictions(stream.rows());
  REQUIRE(tacit_predict_interval_batch(learner.get(), stream.rows(), stream.starts.data(), stream.indices.data(),
                                       stream.values.data(), ends.data()) == TACIT_OK);
  REQUIRE(tacit_predict_batch(learner.get(), stream.rows(), stream.starts.data(), stream.indices.data(), stream.values.data(),
                              predictions.data()) == TACIT_OK);
  for (std::size_t i = 0; i < stream.rows(); ++i) {
    REQUIRE(ends[3 * i + 1] == predictions[i]);
    REQUIRE((ends[3 * i] < predictions[i] && predictions[i] < ends[3 * i + 2]));
  }
  double one[3];
  REQUIRE(tacit_predict_interval(learner.get(), stream.starts[1], stream.indices.data(), stream.values.data(), one) == TACIT_OK);
  CHECK(std::equal(one, one + 3, ends.begin()));
  const Handle plain = create({"loss", "absolute"});
  CHECK(tacit_predict_interval(plain.get(), stream.starts[1], stream.indices.data(), stream.values.data(), one) == TACIT_MISUSED);
  CHECK(std::string(tacit_error()).find("makes no intervals") != std::string::npos);
}

}  // namespace c_api_test
