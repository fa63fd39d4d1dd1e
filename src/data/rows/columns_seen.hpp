// ColumnsSeen knows what the columns of delimited text have held so far, over all files of a stream. A column holds numbers in
// all of them or text in all of them: its first cell that is not missing decides.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "tacit/data/complaints.hpp"
#include "tacit/data/missing.hpp"

namespace tacit {

class ColumnsSeen {
 public:
  struct Content {
    bool text;
    std::string file;  // where this was decided
    std::uint64_t line;
  };

  // Null if the column has had no cell yet.
  const Content* find(std::string_view column) const;
  const std::map<std::string, Content, std::less<>>& contents() const { return contents_; }
  void decide(std::string_view column, Content content) { contents_.emplace(column, std::move(content)); }

  void add_missing(std::string_view column, std::uint64_t cells);
  // Notes how many cells were missing, in which columns most of them, and what becomes of them, if that is known.
  void note_missing(Complaints& complaints, std::optional<Missing> how = {}) const;

 private:
  std::map<std::string, Content, std::less<>> contents_;
  std::map<std::string, std::uint64_t, std::less<>> missing_;
};

}  // namespace tacit
