#include "cli/sweep/store.hpp"

#include <fmt/format.h>
#include <sqlite3.h>

#include <cstdio>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "tacit/data/data_error.hpp"
#include "tacit/version.hpp"

namespace tacit::cli {

namespace {

constexpr std::string_view memory = ":memory:";
constexpr int schema = 3;
constexpr int first_schema = 1;          // every version's results have the columns of those before it, in their order
constexpr int application = 0x74616374;  // "tact"

constexpr const char* tables = R"(
CREATE TABLE IF NOT EXISTS sweeps (
  id INTEGER PRIMARY KEY,
  started TEXT NOT NULL,
  finished TEXT,
  seconds REAL,
  version TEXT NOT NULL,
  command TEXT NOT NULL,
  configuration TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS datasets (
  sweep INTEGER NOT NULL REFERENCES sweeps (id),
  name TEXT NOT NULL,
  file TEXT NOT NULL,
  checksum TEXT NOT NULL,
  task TEXT NOT NULL,
  loss TEXT NOT NULL,
  examples INTEGER NOT NULL,
  features INTEGER NOT NULL,
  nonzeros INTEGER NOT NULL,
  PRIMARY KEY (sweep, name)
) WITHOUT ROWID;
)";

constexpr const char* type_of(const std::string&) { return "TEXT NOT NULL"; }
constexpr const char* type_of(double) { return "REAL NOT NULL"; }
constexpr const char* type_of(const std::optional<double>&) { return "REAL"; }
constexpr const char* type_of(std::uint64_t) { return "INTEGER NOT NULL"; }
constexpr const char* type_of(bool) { return "INTEGER NOT NULL"; }
constexpr const char* type_of(const std::optional<std::uint64_t>&) { return "INTEGER"; }

std::string table_of_results() {
  std::string columns;
  for_each_column(SweepRow(),
                  [&](const char* name, const auto& value) { columns += fmt::format(",\n  {} {}", name, type_of(value)); });
  return fmt::format(R"(
CREATE TABLE IF NOT EXISTS results (
  sweep INTEGER NOT NULL REFERENCES sweeps (id){}
);
CREATE UNIQUE INDEX IF NOT EXISTS result ON results (sweep, dataset, learner, repeat, ifnull(beta, 0), ifnull(l1, -1));
)",
                     columns);
}

}  // namespace

// A prepared statement: values go in by position, from 1 on; columns come out, from 0 on.
class SweepStore::Statement {
 public:
  Statement(const SweepStore& store, const char* sql) : store_(store) {
    if (sqlite3_prepare_v2(store.database_, sql, -1, &statement_, nullptr) != SQLITE_OK) fail();
  }
  ~Statement() { sqlite3_finalize(statement_); }
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;

  Statement& with(const std::string& text) {
    return checked(sqlite3_bind_text(statement_, ++bound_, text.data(), static_cast<int>(text.size()), SQLITE_TRANSIENT));
  }
  Statement& with(double number) { return checked(sqlite3_bind_double(statement_, ++bound_, number)); }
  Statement& with(std::int64_t number) { return checked(sqlite3_bind_int64(statement_, ++bound_, number)); }
  Statement& with(std::uint64_t number) { return with(static_cast<std::int64_t>(number)); }
  Statement& with(bool yes) { return with(std::int64_t{yes}); }
  template <class Number>
  Statement& with(const std::optional<Number>& number) {
    return number ? with(*number) : checked(sqlite3_bind_null(statement_, ++bound_));
  }

  // True if there is a row.
  bool step() {
    const int result = sqlite3_step(statement_);
    if (result != SQLITE_ROW && result != SQLITE_DONE) fail();
    return result == SQLITE_ROW;
  }
  void again() {
    sqlite3_reset(statement_);
    bound_ = 0;
  }

  std::string text(int column) const {
    return {reinterpret_cast<const char*>(sqlite3_column_text(statement_, column)),  // NOLINT: SQLite's characters are unsigned
            static_cast<std::size_t>(sqlite3_column_bytes(statement_, column))};
  }
  double number(int column) const { return sqlite3_column_double(statement_, column); }
  std::optional<double> optional_number(int column) const {
    return sqlite3_column_type(statement_, column) == SQLITE_NULL ? std::nullopt : std::optional(number(column));
  }
  std::uint64_t count(int column) const { return static_cast<std::uint64_t>(sqlite3_column_int64(statement_, column)); }
  std::optional<std::uint64_t> optional_count(int column) const {
    return sqlite3_column_type(statement_, column) == SQLITE_NULL ? std::nullopt : std::optional(count(column));
  }

 private:
  Statement& checked(int result) {
    if (result != SQLITE_OK) fail();
    return *this;
  }
  [[noreturn]] void fail() const {
    throw DataError(fmt::format("{}: SQLite: {}", store_.path_, sqlite3_errmsg(store_.database_)));
  }

  const SweepStore& store_;
  sqlite3_stmt* statement_ = nullptr;
  int bound_ = 0;
};

SweepStore::SweepStore(const std::string& path, const std::string& configuration, const std::string& command) : path_(path) {
  std::error_code none;
  const bool is_new = path != memory && !std::filesystem::exists(path, none);
  try {
    open(configuration, command);
  } catch (...) {
    close();
    if (is_new) remove_store(path);
    throw;
  }
}

SweepStore::~SweepStore() { close(); }

void SweepStore::open(const std::string& configuration, const std::string& command) {
  if (sqlite3_open(path_.c_str(), &database_) != SQLITE_OK)
    throw DataError(fmt::format("{}: SQLite: {}", path_, sqlite3_errmsg(database_)));
  sqlite3_busy_timeout(database_, 10'000);
  Statement kind(*this,
                 "SELECT (SELECT count(*) FROM sqlite_master), application_id, user_version "
                 "FROM pragma_application_id, pragma_user_version");
  kind.step();
  const bool older = kind.count(1) == application && kind.count(2) >= first_schema && kind.count(2) < schema;
  if (kind.count(0) > 0 && !older && (kind.count(1) != application || kind.count(2) != schema)) {
    throw DataError(
        fmt::format("{}: is a database of something else or of another version; expected a new file, or one that "
                    "`tacit sweep` has written",
                    path_));
  }
  const bool renew = kind.count(0) > 0 && older;
  kind.again();
  run("PRAGMA journal_mode = WAL");
  run("PRAGMA synchronous = NORMAL");
  run(fmt::format("PRAGMA application_id = {}", application).c_str());
  if (renew) run("BEGIN; ALTER TABLE results RENAME TO older");
  run(tables);
  run(table_of_results().c_str());
  if (renew) {
    std::string columns = "sweep";
    Statement known(*this, "SELECT name FROM pragma_table_info('older') WHERE name <> 'sweep' ORDER BY cid");
    while (known.step()) columns += ", " + known.text(0);
    known.again();
    run(fmt::format("INSERT INTO results ({0}) SELECT {0} FROM older; DROP TABLE older", columns).c_str());
  }
  run(fmt::format("PRAGMA user_version = {}", schema).c_str());
  if (renew) run("COMMIT");
  Statement known(*this, "SELECT id FROM sweeps WHERE configuration = ? AND version = ? ORDER BY id DESC LIMIT 1");
  known.with(configuration).with(std::string(version));
  if (known.step()) {
    sweep_ = static_cast<std::int64_t>(known.count(0));
  } else {
    Statement fresh(*this,
                    "INSERT INTO sweeps (started, version, command, configuration) "
                    "VALUES (strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), ?, ?, ?)");
    fresh.with(std::string(version)).with(command).with(configuration).step();
    sweep_ = sqlite3_last_insert_rowid(database_);
  }
}

void SweepStore::close() {
  sqlite3_close(database_);
  database_ = nullptr;
}

bool SweepStore::describe(const StoredDataset& dataset) {
  Statement known(*this, "SELECT checksum FROM datasets WHERE sweep = ? AND name = ?");
  known.with(sweep_).with(dataset.name);
  const bool changed = known.step() && known.text(0) != dataset.checksum;
  if (changed) Statement(*this, "DELETE FROM results WHERE sweep = ? AND dataset = ?").with(sweep_).with(dataset.name).step();
  Statement(*this, "INSERT OR REPLACE INTO datasets VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")
      .with(sweep_)
      .with(dataset.name)
      .with(dataset.file)
      .with(dataset.checksum)
      .with(dataset.task)
      .with(dataset.loss)
      .with(dataset.examples)
      .with(dataset.features)
      .with(dataset.nonzeros)
      .step();
  return changed;
}

std::vector<SweepRow> SweepStore::find(const std::string& dataset, const std::string& learner, std::uint64_t repeat) const {
  Statement rows(
      *this,
      "SELECT task, loss, beta, seed, examples, cumulative_loss, average_loss, mistakes, diverged, l1, weights FROM results "
      "WHERE sweep = ? AND dataset = ? AND learner = ? AND repeat = ? ORDER BY l1, beta");
  rows.with(sweep_).with(dataset).with(learner).with(repeat);
  std::vector<SweepRow> found;
  while (rows.step()) {
    found.push_back({.dataset = dataset,
                     .task = rows.text(0),
                     .loss = rows.text(1),
                     .learner = learner,
                     .beta = rows.optional_number(2),
                     .repeat = repeat,
                     .seed = rows.optional_count(3),
                     .examples = rows.count(4),
                     .cumulative_loss = rows.number(5),
                     .average_loss = rows.number(6),
                     .mistakes = rows.optional_count(7),
                     .diverged = rows.count(8) != 0,
                     .l1 = rows.optional_number(9),
                     .weights = rows.optional_count(10)});
  }
  return found;
}

// All or nothing: a part is known only if all its betas are.
void SweepStore::add(const std::vector<SweepRow>& rows) {
  run("BEGIN");
  Statement insert(*this, "INSERT OR REPLACE INTO results VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
  for (const SweepRow& row : rows) {
    insert.with(sweep_);
    for_each_column(row, [&](const char*, const auto& value) { insert.with(value); });
    insert.step();
    insert.again();
  }
  run("COMMIT");
}

void SweepStore::complete(double seconds) {
  Statement(*this,
            "UPDATE sweeps SET finished = strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), seconds = ? WHERE id = ? AND finished IS NULL")
      .with(seconds)
      .with(sweep_)
      .step();
}

void SweepStore::run(const char* sql) const {
  if (sqlite3_exec(database_, sql, nullptr, nullptr, nullptr) != SQLITE_OK)
    throw DataError(fmt::format("{}: SQLite: {}", path_, sqlite3_errmsg(database_)));
}

bool SweepStore::any(const char* sql) const {
  Statement rows(*this, sql);
  return rows.step();
}

bool SweepStore::give_up() {
  constexpr const char* clean =
      "DELETE FROM datasets WHERE sweep NOT IN (SELECT sweep FROM results);"
      "DELETE FROM sweeps WHERE id NOT IN (SELECT sweep FROM results);";
  sqlite3_exec(database_, "ROLLBACK", nullptr, nullptr, nullptr);  // fails if nothing was begun, which is as good
  if (any(fmt::format("SELECT 1 FROM results WHERE sweep = {} LIMIT 1", sweep_).c_str())) return true;
  if (any("SELECT 1 FROM results LIMIT 1")) {
    sqlite3_exec(database_, clean, nullptr, nullptr, nullptr);
  } else if (path_ != memory) {
    close();
    remove_store(path_);
  }
  return false;
}

void remove_store(const std::string& path) {
  for (const char* ending : {"", "-wal", "-shm", "-journal"}) std::remove((path + ending).c_str());
}

}  // namespace tacit::cli
