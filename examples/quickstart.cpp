// Learns to tell two classes apart from a stream of sparse examples, in one pass and without a learning rate.
#include <cstdio>
#include <tacit/data/dataset.hpp>
#include <tacit/learners/named.hpp>

int main() {
  // A row is two arrays: increasing indices and their values.
  tacit::Dataset rows;
  for (int t = 0; t < 1000; ++t) {
    const double a = (t * 37 % 101) / 50.0 - 1;
    const double b = (t * 61 % 103) / 51.0 - 1;
    rows.begin_row(a + b > 0.2 ? +1 : -1);
    rows.push(0, 1.0);  // index 0 is the bias
    rows.push(1, a);
    rows.push(2, b);
  }

  // Hinge loss, all of R^d, the paper's AdaImplicit with beta = 1, starting from 0.
  tacit::AdaImplicitOmd<tacit::Hinge, tacit::WholeSpace> learner({}, {}, tacit::AdaImplicit(1));
  double cumulative_loss = 0;
  for (std::size_t t = 0; t < rows.size(); ++t) {
    const tacit::Round round = learner.learn(rows.row(t), rows.label(t));
    cumulative_loss += round.loss_before;  // paid before learning
  }
  std::printf("average loss %.6f, bias %+.3f, weights %+.3f %+.3f\n", cumulative_loss / static_cast<double>(rows.size()),
              learner.weights()[0], learner.weights()[1], learner.weights()[2]);
}
