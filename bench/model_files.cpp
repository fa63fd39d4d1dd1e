// How long a model of many features takes to be saved and loaded, in both forms, and in memory as Python's to_bytes does.
//     model_files [FEATURES [LEARNER...]]
#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <string>
#include <vector>

#include "tacit/core/random.hpp"
#include "tacit/run/model.hpp"
#include "tacit/run/session.hpp"

namespace {

constexpr std::size_t per_row = 100;

// By the clock, and of the processor: on a machine that does other things the first says little.
template <class Work>
std::string time_of(Work&& work) {
  const auto begin = std::chrono::steady_clock::now();
  const std::clock_t processor = std::clock();
  work();
  return fmt::format("{:.2f} s ({:.2f})", std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(),
                     static_cast<double>(std::clock() - processor) / CLOCKS_PER_SEC);
}

// Every feature is in one row; numbers have all their digits.
void train(tacit::Session& session, std::size_t features) {
  tacit::Random random(1);
  std::vector<std::size_t> starts{0};
  std::vector<tacit::Index> indices;
  std::vector<double> values;
  std::vector<double> labels;
  for (std::size_t i = 0; i < features; ++i) {
    indices.push_back(static_cast<tacit::Index>(i + 1));
    values.push_back(0.5 + random.uniform());
    if (indices.size() % per_row != 0 && i + 1 != features) continue;
    starts.push_back(indices.size());
    labels.push_back(random.uniform() < 0.5 ? -1 : 1);
  }
  session.learn({labels.size(), starts.data(), indices.data(), values.data(), labels.data()});
}

void measure(const std::string& learner, std::size_t features) {
  tacit::Session session({{"learner", learner}, {"loss", "hinge"}});
  const std::string trained = time_of([&] { train(session, features); });
  fmt::print("{}, {} features: trained in {}\n", learner, features, trained);
  for (const char* ending : {".tacit", ".json"}) {
    const std::string path = std::filesystem::temp_directory_path() / fmt::format("model_files_{}{}", learner, ending);
    const std::string saved = time_of([&] { tacit::save_model(session.model(), path); });
    const std::string loaded = time_of([&] { tacit::Session again(tacit::load(path)); });
    fmt::print("  {:<7} {:6.1f} MB  saved in {}, loaded in {}\n", ending,
               static_cast<double>(std::filesystem::file_size(path)) / 1e6, saved, loaded);
    std::filesystem::remove(path);
  }
  std::string bytes;
  const std::string saved = time_of([&] { bytes = tacit::to_binary(session.model()); });
  const std::string loaded = time_of([&] { tacit::Session again(tacit::load_bytes(bytes, "the bytes")); });
  fmt::print("  bytes   {:6.1f} MB  saved in {}, loaded in {}\n", static_cast<double>(bytes.size()) / 1e6, saved, loaded);
}

}  // namespace

int main(int count, char** arguments) {
  const std::size_t features = count > 1 ? std::strtoull(arguments[1], nullptr, 10) : 1'000'000;
  std::vector<std::string> learners(arguments + std::min(count, 2), arguments + count);
  if (learners.empty()) learners = {"ada-implicit", "auto"};
  for (const std::string& learner : learners) measure(learner, features);
}
