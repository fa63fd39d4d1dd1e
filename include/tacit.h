/* tacit from C: online learning that needs no learning rate.
 *
 * A learner is created with settings, pairs of words as on the command line without the dashes; it sees an example, predicts,
 * pays its loss and moves. Models are the command line's own: the same examples give the same bytes.
 *
 *     const char* settings[] = {"loss", "hinge", NULL};
 *     tacit_learner* learner = tacit_create(settings);
 *     uint32_t indices[] = {1, 7};
 *     double values[] = {0.5, 2.0};
 *     double prediction, loss;
 *     if (tacit_learn(learner, 2, indices, values, +1, 1, &prediction, &loss) != TACIT_OK) puts(tacit_error());
 *     tacit_free(learner);
 *
 * Examples. Indices go from 1 to 4294967295 and increase; the bias is added by the learner. Values, labels and weights are
 * finite; weights are 0 or more. Losses of two classes take labels -1 and 1, or 0 and 1, or the two that the setting `labels`
 * names.
 *
 * Errors. Functions that can fail return TACIT_OK, TACIT_FAILED or TACIT_MISUSED, or a null pointer; tacit_error() then has a
 * sentence that says what to do. A call that is refused changes nothing. The one exception is a call of tacit_learn() or
 * tacit_learn_batch() that fails while it learns: every later call fails, and the learner can only be freed. No exception leaves
 * the library, and it never prints, exits or aborts.
 *
 * Threads. Any number of learners may be used at the same time by as many threads. Functions that take a const learner do not
 * change it: many threads may call them for one learner at the same time, as long as no thread calls any other function for it.
 * tacit_error() is the calling thread's own.
 *
 * Memory. Pointers that are given are read during the call and not kept. After the first examples, learning and predicting
 * allocate only for an example that is longer, or has a larger index, than any before it. Outputs that are not wanted may be
 * null.
 */
#ifndef TACIT_H
#define TACIT_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define TACIT_API __attribute__((visibility("default")))
#else
#define TACIT_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* What functions return; the program exits with the same numbers. */
enum {
  TACIT_OK = 0,
  TACIT_FAILED = 1, /* the data or the run: an example, a file, memory */
  TACIT_MISUSED = 2 /* the call: a null pointer, an unknown setting */
};

typedef struct tacit_learner tacit_learner;

/* Returns the version, such as "0.1.0". */
TACIT_API const char* tacit_version(void);

/* Returns the sentence of the last call that failed in this thread; it is empty if none has. The text is valid until the thread's
 * next call that fails. */
TACIT_API const char* tacit_error(void);

/* Makes a fresh learner. Settings are name, value, name, value, ..., NULL; null means none. If a setting is given twice, the last
 * one counts. docs/settings.md says what each takes and its default; flags take yes or no.
 *
 *   the learner   learner, or update with step-size; beta, lipschitz
 *   the loss      loss, loss-parameter, labels, classes, class-weight
 *   penalties     l1, l2
 *   memory        memory, forget
 *   intervals     interval
 *   the domain    domain, radius, box, features
 *   the features  bias, scale, missing, hash, dictionary, cross, lags
 *   late labels   horizon, delay
 *
 * With scale max-abs, features that are new to a call are divided by their largest absolute value in it.
 */
TACIT_API tacit_learner* tacit_create(const char* const* settings);

/* A null pointer is fine. */
TACIT_API void tacit_free(tacit_learner* learner);

/* Predicts, pays the loss (weight included) and moves. */
TACIT_API int tacit_learn(tacit_learner* learner, size_t count, const uint32_t* indices, const double* values, double label,
                          double weight, double* prediction, double* loss);

/* Does the same for many examples, in order: row i has the features starts[i] to starts[i + 1] - 1 of the two arrays, so that
 * starts has rows + 1 entries. Null weights mean that all are 1. All rows are looked at before the first is learned from: a batch
 * with a bad row is refused. */
TACIT_API int tacit_learn_batch(tacit_learner* learner, size_t rows, const size_t* starts, const uint32_t* indices,
                                const double* values, const double* labels, const double* weights, double* predictions,
                                double* losses);

/* Learns from a file (`-` is standard input) in any format that the command line reads, compressed or not. Settings are given as
 * above, null for none:
 *
 *   the file      format, header, delimiter, cache, on-error
 *   its columns   label-column, categorical, ignore, missing-words, id, time, group
 *   its examples  limit, shuffle, passes
 *
 * `examples` becomes how many were learned from. A file that is refused anywhere leaves the learner as it was. */
TACIT_API int tacit_learn_file(tacit_learner* learner, const char* path, const char* const* settings, uint64_t* examples);

/* Predict with the value of the linear function; a mixture, with what it makes of its experts' values. A learner with several
 * outputs writes tacit_outputs() numbers per row. */
TACIT_API int tacit_predict(const tacit_learner* learner, size_t count, const uint32_t* indices, const double* values,
                            double* prediction);
TACIT_API int tacit_predict_batch(const tacit_learner* learner, size_t rows, const size_t* starts, const uint32_t* indices,
                                  const double* values, double* predictions);

/* Write three numbers per row: the low end of the interval around the prediction, the prediction, and the high end. The learner
 * was made with the setting `interval`, the share of labels that intervals hold. Each call takes memory for its rows and gives it
 * back. */
TACIT_API int tacit_predict_interval(const tacit_learner* learner, size_t count, const uint32_t* indices, const double* values,
                                     double* ends);
TACIT_API int tacit_predict_interval_batch(const tacit_learner* learner, size_t rows, const size_t* starts,
                                           const uint32_t* indices, const double* values, double* ends);

/* Finds the index of a named feature such as `colour=red`, as if it came from a file. A learner with a dictionary changes: a new
 * name gets the next index. */
TACIT_API int tacit_feature_index(tacit_learner* learner, const char* name, uint32_t* index);

/* Writes the weights other than 0 in increasing order of index, the bias at index 0, but no more than `room` of them; `count`
 * becomes how many there are. With a scale they belong to the scaled features. */
TACIT_API int tacit_weights(const tacit_learner* learner, size_t room, uint32_t* indices, double* values, size_t* count);
/* Does the same for one output; outputs count from 0. */
TACIT_API int tacit_output_weights(const tacit_learner* learner, size_t output, size_t room, uint32_t* indices, double* values,
                                   size_t* count);

/* The name of a class where the loss is of several; classes count from 0. Null where there is no such class. It stays valid until
 * the learner is freed. Labels of such a loss are whole numbers here, which are the names of their classes; a prediction that
 * learning returns is the number of a class, -1 where none had come. */
TACIT_API const char* tacit_class_name(const tacit_learner* learner, size_t class_number);

/* Numbers about the learner and what it has added up so far; each is 0 for a null pointer. */
TACIT_API size_t tacit_outputs(const tacit_learner* learner); /* numbers per prediction: 1, or one per class */
TACIT_API uint64_t tacit_examples(const tacit_learner* learner);
TACIT_API uint64_t tacit_features(const tacit_learner* learner); /* the largest index */
TACIT_API uint64_t tacit_nonzeros(const tacit_learner* learner); /* the bias not counted */
TACIT_API uint64_t tacit_mistakes(const tacit_learner* learner); /* predictions of the wrong class; of two classes 0 is of neither */
TACIT_API double tacit_cumulative_loss(const tacit_learner* learner);
TACIT_API double tacit_average_loss(const tacit_learner* learner); /* by total weight */
TACIT_API double tacit_lambda(const tacit_learner* learner);       /* 1/eta of the coming round, as far as known before it */

/* Returns the value of a setting of tacit_create() or of a file's columns, as it would be given, such as "hinge" for `loss`; null
 * if the learner has none, or if there is no such setting, which tacit_error() then says. The text is valid as long as the
 * learner. */
TACIT_API const char* tacit_setting(const tacit_learner* learner, const char* name);

/* Write and read model files of the command line; a name that ends in .json means JSON. A file is written beside its target and
 * renamed. A learner that is loaded goes on as if it had never been saved, bit for bit. */
TACIT_API int tacit_save(const tacit_learner* learner, const char* path);
TACIT_API tacit_learner* tacit_load(const char* path);

/* Do the same in memory, with the bytes of the file. Give bytes that you got to tacit_free_bytes(). */
TACIT_API int tacit_to_bytes(const tacit_learner* learner, void** bytes, size_t* size);
TACIT_API tacit_learner* tacit_from_bytes(const void* bytes, size_t size);
TACIT_API void tacit_free_bytes(void* bytes);

#ifdef __cplusplus
}
#endif

#endif
