// Rows in a fixed number of chunks, worked on by several threads. What chunks find is added up in their order, so that the sum is
// the same for any number of threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <thread>
#include <vector>

#include "certify/compact_rows.hpp"

namespace tacit::comparing {

class Chunks {
 public:
  static constexpr std::size_t most_chunks = 16;

  // Threads begin anew with each call; they are worth it where a call takes this many multiplications.
  static constexpr std::size_t worth_threads = 400'000;

  Chunks(std::size_t rows, std::size_t count, unsigned threads, std::size_t multiplications)
      : rows_(rows),
        count_(std::clamp<std::size_t>(count, 1, most_chunks)),
        threads_(multiplications < worth_threads ? 1 : threads) {}
  // Makes as many chunks as pay when each adds up a vector of its own.
  Chunks(const CompactRows& rows, unsigned threads)
      : Chunks(rows.size(), (rows.nonzeros() + rows.size()) / (8 * rows.columns() + 4096), threads, rows.nonzeros()) {}

  std::size_t count() const { return count_; }

  // Calls work(chunk, first row, end) for each chunk, on any thread.
  template <class Work>
  void each(Work work) const {
    std::atomic<std::size_t> next = 0;
    const auto some = [&] {
      for (std::size_t chunk = next++; chunk < count_; chunk = next++)
        work(chunk, rows_ * chunk / count_, rows_ * (chunk + 1) / count_);
    };
    std::vector<std::jthread> others;
    for (std::size_t i = 1; i < std::min<std::size_t>(threads_, count_); ++i) others.emplace_back(some);
    some();
  }

  // The sum of part(i) over all rows.
  template <class Part>
  double sum(Part part) const {
    double sums[most_chunks] = {};
    each([&](std::size_t chunk, std::size_t begin, std::size_t end) {
      double total = 0;
      for (std::size_t i = begin; i < end; ++i) total += part(i);
      sums[chunk] = total;
    });
    double total = 0;
    for (std::size_t chunk = 0; chunk < count_; ++chunk) total += sums[chunk];
    return total;
  }

  // The sum of factor(i) times row i over all rows.
  template <class Factor>
  Vector combine(const CompactRows& rows, Factor factor) const {
    std::vector<Vector> sums(count_);
    each([&](std::size_t chunk, std::size_t begin, std::size_t end) {
      Vector sum(rows.columns(), 0.0);
      for (std::size_t i = begin; i < end; ++i) rows.add(i, factor(i), sum);
      sums[chunk] = std::move(sum);
    });
    for (std::size_t chunk = 1; chunk < count_; ++chunk) {
      for (std::size_t j = 0; j < rows.columns(); ++j) sums[0][j] += sums[chunk][j];
    }
    return std::move(sums[0]);
  }

 private:
  std::size_t rows_;
  std::size_t count_;
  unsigned threads_;
};

}  // namespace tacit::comparing
