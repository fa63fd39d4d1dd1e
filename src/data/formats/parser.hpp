// A Parser turns whole records of a text format into examples, with one virtual call per block of text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "tacit/core/legible.hpp"
#include "tacit/data/class_names.hpp"
#include "tacit/data/complaints.hpp"
#include "tacit/data/crosses.hpp"
#include "tacit/data/dataset.hpp"
#include "tacit/data/feature_names.hpp"
#include "tacit/data/label_words.hpp"
#include "tacit/data/row_rules.hpp"

namespace tacit {

// A TextBlock holds whole records, the last closed by a line end. At least `padding` bytes behind the text may be read, so that a
// parser can load a word or a vector at its end.
struct TextBlock {
  static constexpr std::size_t padding = 64;

  std::string_view text;
  std::uint64_t line = 1;  // number of the first line
};

// What a parser needs to know besides the text.
struct ParserContext {
  std::string name;                   // of the input, for messages
  bool bias = true;                   // every row begins with feature 0 of value 1
  bool labelled = true;               // false: a row may leave out its label
  Complaints* complaints;             // about bad rows, which are left out
  FeatureNames* names;                // for features that are named, not numbered
  RowRules* rules = nullptr;          // what a learner asks of a row, if anything
  std::optional<LabelWords> words{};  // the words that labels are, if they are no numbers
  double absent_label = 0;            // of a row that leaves out its label
  ClassTable* classes = nullptr;      // the classes that labels are, if they are several
  const Crosses* crosses = nullptr;   // by name, if there are any

  bool labels_are_words() const { return words || classes != nullptr; }
  // The label that a word stands for, where labels are words. Where labels may be missing, any word will do.
  std::optional<double> label_of(std::string_view word) const {
    const auto label = classes != nullptr ? classes->find(word) : words->find(word);
    return label || labelled ? label : absent_label;
  }

  // Says what is wrong with a word that stands for no label.
  Message fault_of_label(std::string_view word) const { return classes != nullptr ? classes->fault(word) : words->fault(word); }

  // Judges the last row: if something speaks against it, drops the row and says what.
  std::optional<Message> refuse_last(Dataset& rows) const {
    if (const std::string_view id = rows.id(rows.size() - 1); !id.empty() && !is_legible(id)) [[unlikely]] {
      rows.drop_last_row();
      return say("id ", shown(id), "; expected text without control characters, whose line in predictions stays one");
    }
    if (rules == nullptr || rules->take_read(rows, rows.size() - 1)) {
      if (rules == nullptr && classes != nullptr) classes->keep();
      if (names != nullptr) names->keep_row();
      return std::nullopt;
    }
    Message fault = rules->fault(rows, rows.size() - 1);
    rows.drop_last_row();
    return fault;
  }
};

class Parser {
 public:
  virtual ~Parser() = default;

  // Throws DataError if the first block shows that nothing good can follow.
  virtual void check_beginning(TextBlock) const {}

  // Appends the examples of the block. Blocks come in the order of the input.
  virtual void parse(TextBlock block, Dataset& rows) = 0;

  // How many bytes at the beginning of the text are whole records, line ends included. The text begins with a record. Its first
  // `seen` bytes were asked about in the call before, and none of them was whole: they need no second look.
  virtual std::size_t whole_records(std::string_view text, std::size_t seen) {
    const std::size_t last = text.substr(seen).rfind('\n');
    return last == std::string_view::npos ? 0 : seen + last + 1;
  }
  std::size_t whole_records(std::string_view text) { return whole_records(text, 0); }

  // Returns how many bytes to leave out before reading goes on, for a text that was asked about just now, holds no whole record
  // and grows no longer. The last of them is a line end; 0 if that is still to come.
  virtual std::size_t endless_record(std::string_view text) const { return text.find('\n') + 1; }
  // Whether the next record may be left out at all.
  virtual bool can_go_on() const { return true; }
};

}  // namespace tacit
