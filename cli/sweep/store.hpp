// Results of sweeps in an SQLite database, several sweeps in one file. docs/sweep.md describes its tables.
//
// Parts are kept as soon as they are finished, so that a sweep which was interrupted goes on where it stopped: the same
// configuration, by the same version, over the same data.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "cli/sweep/rows.hpp"

struct sqlite3;

namespace tacit::cli {

struct StoredDataset {
  std::string name{};
  std::string file{};
  std::string checksum{};
  std::string task{};
  std::string loss{};
  std::uint64_t examples = 0;
  std::uint64_t features = 0;
  std::uint64_t nonzeros = 0;
};

class SweepStore {
 public:
  // Goes on with the newest sweep of that configuration, by the same version of the program, or with a new one. Throws DataError,
  // also if the file is something else.
  SweepStore(const std::string& path, const std::string& configuration, const std::string& command);
  ~SweepStore();
  SweepStore(const SweepStore&) = delete;
  SweepStore& operator=(const SweepStore&) = delete;

  // Forgets the results of the data set if its rows have changed; returns whether it did.
  bool describe(const StoredDataset& dataset);
  // The rows of one learner in one repeat on one data set; empty if they are not known.
  std::vector<SweepRow> find(const std::string& dataset, const std::string& learner, std::uint64_t repeat) const;
  void add(const std::vector<SweepRow>& rows);
  void complete(double seconds);
  // Ends a sweep that failed. One without any result leaves no trace; if the database has no other, it is removed, also where the
  // disk is full. Returns whether the sweep has results, with which it can go on.
  bool give_up();

 private:
  class Statement;

  void run(const char* sql) const;
  bool any(const char* sql) const;
  void open(const std::string& configuration, const std::string& command);
  void close();

  std::string path_;
  sqlite3* database_ = nullptr;
  std::int64_t sweep_ = 0;
};

// Removes a database and the files that SQLite keeps beside it.
void remove_store(const std::string& path);

}  // namespace tacit::cli
