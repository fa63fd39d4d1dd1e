// Texts for runs with crosses, and the same with the crosses written out.
#pragma once

#include <fmt/format.h>

#include <map>
#include <set>
#include <string>
#include <vector>

#include "tacit/data/cross_features.hpp"

namespace cross_texts {

using Combinations = std::set<std::vector<tacit::Index>>;

// Of features 1 to 5: all of so many, or those of two numbers.
inline Combinations combinations_of(const std::string& words) {
  Combinations all;
  for (std::size_t at = 0; at < words.size();) {
    const std::size_t end = std::min(words.find(',', at), words.size());
    const std::string word = words.substr(at, end - at);
    at = end + 1;
    if (const std::size_t star = word.find('*'); star != std::string::npos) {
      all.insert({static_cast<tacit::Index>(std::stoi(word)), static_cast<tacit::Index>(std::stoi(word.substr(star + 1)))});
      continue;
    }
    for (tacit::Index a = 1; a <= 5; ++a) {
      for (tacit::Index b = a; b <= 5; ++b) {
        if (word == "2") all.insert({a, b});
        for (tacit::Index c = b; word == "3" && c <= 5; ++c) all.insert({a, b, c});
      }
    }
  }
  return all;
}

// Rows of features 1 to 5, some absent, with the products of these combinations, at the indices that hashing to 22 bits gives
// them.
inline std::string libsvm(int rows, const Combinations& combinations) {
  std::string text;
  for (int t = 0; t < rows; ++t) {
    std::map<tacit::Index, double> row;
    for (tacit::Index j = 1; j <= 5; ++j) {
      if ((t + static_cast<int>(j)) % 4 != 0) row[j] = (t * static_cast<int>(j) % 7 - 3) / 2.0;
    }
    std::map<tacit::Index, double> whole = row;
    for (const auto& combination : combinations) {
      double product = 1;
      for (const tacit::Index j : combination) product *= row.contains(j) ? row[j] : 0;
      whole[tacit::hashed_cross(combination, 22)] += product;
    }
    text += fmt::format("{}", t % 5 - 1.5);
    for (const auto& [index, value] : whole) {
      if (value != 0) text += fmt::format(" {}:{}", index, value);
    }
    text += "\n";
  }
  return text;
}

// Columns of numbers, and perhaps those products which crosses of hum*temp and temp*temp make, in the order of their indices.
inline std::string table(int rows, bool whole) {
  std::string text = whole ? "label,temp,hum,temp*temp,temp*hum\n" : "label,temp,hum\n";
  for (int t = 0; t < rows; ++t) {
    const double temp = (t * 3 % 11 + 1) / 4.0;
    const double hum = (t * 5 % 7 + 1) / 2.0;
    text += fmt::format("{},{},{}", t % 3, temp, hum);
    if (whole) text += fmt::format(",{},{}", temp * temp, temp * hum);
    text += "\n";
  }
  return text;
}

struct Mixed {
  double label;
  double temp;
  double hum;
  std::string colour;
};
inline Mixed mixed(int t) { return {t % 3 - 1.0, (t * 3 % 11 - 4) / 4.0, t % 5 / 2.0, t % 4 == 0 ? "red" : "blue"}; }

inline std::string mixed_table(int rows) {
  std::string text = "label,temp,hum,colour\n";
  for (int t = 0; t < rows; ++t) {
    const Mixed row = mixed(t);
    text += fmt::format("{},{},{},{}\n", row.label, row.temp, row.hum, row.colour);
  }
  return text;
}
inline std::string mixed_json(int rows) {
  std::string text;
  for (int t = 0; t < rows; ++t) {
    const Mixed row = mixed(t);
    text += fmt::format(R"({{"label":{},"temp":{},"hum":{},"colour":"{}"}})"
                        "\n",
                        row.label, row.temp, row.hum, row.colour);
  }
  return text;
}
// Names of no namespace go by their beginnings in other formats alone, so the colours have one here that makes the same names.
inline std::string mixed_vw(int rows) {
  std::string text;
  for (int t = 0; t < rows; ++t) {
    const Mixed row = mixed(t);
    text += fmt::format("{} | temp:{} hum:{} colour={}\n", row.label, row.temp, row.hum, row.colour);
  }
  return text;
}

// The label is the product of two columns.
inline std::string product_table(int rows) {
  std::string text = "label,a,b\n";
  for (int t = 0; t < rows; ++t) {
    const double a = (t * 37 % 101) / 50.0 - 1;
    const double b = (t * 53 % 97) / 48.0 - 1;
    text += fmt::format("{},{},{}\n", a * b, a, b);
  }
  return text;
}

}  // namespace cross_texts
