#include "tacit/core/thread_count.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <thread>

#include "tacit/core/setting_error.hpp"

namespace tacit {

unsigned thread_count(const std::optional<std::uint64_t>& said) {
  constexpr std::uint64_t most = 1024;
  if (!said) return std::max(1U, std::thread::hardware_concurrency());
  if (*said < 1 || *said > most) {
    const Mention about = mention("threads", fmt::format("{}", *said));
    throw SettingError(SettingError::Kind::bad_value, about, say(about, fmt::format("; expected 1 to {}", most)));
  }
  return static_cast<unsigned>(*said);
}

}  // namespace tacit
