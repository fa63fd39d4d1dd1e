// The functions of tacit.h: each checks its pointers, calls a Session and turns exceptions into a status and a sentence.
#include <algorithm>
#include <cstdlib>
#include <mutex>
#include <new>
#include <set>
#include <stdexcept>
#include <string>

#include "tacit.h"
#include "tacit/core/legible.hpp"
#include "tacit/run/session.hpp"
#include "tacit/version.hpp"

struct tacit_learner {
  explicit tacit_learner(tacit::Session made) : session(std::move(made)) {}

  tacit::Session session;
  mutable std::mutex mutex;             // guards what follows: many threads may ask for settings
  mutable std::set<std::string> texts;  // given to callers, who may keep them as long as the learner
};

namespace {

using tacit::Session;
using tacit::SettingScope;
using tacit::SparseRows;

std::string& last_error() {
  thread_local std::string text;
  return text;
}

int failed(int status, const char* what) noexcept {
  try {
    last_error() = tacit::legible_message(what);
  } catch (...) {
    last_error().clear();  // no memory for the sentence
  }
  return status;
}

template <class Function>
int guarded(Function function) noexcept {
  try {
    function();
    return TACIT_OK;
  } catch (const std::invalid_argument& error) {
    return failed(TACIT_MISUSED, error.what());
  } catch (const std::bad_alloc&) {
    return failed(TACIT_FAILED, "not enough memory");
  } catch (const std::exception& error) {
    return failed(TACIT_FAILED, error.what());
  } catch (...) {
    return failed(TACIT_FAILED, "an unknown failure");
  }
}

template <class Make>
tacit_learner* made(Make make) noexcept {
  tacit_learner* learner = nullptr;
  guarded([&] { learner = make(); });
  return learner;
}

template <class T>
const T& present(const T* pointer, const char* what) {
  if (pointer == nullptr) throw std::invalid_argument(std::string(what) + " is a null pointer");
  return *pointer;
}

void require_arrays(std::size_t count, const std::uint32_t* indices, const double* values) {
  if (count == 0) return;
  present(indices, "indices");
  present(values, "values");
}

// Name, value, name, value, ..., null.
tacit::Settings typed(const char* const* list, SettingScope scope) {
  tacit::Settings settings;
  for (; list != nullptr && *list != nullptr; list += 2) settings.set(scope, list[0], list[1] == nullptr ? "" : list[1]);
  return settings;
}

Session& session_of(tacit_learner* learner) {
  present(learner, "the learner");
  return learner->session;
}
const Session& session_of(const tacit_learner* learner) { return present(learner, "the learner").session; }

void require_batch(std::size_t rows, const std::size_t* starts, const std::uint32_t* indices, const double* values) {
  if (rows == 0) return;
  present(starts, "starts");
  require_arrays(starts[rows], indices, values);  // the last is the largest, or the batch is refused before they are read
}

template <class Number>
Number number_of(const tacit_learner* learner, Number (*number)(const Session&)) noexcept {
  return learner != nullptr ? number(learner->session) : Number{};
}

}  // namespace

const char* tacit_version(void) { return tacit::version.data(); }

const char* tacit_error(void) { return last_error().c_str(); }

tacit_learner* tacit_create(const char* const* settings) {
  return made([&] { return new tacit_learner(Session(typed(settings, SettingScope::learner))); });
}

void tacit_free(tacit_learner* learner) { delete learner; }

int tacit_learn(tacit_learner* learner, size_t count, const uint32_t* indices, const double* values, double label, double weight,
                double* prediction, double* loss) {
  return guarded([&] {
    Session& session = session_of(learner);
    require_arrays(count, indices, values);
    const std::size_t starts[] = {0, count};
    session.learn(SparseRows{1, starts, indices, values, &label, &weight}, [&](std::size_t, const tacit::Round& round) {
      if (prediction != nullptr) *prediction = round.prediction;
      if (loss != nullptr) *loss = round.paid();
    });
  });
}

int tacit_learn_batch(tacit_learner* learner, size_t rows, const size_t* starts, const uint32_t* indices, const double* values,
                      const double* labels, const double* weights, double* predictions, double* losses) {
  return guarded([&] {
    Session& session = session_of(learner);
    require_batch(rows, starts, indices, values);
    if (rows == 0) return;
    present(labels, "labels");
    session.learn(SparseRows{rows, starts, indices, values, labels, weights}, [&](std::size_t i, const tacit::Round& round) {
      if (predictions != nullptr) predictions[i] = round.prediction;
      if (losses != nullptr) losses[i] = round.paid();
    });
  });
}

int tacit_learn_file(tacit_learner* learner, const char* path, const char* const* settings, uint64_t* examples) {
  return guarded([&] {
    Session& session = session_of(learner);
    present(path, "the path");
    const std::uint64_t count = session.learn_files({path}, typed(settings, SettingScope::reading));
    if (examples != nullptr) *examples = count;
  });
}

int tacit_predict(const tacit_learner* learner, size_t count, const uint32_t* indices, const double* values, double* prediction) {
  const size_t starts[] = {0, count};
  return tacit_predict_batch(learner, 1, starts, indices, values, prediction);
}

int tacit_predict_batch(const tacit_learner* learner, size_t rows, const size_t* starts, const uint32_t* indices,
                        const double* values, double* predictions) {
  return guarded([&] {
    const Session& session = session_of(learner);
    require_batch(rows, starts, indices, values);
    if (rows == 0) return;
    present(predictions, "the prediction");
    session.predict(SparseRows{rows, starts, indices, values}, {predictions, rows * session.outputs()});
  });
}

int tacit_predict_interval(const tacit_learner* learner, size_t count, const uint32_t* indices, const double* values,
                           double* ends) {
  const size_t starts[] = {0, count};
  return tacit_predict_interval_batch(learner, 1, starts, indices, values, ends);
}

int tacit_predict_interval_batch(const tacit_learner* learner, size_t rows, const size_t* starts, const uint32_t* indices,
                                 const double* values, double* ends) {
  return guarded([&] {
    const Session& session = session_of(learner);
    require_batch(rows, starts, indices, values);
    if (rows == 0) return;
    present(ends, "the interval");
    session.predict_intervals(SparseRows{rows, starts, indices, values}, {ends, 3 * rows});
  });
}

int tacit_feature_index(tacit_learner* learner, const char* name, uint32_t* index) {
  return guarded([&] {
    Session& session = session_of(learner);
    present(name, "the name");
    present(index, "the index");
    *index = session.feature_index(name);
  });
}

int tacit_weights(const tacit_learner* learner, size_t room, uint32_t* indices, double* values, size_t* count) {
  return tacit_output_weights(learner, 0, room, indices, values, count);
}

int tacit_output_weights(const tacit_learner* learner, size_t output, size_t room, uint32_t* indices, double* values,
                         size_t* count) {
  return guarded([&] {
    const Session& session = session_of(learner);
    require_arrays(room, indices, values);
    const tacit::SparseWeights weights = session.weights(output);
    for (std::size_t i = 0; i < std::min(room, weights.size()); ++i) {
      indices[i] = weights[i].first;
      values[i] = weights[i].second;
    }
    if (count != nullptr) *count = weights.size();
  });
}

const char* tacit_class_name(const tacit_learner* learner, size_t class_number) {
  const char* name = nullptr;
  guarded([&] {
    const auto& names = session_of(learner).configuration().classes.names;
    if (class_number >= names.size()) return;
    const std::lock_guard lock(learner->mutex);
    name = learner->texts.insert(names[class_number]).first->c_str();
  });
  return name;
}

size_t tacit_outputs(const tacit_learner* learner) {
  return number_of<size_t>(learner, [](const Session& session) { return session.outputs(); });
}
uint64_t tacit_examples(const tacit_learner* learner) {
  return number_of<uint64_t>(learner, [](const Session& session) { return session.tally().examples; });
}
uint64_t tacit_features(const tacit_learner* learner) {
  return number_of<uint64_t>(learner, [](const Session& session) { return session.tally().features; });
}
uint64_t tacit_nonzeros(const tacit_learner* learner) {
  return number_of<uint64_t>(learner, [](const Session& session) { return session.tally().nonzeros; });
}
uint64_t tacit_mistakes(const tacit_learner* learner) {
  return number_of<uint64_t>(learner, [](const Session& session) { return session.tally().mistakes; });
}
double tacit_cumulative_loss(const tacit_learner* learner) {
  return number_of<double>(learner, [](const Session& session) { return session.tally().cumulative_loss(); });
}
double tacit_average_loss(const tacit_learner* learner) {
  return number_of<double>(learner, [](const Session& session) { return session.tally().average_loss(); });
}
double tacit_lambda(const tacit_learner* learner) {
  return number_of<double>(learner, [](const Session& session) { return session.learner().lambda(); });
}

const char* tacit_setting(const tacit_learner* learner, const char* name) {
  const char* text = nullptr;
  guarded([&] {
    const tacit::SettingValue value = session_of(learner).setting(std::string_view(&present(name, "the name")));
    if (std::holds_alternative<std::monostate>(value)) return;
    const std::lock_guard lock(learner->mutex);
    text = learner->texts.insert(tacit::as_text(value)).first->c_str();
  });
  return text;
}

int tacit_save(const tacit_learner* learner, const char* path) {
  return guarded([&] {
    const Session& session = session_of(learner);
    present(path, "the path");
    tacit::save_model(session.model(), path);
  });
}

tacit_learner* tacit_load(const char* path) {
  return made([&] {
    present(path, "the path");
    return new tacit_learner(Session(tacit::load(path, tacit::Need::learner)));
  });
}

int tacit_to_bytes(const tacit_learner* learner, void** bytes, size_t* size) {
  return guarded([&] {
    const Session& session = session_of(learner);
    present(bytes, "the place for the bytes");
    present(size, "the place for the size");
    const std::string model = tacit::to_binary(session.model());
    char* const copy = static_cast<char*>(std::malloc(model.size()));
    if (copy == nullptr) throw std::bad_alloc();
    std::ranges::copy(model, copy);
    *bytes = copy;
    *size = model.size();
  });
}

tacit_learner* tacit_from_bytes(const void* bytes, size_t size) {
  return made([&] {
    if (bytes == nullptr) throw std::invalid_argument("the bytes are a null pointer");
    const std::string_view view(static_cast<const char*>(bytes), size);
    return new tacit_learner(Session(tacit::load_bytes(view, "the model", tacit::Need::learner)));
  });
}

void tacit_free_bytes(void* bytes) { std::free(bytes); }
