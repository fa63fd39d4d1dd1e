// A program of somebody else's, built against an installed tacit: both the templates and the compiled part.
#include <cstdio>
#include <tacit/learners/any_learner.hpp>
#include <tacit/learners/named.hpp>
#include <vector>

int main() {
  const std::vector<tacit::Index> index{1, 3};
  const std::vector<double> value{0.5, 2.0};
  tacit::AdaImplicitOmd<tacit::Hinge, tacit::WholeSpace> learner({}, {}, tacit::AdaImplicit(1));
  learner.learn({index, value}, +1);

  tacit::Configuration configuration;
  configuration.loss = "hinge";
  const auto by_name = tacit::make_learner(configuration);
  tacit::Dataset rows;
  rows.begin_row(+1);
  for (std::size_t i = 0; i < index.size(); ++i) rows.push(index[i], value[i]);
  std::vector<tacit::Round> rounds(1);
  by_name->learn(rows, rounds);
  std::vector<double> predictions(1);
  by_name->predict(rows, predictions);

  std::printf("%.17g %.17g\n", learner.predict({index, value}), predictions[0]);
  return learner.predict({index, value}) == 1 && predictions[0] == 1 ? 0 : 1;
}
