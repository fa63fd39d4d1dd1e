// Counts allocations while a warm learner learns and predicts from C: there are none.
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <new>

#include "tacit.h"

namespace {

std::atomic<long> allocations = 0;

void* counted(std::size_t size, std::size_t alignment) {
  ++allocations;
  void* memory = alignment > sizeof(void*) ? std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment)
                                           : std::malloc(size > 0 ? size : 1);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

}  // namespace

void* operator new(std::size_t size) { return counted(size, 1); }
void* operator new(std::size_t size, std::align_val_t alignment) { return counted(size, static_cast<std::size_t>(alignment)); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }

int main() {
  int failures = 0;
  const char* const choices[][5] = {{"loss", "hinge", nullptr},
                                    {"loss", "square", nullptr},
                                    {"loss", "logistic", "learner", "ada-implicit", nullptr},
                                    {"loss", "logistic", "l1", "0.001", nullptr},
                                    {"loss", "logistic", "learner", "implicit-ftrl", nullptr},
                                    {"loss", "hinge", "radius", "2", nullptr},
                                    {"loss", "hinge", "scale", "online", nullptr}};
  for (const auto& settings : choices) {
    tacit_learner* learner = tacit_create(settings);
    long before = 0;
    for (int t = 0; t < 2000; ++t) {
      if (t == 1000) before = allocations;
      const uint32_t indices[] = {1, 5, 900};
      const double values[] = {(t * 37 % 101) / 50.0 - 1, (t * 61 % 103) / 51.0 - 1, 1};
      double prediction = 0;
      tacit_predict(learner, 3, indices, values, &prediction);
      if (tacit_learn(learner, 3, indices, values, values[0] > 0 ? 1 : -1, 1, &prediction, nullptr) != TACIT_OK) ++failures;
    }
    if (allocations != before) {
      std::printf("%s %s: %ld allocations in 1000 rounds\n", settings[0], settings[1], allocations - before);
      ++failures;
    }
    tacit_free(learner);
  }
  if (failures == 0) std::puts("no allocations");
  return failures == 0 ? 0 : 1;
}
