// Reads a text with a parser and a dictionary: feature 1 is the first name seen.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "data/blocks.hpp"
#include "data/plain.hpp"
#include "tacit/data/data_error.hpp"

struct Reading {
  std::string rows;
  std::vector<std::string> complaints;
  std::vector<std::string> names;
  std::vector<std::string> notes;
  std::uint64_t missing = 0;  // for parsers that count this
};

struct Manner {
  bool labelled = true;
  tacit::OnError on_error = tacit::OnError::skip;
  bool bias = false;
};

template <class Parser, class... Settings>
Reading reading_of(std::string file, const std::vector<std::string_view>& pieces, Manner manner, const Settings&... settings) {
  tacit::Complaints complaints(manner.on_error);
  tacit::FeatureNames names{std::vector<std::string>{}};
  Parser parser({std::move(file), manner.bias, manner.labelled, &complaints, &names}, settings...);
  tacit::Dataset rows;
  parse_pieces(parser, pieces, rows);
  Reading reading{written(rows), plain(complaints.first()), names.dictionary(), plain(complaints.notes())};
  if constexpr (requires { parser.missing(); }) reading.missing = parser.missing();
  return reading;
}

// The message with which reading ends.
template <class Read>
std::string refusal_of(Read read) {
  try {
    read();
  } catch (const tacit::DataError& error) {
    return error.what();
  }
  return "accepted";
}
