// Measures the most memory that loading a model of `auto` takes at once, beyond what is left of it: no part of a large state is
// in memory twice.
#include <fmt/format.h>
#include <malloc.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <new>
#include <string>

#include "tacit/run/session.hpp"

namespace {

std::atomic<std::size_t> held = 0;
std::atomic<std::size_t> peak = 0;

void* counted(std::size_t size, std::size_t alignment) {
  void* memory = alignment > sizeof(void*) ? std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment)
                                           : std::malloc(size > 0 ? size : 1);
  if (memory == nullptr) throw std::bad_alloc();
  held += malloc_usable_size(memory);
  peak = std::max(peak.load(), held.load());
  return memory;
}
void release(void* memory) noexcept {
  if (memory != nullptr) held -= malloc_usable_size(memory);
  std::free(memory);
}

}  // namespace

void* operator new(std::size_t size) { return counted(size, 1); }
void* operator new(std::size_t size, std::align_val_t alignment) { return counted(size, static_cast<std::size_t>(alignment)); }
void operator delete(void* memory) noexcept { release(memory); }
void operator delete(void* memory, std::size_t) noexcept { release(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { release(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { release(memory); }

namespace {

constexpr std::uint32_t few = 1000;
constexpr std::uint32_t many = 60000;

// A model of so many features that are far apart.
void save(std::uint32_t features, const std::string& file) {
  std::ofstream rows(file + ".svm");
  for (std::uint32_t i = 1; i <= features; ++i)
    rows << (i % 10 == 1 ? fmt::format("\n{}", i % 3) : "") << ' ' << 70000 * i << ":0.5";
  rows.close();
  tacit::Session session({{"loss", "square"}});
  session.learn_files({file + ".svm"});
  tacit::save_model(session.model(), file);
}

// In bytes.
struct Memory {
  double peak = 0;  // while the model is loaded
  double left = 0;  // that it has then
};
Memory memory_of(const std::string& file, tacit::Need need) {
  const std::size_t before = held;
  peak = before;
  const tacit::LoadedModel loaded = tacit::load(file, need);
  return {static_cast<double>(peak - before), static_cast<double>(held - before)};
}

// Per feature: what a model takes in any case is left out.
Memory per_feature(const std::string& folder, tacit::Need need) {
  const Memory least = memory_of(folder + "/few.tacit", need);
  const Memory most = memory_of(folder + "/many.tacit", need);
  return {(most.peak - least.peak) / (many - few), (most.left - least.left) / (many - few)};
}

bool holds(const char* what, double bytes, double most) {
  std::printf("%s: %.1f bytes per feature; expected at most %.1f\n", what, bytes, most);
  return bytes <= most;
}

}  // namespace

int main(int, char** arguments) {
  const std::string folder = arguments[1];
  std::filesystem::create_directories(folder);
  save(few, folder + "/few.tacit");
  save(many, folder + "/many.tacit");
  const double in_file = static_cast<double>(std::filesystem::file_size(folder + "/many.tacit") -
                                             std::filesystem::file_size(folder + "/few.tacit")) /
                         (many - few);
  const Memory learner = per_feature(folder, tacit::Need::learner);
  // Beside the learner: indices (4), and while weights are collected their order (4).
  bool good = holds("loading a learner, beyond the learner", learner.peak - learner.left, 24);
  good = holds("the learner and its weights, beyond the file", learner.left - in_file, 100) && good;
  // Weights (16) and indices (4).
  good = holds("loading one vector of weights", per_feature(folder, tacit::Need::collapsed).peak, 32) && good;
  std::filesystem::remove_all(folder);
  return good ? 0 : 1;
}
