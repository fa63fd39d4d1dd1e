#include "tacit/run/prediction_output.hpp"

#include <catch2/catch.hpp>

#include "tacit/core/setting_error.hpp"
#include "tacit/losses/logistic.hpp"

namespace prediction_output_test {

using namespace tacit;
using Catch::Matchers::Contains;
using enum PredictionOutput;

namespace {

Configuration with_loss(const char* loss) {
  Configuration configuration;
  configuration.loss = loss;
  return configuration;
}

std::string refusal(const char* loss, const char* word) {
  try {
    prediction_output(with_loss(loss), word);
  } catch (const SettingError& error) {
    CHECK(error.setting() == "output");
    return error.what();
  }
  return "nothing";
}

}  // namespace

TEST_CASE("an output has a word, and score has another") {
  CHECK(prediction_output(with_loss("square"), "score") == score);
  CHECK(prediction_output(with_loss("square"), "value") == score);
  CHECK(prediction_output(with_loss("hinge"), "label") == label);
  CHECK(prediction_output(with_loss("logistic"), "probability") == probability);
  CHECK(prediction_output_words().front() == "score");
}

TEST_CASE("an output that a learner does not have is refused") {
  CHECK_THAT(refusal("square", "scores"), Contains("did you mean 'score'? one of: score, label, probability"));
  CHECK_THAT(refusal("square", "label"), Contains("output label is for two classes; the loss of the learner is square"));
  CHECK_THAT(refusal("hinge", "probability"),
             Contains("the logistic loss; the loss of the learner is hinge") && Contains("loss logistic"));
  CHECK_THAT(refusal("square", "probability"), Contains("the logistic loss"));
}

TEST_CASE("a score is shown as it is, as a label or as a probability") {
  Configuration configuration = with_loss("logistic");
  CHECK(shown(-0.5, score, configuration) == -0.5);
  CHECK(shown(-0.5, label, configuration) == -1);
  CHECK(shown(0, label, configuration) == -1);
  CHECK(shown(0.5, label, configuration) == 1);
  CHECK(shown(0.5, probability, configuration) == Logistic::probability(0.5));
  configuration.labels = {3, 4};
  CHECK(shown(0.5, label, configuration) == 4);
  CHECK(shown(-0.5, label, configuration) == 3);
  std::vector<double> scores{-1, 2, 0.5};
  show(scores, score, configuration);
  CHECK(scores == std::vector<double>{-1, 2, 0.5});
  show(scores, label, configuration);
  CHECK(scores == std::vector<double>{3, 4, 4});
}

}  // namespace prediction_output_test
