// A Reader gives the examples of one input, block after block, in the order of the input, whatever its format and compression.
//
// Memory is bounded: a record (a line, but for quoted line ends in CSV) may be longest_record bytes long. A longer one is a bad
// row. Reading goes on behind its first line end, or in CSV behind the line with the quote that is not closed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tacit/core/message.hpp"
#include "tacit/data/column_choice.hpp"
#include "tacit/data/complaints.hpp"
#include "tacit/data/crosses.hpp"
#include "tacit/data/dataset.hpp"
#include "tacit/data/feature_names.hpp"
#include "tacit/data/label_words.hpp"
#include "tacit/data/row_rules.hpp"

namespace tacit {

class ColumnsSeen;

// The names of the formats, behind "auto".
std::vector<std::string_view> input_formats();

// The path without the endings that tell its compression, or that it is a cache, and its format: a.svm.gz without them is a.
std::string_view without_endings(std::string_view path);

inline constexpr std::size_t longest_record = 1U << 24U;
inline constexpr unsigned deepest_object = 16;  // objects inside objects, the outermost counted

struct ReaderSettings {
  std::string format = "auto";                // decided by content
  std::optional<std::string> label_column{};  // csv, jsonl
  std::optional<std::string> id{};            // csv, jsonl
  std::optional<std::string> time{};          // csv, jsonl
  std::optional<std::string> group{};         // csv, jsonl
  std::optional<bool> header{};               // csv
  std::vector<std::string> categorical{};     // csv
  std::vector<std::string> ignored{};         // csv, jsonl
  std::optional<char> delimiter{};            // csv
  std::vector<std::string> missing_words{};   // csv, jsonl; none: the usual ones
  bool bias = true;                           // every row begins with feature 0 of value 1
  bool labelled = true;                       // false: labels may be missing
  double absent_label = 0;                    // what a missing label is read as; NaN tells it from others
  std::optional<LabelWords> label_words{};    // the words that labels are, if they are no numbers
  bool class_labels = false;                  // labels are several classes, which the rules know
  std::shared_ptr<const Crosses> crosses{};   // features that are products of others
  ColumnChoice remembered{};                  // the part of the above that a model says: it may be of no use for a format

  // csv: what columns hold, known to all readers of one stream.
  std::shared_ptr<ColumnsSeen> columns_seen{};
};

// Whether the character can stand between the fields of csv: one of ASCII that is in no number and is no quote or line end.
bool can_delimit(char c);
inline constexpr std::string_view expected_delimiter = "expected tab, or one character that is in no number and no quote";

// The settings that somebody said and that no model remembers.
std::vector<Mention> said_settings(const ReaderSettings& settings);
// Those of the settings that mean something for other formats, but nothing for this one.
std::vector<Mention> unused_settings(std::vector<Mention> said, std::string_view format);

class Reader {
 public:
  // "-" is standard input. Names, complaints and rules, if there are any, outlive the reader. Throws std::invalid_argument for
  // a format that is not one of input_formats().
  Reader(const std::string& path, const ReaderSettings& settings, FeatureNames& names, Complaints& complaints,
         RowRules* rules = nullptr);
  ~Reader();

  // What messages call the input.
  const std::string& name() const;
  // The format, known once something has been read; empty if there was nothing at all.
  std::string_view format() const;
  // The classes that labels were, where there are no rules to know them.
  const std::vector<std::string>& classes() const;

  // Appends the next rows that are there, at most `limit`; no record behind them leaves a name or a complaint. Waits for a row
  // or a complaint, so that bad rows, however many, are heard of in time. Returns false at the end, or once cancelled.
  bool read(Dataset& rows, std::uint64_t limit = std::numeric_limits<std::uint64_t>::max());

  // Ends the wait of a thread that reads; called from another.
  void cancel();

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

// Names the format of a text by the first line of its beginning that is neither empty nor a comment: jsonl if that begins with {,
// vw if it has a bar behind nothing, a number or a tag, csv if it has a comma, a semicolon or a quote, libsvm if it has an
// index:, else csv if it has a tab. A line that is none of this clearly, such as a lone word, does not decide: most of the first
// lines do.
std::string_view detect_format(std::string_view beginning);

}  // namespace tacit
