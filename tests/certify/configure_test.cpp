#include "tacit/certify/configure.hpp"

#include <catch2/catch.hpp>

#include <numbers>

#include "tacit/certify/certificate.hpp"
#include "tacit/core/setting_error.hpp"
#include "tacit/data/data_error.hpp"
#include "tacit/learners/kinds.hpp"
#include "tacit/run/model.hpp"

namespace configure_test {

using namespace tacit;

TEST_CASE("a certificate is of ada-implicit, on the ball with the theorem's beta", "[certify]") {
  const Configuration plain = certificate_configuration({});
  CHECK(learner_name(plain) == "ada-implicit");
  CHECK(plain.loss == "square");
  CHECK(plain.beta == 1);
  const Configuration ball = certificate_configuration({{"radius", "5"}});
  CHECK(ball.domain == "ball");
  CHECK(ball.beta == std::numbers::sqrt2 * 5);
  CHECK(ball.beta == theorem_beta(5));
  CHECK(certificate_configuration({{"update", "implicit"}, {"step-size", "ada-implicit"}, {"radius", "5"}}) == ball);
  CHECK(certificate_configuration({{"radius", "5"}, {"beta", "2"}}).beta == 2);
  CHECK(certificate_configuration({{"radius", "5"}, {"learner", "ogd"}}).beta == 1);
}

TEST_CASE("labels without a loss choose the logistic loss of a certificate", "[certify]") {
  CHECK(certificate_configuration({{"labels", "1,2"}}).loss == "logistic");
  CHECK(certificate_configuration({{"labels", "1,2"}, {"loss", "hinge"}}).loss == "hinge");
}

TEST_CASE("what cannot be certified is refused by the name of what is wrong", "[certify]") {
  const auto refused = [](const Settings& settings, const CertificateOptions& options = {}) -> std::string {
    try {
      require_certifiable(certificate_configuration(settings), options);
    } catch (const SettingError& error) {
      return error.setting();
    }
    return "nothing";
  };
  CHECK(refused({{"radius", "1"}}) == "nothing");
  CHECK(refused({}, {.comparator_radius = 2}) == "nothing");
  CHECK(refused({{"scale", "online"}, {"radius", "1"}}) == "scale");
  CHECK(refused({}) == "comparator-radius");
  CHECK(refused({{"box", "-1,1"}}) == "domain");
  CHECK(refused({{"radius", "1"}}, {.comparator_radius = 2}) == "comparator-radius");
  CHECK(refused({{"radius", "1"}}, {.comparator_radius = -1}) == "comparator-radius");
  CHECK(refused({{"radius", "1"}}, {.gap = 0}) == "gap");
  CHECK_THROWS_WITH(require_certifiable(certificate_configuration({{"radius", "-1"}}), {}),
                    Catch::Contains("radius") && !Catch::Contains("comparator"));
  CHECK(refused({{"radius", "1"}}, {.threads = 0}) == "threads");
  CHECK(refused({{"radius", "1"}}, {.threads = 1025}) == "threads");
  CHECK(refused({{"radius", "1"}}, {.threads = 1024}) == "nothing");
}

TEST_CASE("the best fixed model starts a learner that has one vector of weights", "[certify]") {
  const Comparator comparator{.weights = {{0, 0.5}, {2, -2.0}}, .loss = {0, 1}};
  const Configuration ball = certificate_configuration({{"radius", "5"}, {"learner", "ogd"}});
  const Model plain = comparator_model(ball, comparator);
  CHECK(plain.configuration == ball);
  CHECK(plain.weights == SparseWeights{{0, 0.5}, {2, -2.0}});
  CHECK(!plain.state);
  const Model mixed = comparator_model(certificate_configuration({{"learner", "auto"}}), comparator);
  CHECK(learner_name(mixed.configuration) == "ada-implicit");
  CHECK(mixed.weights == plain.weights);
}

TEST_CASE("a learner that takes few examples has no certificate over more", "[certify]") {
  const Configuration configuration = certificate_configuration({{"learner", "ftrl"}, {"radius", "1"}});
  const auto learner = make_learner(configuration);
  const auto most = kind_of(configuration).most_examples;
  REQUIRE(most);
  require_few_examples(configuration, *most);
  CHECK_THROWS_AS(require_few_examples(configuration, *most + 1), DataError);
}

TEST_CASE("numbers that grow too large are refused with the advice of any run, by the names of settings", "[certify]") {
  Configuration configuration = certificate_configuration({{"learner", "ogd"}, {"beta", "1e100"}});
  Dataset rows;
  for (int i = 0; i < 20; ++i) {
    rows.begin_row(1 + i % 2);
    rows.push(1, 10);
  }
  try {
    certify(rows, configuration, {.comparator_radius = 1});
    FAIL("certified");
  } catch (const DataError& error) {
    CHECK(error.message().in([](const Mention& mention) { return "<" + mention.setting + ">"; }) ==
          "example 2: the numbers have grown beyond what a double can hold (ogd, beta 1e+100); "
          "scale the features with <scale>, use an implicit learner, or give a smaller <beta>");
  }
}

}  // namespace configure_test
