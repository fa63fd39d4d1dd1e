// Several classes in C: scores per class and the names behind their numbers.
#include <catch2/catch.hpp>
#include <cstring>
#include <limits>
#include <vector>

#include "tacit.h"

namespace c_classes_test {

using Catch::Matchers::Contains;

TEST_CASE("classes of whole numbers have a score each, and names") {
  const char* settings[] = {"loss", "softmax", "learner", "ada-implicit", nullptr};
  tacit_learner* const learner = tacit_create(settings);
  REQUIRE(learner != nullptr);
  CHECK(tacit_outputs(learner) == 0);
  CHECK(tacit_class_name(learner, 0) == nullptr);
  const std::size_t starts[] = {0, 1, 2, 3, 4};
  const std::uint32_t indices[] = {1, 2, 1, 2};
  const double values[] = {1, 1, 1, 1};
  const double labels[] = {7, 1, 7, 1};
  std::vector<double> predictions(4);
  for (int pass = 0; pass < 40; ++pass)
    REQUIRE(tacit_learn_batch(learner, 4, starts, indices, values, labels, nullptr, predictions.data(), nullptr) == TACIT_OK);
  CHECK(predictions == std::vector<double>{0, 1, 0, 1});
  REQUIRE(tacit_outputs(learner) == 2);
  CHECK(std::strcmp(tacit_class_name(learner, 0), "7") == 0);
  CHECK(std::strcmp(tacit_class_name(learner, 1), "1") == 0);
  CHECK(tacit_class_name(learner, 2) == nullptr);
  CHECK(tacit_class_name(nullptr, 0) == nullptr);
  std::vector<double> scores(2);
  REQUIRE(tacit_predict(learner, 1, indices, values, scores.data()) == TACIT_OK);
  CHECK(scores[0] > scores[1]);
  CHECK(tacit_learn(learner, 1, indices, values, 0.5, 1, nullptr, nullptr) == TACIT_FAILED);
  CHECK(tacit_outputs(learner) == 2);
  CHECK(tacit_mistakes(learner) >= 2);
  tacit_free(learner);
  const char* fixed[] = {"classes", "a,b,c", "learner", "ogd", nullptr};
  tacit_learner* const words = tacit_create(fixed);
  REQUIRE(words != nullptr);
  CHECK(tacit_outputs(words) == 3);
  CHECK(std::strcmp(tacit_class_name(words, 2), "c") == 0);
  CHECK(std::strcmp(tacit_setting(words, "classes"), "a,b,c") == 0);
  CHECK(tacit_learn(words, 1, indices, values, 1, 1, nullptr, nullptr) == TACIT_FAILED);
  tacit_free(words);
}

TEST_CASE("a number that is no class is refused in C with what was expected, and leaves nothing") {
  const char* settings[] = {"loss", "softmax", "learner", "ada-implicit", nullptr};
  tacit_learner* const learner = tacit_create(settings);
  REQUIRE(learner != nullptr);
  const std::uint32_t index = 1;
  const double value = 1;
  REQUIRE(tacit_learn(learner, 1, &index, &value, 0x1p53 - 1, 1, nullptr, nullptr) == TACIT_OK);
  CHECK(std::strcmp(tacit_class_name(learner, 0), "9007199254740991") == 0);
  const double infinity = std::numeric_limits<double>::infinity();
  for (const double label : {std::numeric_limits<double>::quiet_NaN(), infinity, -infinity, 0x1p53, -0x1p53, 1e300, 0.5}) {
    CHECK(tacit_learn(learner, 1, &index, &value, label, 1, nullptr, nullptr) == TACIT_FAILED);
    CHECK_THAT(tacit_error(), Contains("expected a class: a w"));
    const std::size_t starts[] = {0, 1, 2};
    const std::uint32_t indices[] = {1, 1};
    const double values[] = {1, 1};
    const double labels[] = {3, label};
    CHECK(tacit_learn_batch(learner, 2, starts, indices, values, labels, nullptr, nullptr, nullptr) == TACIT_FAILED);
    CHECK_THAT(tacit_error(), Contains("row 1: label ") && Contains("expected a class: a w"));
  }
  CHECK(tacit_outputs(learner) == 1);
  tacit_free(learner);
}

}  // namespace c_classes_test
