/* Learns to tell two classes apart from a stream of sparse examples, in one pass and without a learning rate; saves the model,
 * which `tacit predict` and `tacit inspect` read too, and predicts with what is loaded from it. */
#include <stdio.h>
#include <stdlib.h>
#include <tacit.h>

static void check(int status) {
  if (status == TACIT_OK) return;
  fprintf(stderr, "tacit: %s\n", tacit_error());
  exit(status);
}

static tacit_learner* present(tacit_learner* learner) {
  if (learner == NULL) check(TACIT_FAILED);
  return learner;
}

int main(int argc, char** argv) {
  const char* path = argc > 1 ? argv[1] : "quickstart.tacit";
  const char* settings[] = {"loss", "logistic", NULL};
  tacit_learner* learner = present(tacit_create(settings));

  for (int t = 0; t < 1000; ++t) {
    const uint32_t indices[] = {1, 2}; /* in increasing order, from 1 on; the bias is added */
    const double values[] = {(t * 37 % 101) / 50.0 - 1, (t * 61 % 103) / 51.0 - 1};
    const double label = values[0] + values[1] > 0.2 ? 1 : -1;
    double prediction, loss; /* made before learning */
    check(tacit_learn(learner, 2, indices, values, label, 1, &prediction, &loss));
  }
  printf("learner %s, average loss %.6f, mistakes %d of %d\n", tacit_setting(learner, "learner"), tacit_average_loss(learner),
         (int)tacit_mistakes(learner), (int)tacit_examples(learner));

  uint32_t indices[3];
  double weights[3];
  size_t count;
  check(tacit_weights(learner, 3, indices, weights, &count));
  for (size_t i = 0; i < count; ++i) printf("weight %u %+.3f\n", (unsigned)indices[i], weights[i]);

  check(tacit_save(learner, path));
  tacit_free(learner);

  learner = present(tacit_load(path));
  const uint32_t index = 2;
  const double value = 0.9;
  double prediction;
  check(tacit_predict(learner, 1, &index, &value, &prediction));
  printf("prediction %+.3f\n", prediction);

  const double not_a_number = strtod("nan", NULL);
  if (tacit_learn(learner, 1, &index, &not_a_number, 1, 1, NULL, NULL) != TACIT_OK) printf("refused: %s\n", tacit_error());
  tacit_free(learner);
  return 0;
}
