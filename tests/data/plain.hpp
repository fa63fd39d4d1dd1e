// Messages in plain words, to compare with texts.
#pragma once

#include <string>
#include <vector>

#include "tacit/core/message.hpp"

inline std::vector<std::string> plain(const std::vector<tacit::Message>& messages) {
  std::vector<std::string> texts;
  for (const auto& message : messages) texts.push_back(message.plain());
  return texts;
}
