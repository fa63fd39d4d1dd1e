// Certificates of runs with several classes.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>

#include "tacit/certify/certificate.hpp"
#include "tacit/certify/configure.hpp"
#include "tacit/run/label_weights.hpp"

namespace class_certificate_test {

using namespace tacit;

namespace {

Dataset rows_of(std::size_t classes, std::size_t count) {
  Dataset rows;
  std::uint64_t state = 3;
  const auto next = [&] {
    state = state * 6364136223846793005U + 1442695040888963407U;
    return static_cast<double>(state >> 11U) * 0x1p-53;
  };
  for (std::size_t i = 0; i < count; ++i) {
    const double a = next();
    const std::size_t among = i < count / 3 ? 2 : classes;
    const double noise = 0.3 * next();
    rows.begin_row(std::floor((a + noise) / 1.3 * static_cast<double>(among)), i % 4 == 3 ? 2 : 1);
    rows.push(0, 1);
    rows.push(1, 2 * a - 1);
    rows.push(2, next());
  }
  return rows;
}

const Bound* find(const Certificate& certificate, const char* name) {
  const auto at = std::ranges::find(certificate.bounds, name, &Bound::name);
  return at == certificate.bounds.end() ? nullptr : &*at;
}

}  // namespace

TEST_CASE("the bounds hold for several classes, which come as they come, with every learner", "[certify]") {
  const Dataset rows = rows_of(5, 300);
  for (const char* loss : {"softmax", "multiclass-hinge"}) {
    for (const char* learner : {"ogd", "ada-ogd", "implicit", "ada-implicit", "doubling", "implicit+constant"}) {
      for (const bool ball : {true, false}) {
        Settings settings{{"loss", loss}, {"learner", learner}, {"beta", "0.7"}};
        if (ball) settings.set("radius", "2");
        if (std::string_view(learner) == "doubling") settings.set("lipschitz", "9");
        const Configuration configuration = certificate_configuration(settings);
        CertificateOptions options;
        if (!ball) options.comparator_radius = 3;
        const Certificate found = certify(rows, configuration, options);
        CAPTURE(loss, learner, ball, found.regret.lower, found.regret.upper);
        CHECK(found.holds());
        CHECK(found.comparator.converged);
        CHECK(found.comparator.all_weights().size() == 5);
        CHECK(found.temporal_variability.has_value() == ball);
        const bool linear = std::string_view(learner).find("ogd") != std::string_view::npos;
        CHECK(find(found, linear ? "omd" : "iomd") != nullptr);
        for (const LeftOut& left : found.left_out) {
          CAPTURE(left.name, left.reason.plain());
          CHECK((!ball || left.reason.plain().find("rounding") == std::string::npos));
        }
      }
    }
  }
}

TEST_CASE("a certificate with weights of classes is that of rows with these importance weights", "[certify]") {
  const Dataset plain = rows_of(3, 200);
  for (const char* weights : {"balanced", "c=3,a=0.5"}) {
    const Configuration said =
        certificate_configuration({{"loss", "softmax"}, {"classes", "a,b,c"}, {"radius", "2"}, {"class-weight", weights}});
    Dataset weighed = plain;
    LabelWeights(said).weigh(weighed, 0, weighed.size(), said.classes.names);
    const Certificate found = certify(plain, said, {});
    const Certificate same =
        certify(weighed, certificate_configuration({{"loss", "softmax"}, {"classes", "a,b,c"}, {"radius", "2"}}), {});
    CHECK(found.holds());
    CHECK(found.cumulative_loss == same.cumulative_loss);
    CHECK(found.regret.lower == same.regret.lower);
    CHECK(found.regret.upper == same.regret.upper);
    CHECK(found.temporal_variability->upper == same.temporal_variability->upper);
    CHECK(found.cumulative_loss !=
          certify(plain, certificate_configuration({{"loss", "softmax"}, {"classes", "a,b,c"}, {"radius", "2"}}), {})
              .cumulative_loss);
  }
}

TEST_CASE("two classes of several have the certificate of two at half the lambda", "[certify]") {
  const Dataset several = rows_of(2, 250);
  Dataset two = several;
  for (std::size_t i = 0; i < two.size(); ++i) two.relabel(i, 2 * two.label(i) - 1);
  for (const auto& [loss, other] : {std::pair("softmax", "logistic"), std::pair("multiclass-hinge", "hinge")}) {
    // Each vector of weights has half of the margin's, so that norms are 1/sqrt 2 of it and divergences half.
    const Certificate a = certify(several, certificate_configuration({{"loss", loss}, {"classes", "0,1"}, {"radius", "2"}}), {});
    Configuration half = certificate_configuration({{"loss", other}, {"radius", "1"}});
    half.radius = 2 * std::sqrt(2.0);
    half.beta = theorem_beta(half.radius);
    const Certificate b = certify(two, half, {});
    CAPTURE(loss);
    CHECK(a.cumulative_loss == Approx(b.cumulative_loss).epsilon(1e-9));
    CHECK(a.lambda == Approx(2 * b.lambda).epsilon(1e-9));
    CHECK(a.gradient_norms_squared == Approx(2 * b.gradient_norms_squared).epsilon(1e-9));
    CHECK(a.path_variability.value() == Approx(b.path_variability.value()).epsilon(1e-9));
    CHECK(a.regret.lower <= b.regret.upper + 1e-9);
    CHECK(b.regret.lower <= a.regret.upper + 1e-9);
    CHECK(a.temporal_variability->upper >= b.temporal_variability->lower);
    for (const char* name : {"iomd", "iomd-diameter", "failsafe", "ada-implicit-lambda", "ada-implicit-path"}) {
      CAPTURE(name);
      REQUIRE(find(a, name) != nullptr);
      REQUIRE(find(b, name) != nullptr);
      CHECK(find(a, name)->value == Approx(find(b, name)->value).epsilon(1e-4));
    }
  }
}

}  // namespace class_certificate_test
