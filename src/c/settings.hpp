// Settings as C gives them: name, value, name, value, ..., null. Each name is one of those allowed, and of one given twice the
// last counts.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tacit/data/example_stream.hpp"
#include "tacit/learners/configuration.hpp"

namespace tacit::c {

class Settings {
 public:
  // Throws std::invalid_argument.
  Settings(const char* const* list, std::span<const std::string_view> allowed);

  std::optional<std::string> text(std::string_view name) const;
  std::optional<double> real(std::string_view name) const;
  std::optional<std::uint64_t> count(std::string_view name) const;
  std::optional<bool> yes_or_no(std::string_view name) const;
  std::vector<std::string> list(std::string_view name) const;  // parted by commas

 private:
  std::vector<std::pair<std::string_view, std::string_view>> given_;
};

// A fresh learner's.
Configuration learner_configuration(const char* const* settings);

// How a file is to be read.
struct FileSettings {
  explicit FileSettings(const char* const* settings);

  std::string format = "auto";
  std::optional<std::string> label_column;
  std::vector<std::string> categorical;
  std::vector<std::string> ignored;
  std::optional<std::uint64_t> limit;
  std::optional<std::uint64_t> shuffle;
  OnError on_error = OnError::stop;
};

}  // namespace tacit::c
