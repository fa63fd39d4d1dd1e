// What each expert and guess of `auto` is worth: runs the mixture with one of them, or one geometry or rule, left out, and prints
// Markdown: the geometric mean over data sets of the loss without it to the loss of all, per loss.
//
//   ablation [--rows N] [FILE[:LABEL[:IGNORED]...]]...
//
// Takes the first N rows (40,000) of the data sets that are known and at hand, or of the files given, in the order of the file;
// LABEL and IGNORED are columns of a table. Where there are two labels the losses are hinge and logistic, else absolute and
// square; rows with one label alone are left out.
//
// A voice that is left out is not heard: the expert goes on learning, since others average its weights or look at them.
#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include "kernels/flatten.hpp"
#include "learners/mixture/foresight.hpp"
#include "run/baselines.hpp"
#include "sources.hpp"

namespace {

using Lanes = tacit::LanesOf<16, tacit::experts.size()>;
constexpr std::size_t voices = tacit::experts.size() + tacit::guesses;

// Hears the voices whose number is 1.
struct SomeVoices {
  static constexpr bool calibrates = true;
  std::array<double, voices> heard;

  template <class Wide>
  Wide operator()(const Wide& all) const {
    Wide some = 0.0;
    for (std::size_t k = 0; k < voices; ++k) some.set(k, heard[k] != 0 ? all[k] : 0.0);
    return some;
  }
};

struct Variant {
  std::string name;
  SomeVoices voices;
};

std::string name_of(const tacit::Expert& expert) {
  const std::string family = fmt::format("{} {}", tacit::geometry_names[static_cast<std::size_t>(expert.geometry)],
                                         tacit::rule_names[static_cast<std::size_t>(expert.rule)]);
  return expert.c > 0 ? fmt::format("{} {:g}", family, expert.c) : family;
}

template <class Condition>
Variant without(std::string name, Condition left_out) {
  Variant variant{std::move(name), {}};
  for (std::size_t k = 0; k < voices; ++k) variant.voices.heard[k] = left_out(k) ? 0 : 1;
  return variant;
}

// All, then all but each geometry, each rule, the guesses, and each voice.
std::vector<Variant> variants() {
  const auto is_expert = [](std::size_t k) { return k < tacit::experts.size(); };
  std::vector<Variant> list{without("all", [](std::size_t) { return false; })};
  for (std::size_t g = 0; g < tacit::geometry_names.size(); ++g)
    list.push_back(without(fmt::format("every {} expert", tacit::geometry_names[g]), [&](std::size_t k) {
      return is_expert(k) && tacit::experts[k].geometry == static_cast<tacit::Geometry>(g);
    }));
  for (std::size_t r = 0; r < tacit::rule_names.size(); ++r)
    list.push_back(without(fmt::format("every {} expert", tacit::rule_names[r]), [&](std::size_t k) {
      return is_expert(k) && tacit::experts[k].rule == static_cast<tacit::ExpertRule>(r);
    }));
  list.push_back(without("every guess", [&](std::size_t k) { return !is_expert(k); }));
  for (std::size_t one = 0; one < voices; ++one)
    list.push_back(without(
        is_expert(one) ? name_of(tacit::experts[one]) : fmt::format("guess: {}", tacit::guess_names[one - tacit::experts.size()]),
        [&](std::size_t k) { return k == one; }));
  return list;
}

template <class L>
using SomeMixture = tacit::Mixture<L, Lanes, SomeVoices>;

template <class L>
TACIT_FLATTEN_KERNEL double learn(SomeMixture<L>& mixture, const tacit::Dataset& rows) {
  double loss = 0;
  for (std::size_t i = 0; i < rows.size(); ++i)
    loss += mixture.learn(rows.row(i), rows.label(i), rows.weight(i), rows.hints(i)).loss_before;
  return loss;
}

template <class L>
double total_loss(const tacit::Dataset& rows, const SomeVoices& heard) {
  SomeMixture<L> mixture(L{}, true, {}, heard);
  return learn<L>(mixture, rows);
}

// Per loss and variant: logarithms of ratios to the loss of all, one per data set.
using Ratios = std::map<std::string, std::vector<std::vector<double>>>;

template <class L>
void measure(tacit::Dataset& rows, const std::string& name, const std::vector<Variant>& list, Ratios& ratios) {
  tacit::Configuration configuration;
  if (!tacit::choose_learner("auto", configuration)) std::abort();
  configuration.loss = L::name;
  tacit::Baselines(configuration).play(rows, 0, rows.size());
  auto& columns = ratios[std::string(L::name)];
  columns.resize(list.size());
  const double all = total_loss<L>(rows, list.front().voices);
  fmt::print(stderr, "{} {}: {:.6g}\n", name, L::name, all / static_cast<double>(rows.size()));
  for (std::size_t k = 0; k < list.size(); ++k) {
    const double loss = k == 0 ? all : total_loss<L>(rows, list[k].voices);
    columns[k].push_back(std::log(loss / all));
  }
}

void print(const std::vector<Variant>& list, const Ratios& ratios) {
  std::string header = "| left out |";
  std::string rule = "| --- |";
  for (const auto& [loss, columns] : ratios) {
    header += fmt::format(" {} | worst |", loss);
    rule += " ---: | ---: |";
  }
  fmt::print("{}\n{}\n", header, rule);
  for (std::size_t k = 1; k < list.size(); ++k) {
    std::string line = fmt::format("| {} |", list[k].name);
    for (const auto& [loss, columns] : ratios) {
      double sum = 0;
      double most = 0;
      for (const double ratio : columns[k]) sum += ratio, most = std::max(most, ratio);
      line += fmt::format(" {:.4f} | {:.3f} |", std::exp(sum / static_cast<double>(columns[k].size())), std::exp(most));
    }
    fmt::print("{}\n", line);
  }
}

}  // namespace

int main(int argc, char** argv) {
  std::uint64_t most_rows = 40000;
  std::vector<Source> sources;
  for (int i = 1; i < argc; ++i) {
    if (std::string(argv[i]) == "--rows" && i + 1 < argc) {
      most_rows = std::strtoull(argv[++i], nullptr, 10);
    } else {
      sources.push_back(source_of(argv[i]));
    }
  }
  if (sources.empty()) sources = known_sources();
  if (sources.empty() || most_rows == 0) {
    fmt::print(stderr, "usage: ablation [--rows N] [FILE[:LABEL[:IGNORED]...]]...; without files, data sets in $TACIT_DATA\n");
    return 2;
  }
  const std::vector<Variant> list = variants();
  Ratios ratios;
  for (const Source& source : sources) {
    std::size_t kinds = 0;
    tacit::Dataset rows = read(source, most_rows, kinds);
    if (kinds == 2) {
      measure<tacit::Hinge>(rows, source.file, list, ratios);
      measure<tacit::Logistic>(rows, source.file, list, ratios);
    } else if (kinds > 2) {
      measure<tacit::Absolute>(rows, source.file, list, ratios);
      measure<tacit::Square>(rows, source.file, list, ratios);
    }
  }
  print(list, ratios);
  return 0;
}
