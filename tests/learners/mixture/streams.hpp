// Streams for mixtures of any loss, of features of many kinds: common and rare, large and small, and zeros said.
#pragma once

#include <limits>
#include <string_view>

#include "label_for.hpp"
#include "run/streams.hpp"
#include "tacit/data/made_features.hpp"

inline tacit::Configuration auto_of(std::string_view loss) {
  tacit::Configuration configuration;
  tacit::choose_learner("auto", configuration);
  configuration.loss = loss;
  return configuration;
}

// Features 1 to 4 in nearly every row, up to 60 in few; sizes grow at times beyond all before.
inline tacit::Dataset varied_stream(const tacit::Configuration& configuration, std::uint64_t seed, int count) {
  std::mt19937_64 engine(seed);
  tacit::Dataset rows;
  for (int t = 0; t < count; ++t) {
    const double y = unit(engine) < 0.02 ? 40 * unit(engine) : 4 * unit(engine) - 2;
    rows.begin_row(label_for(configuration, y), unit(engine) < 0.2 ? 2.5 : 1);
    if (configuration.bias) rows.push(0, 1.0);
    for (tacit::Index j = 1; j <= 60; ++j) {
      if (unit(engine) > (j <= 4 ? 0.9 : 0.08)) continue;
      const double size = (j % 3 == 0 ? 1e6 : 1) * (1 + 0.02 * t) * (unit(engine) < 0.01 ? 30 : 1);
      rows.push(j, unit(engine) < 0.1 ? 0 : size * (unit(engine) - (j % 2 == 0 ? 0.5 : -3)));
    }
  }
  return rows;
}

// The same with guesses, some of which cannot be made, and with lags and a calendar from some row on.
inline tacit::Dataset guessed_stream(const tacit::Configuration& configuration, std::uint64_t seed, int count) {
  const tacit::Dataset plain = varied_stream(configuration, seed, count);
  std::mt19937_64 engine(seed + 1);
  tacit::Dataset rows;
  for (std::size_t i = 0; i < plain.size(); ++i) {
    rows.append(plain[i]);
    for (tacit::Index k = 0; i >= 20 && k < 3; ++k) rows.push(tacit::first_lag + k, plain.label(i - 1 - k));
    if (i >= 40) rows.push(tacit::first_calendar, static_cast<double>(i % 24));
  }
  const auto hints = rows.make_hints(4);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const double none = std::numeric_limits<double>::quiet_NaN();
    hints[4 * i] = i > 0 ? plain.label(i - 1) : none;
    hints[4 * i + 1] = i > 6 ? plain.label(i - 7) : none;
    hints[4 * i + 2] = i > 0 ? unit(engine) - 0.5 : none;
    hints[4 * i + 3] = unit(engine) < 0.5 ? unit(engine) : none;
  }
  return rows;
}
