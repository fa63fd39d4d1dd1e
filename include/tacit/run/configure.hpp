// What people say about a learner, and the Configuration that it means: the same words and defaults for the command line, C and
// whoever comes next.
//
// Messages call each setting as the command line does, `--loss`.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tacit/learners/configuration.hpp"

namespace tacit {

struct LearnerOptions {
  std::optional<std::string> learner;
  std::optional<std::string> update;
  std::optional<std::string> step_size;
  std::optional<std::string> loss;
  std::optional<double> loss_parameter;
  std::optional<std::string> domain;
  std::optional<double> beta;
  std::optional<double> radius;
  std::optional<std::string> box;
  std::optional<std::uint64_t> features;
  std::optional<double> lipschitz;
};

// What examples become before they are learned from.
struct FeatureOptions {
  std::optional<bool> bias;  // on, unless a model says otherwise
  std::optional<std::string> labels;
  std::optional<std::string> scale;
  std::optional<std::uint64_t> hash;
  bool dictionary = false;
  std::optional<LabelWords> label_words{};  // in place of labels, for who has the two words apart: they may hold a comma
};

std::vector<std::string_view> learner_names();

// Whether nothing is said that only a single learner has, so that `auto` can be the one.
bool leaves_rate_open(const LearnerOptions& options);

// What a fresh learner is put on: `auto` if the rate is left open, the logistic loss if labels of two classes are given and no
// loss.
Configuration fresh_configuration(const LearnerOptions& learner, const FeatureOptions& features);

// The base with what the options say put over it. Throws std::invalid_argument.
Configuration configure(const LearnerOptions& learner, const FeatureOptions& features, Configuration base);

// A number as people type it: all of the text, finite. Throws std::invalid_argument that calls it `--name`.
double real_setting(std::string_view name, std::string_view text);
std::uint64_t count_setting(std::string_view name, std::string_view text);

}  // namespace tacit
