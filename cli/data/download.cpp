#include "cli/data/download.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <memory>
#include <stdexcept>

#include "cli/data/curl.hpp"
#include "cli/output/tell.hpp"
#include "tacit/data/data_error.hpp"
#include "tacit/version.hpp"

namespace tacit::cli {

namespace {

constexpr long seconds_to_connect = 30;
constexpr long seconds_of_silence = 60;  // then the connection counts as cut

class DownloadProgress {
 public:
  explicit DownloadProgress(std::string name) : name_(std::move(name)), terminal_(isatty(STDERR_FILENO) == 1) {}
  ~DownloadProgress() {
    if (terminal_ && live_) tell("\r\033[K");
  }
  DownloadProgress(const DownloadProgress&) = delete;
  DownloadProgress& operator=(const DownloadProgress&) = delete;

  // A total of 0 means that it is not known.
  void show(std::uint64_t have, std::uint64_t total) {
    const auto now = std::chrono::steady_clock::now();
    if (now - shown_ < (terminal_ ? std::chrono::milliseconds(200) : std::chrono::milliseconds(10'000))) return;
    shown_ = now;
    const double share = total == 0 ? 0.0 : static_cast<double>(have) / static_cast<double>(total);
    const auto amount = total == 0
                            ? fmt::format("{:.1f} MB", megabytes(have))
                            : fmt::format("{:.1f} of {:.1f} MB ({:.0f} %)", megabytes(have), megabytes(total), 100 * share);
    if (!terminal_) {
      tell("{}: {}\n", name_, amount);
      return;
    }
    constexpr std::size_t width = 30;
    const auto filled = static_cast<std::size_t>(share * static_cast<double>(width));
    tell("\r\033[K{} [{:<{}}] {}", name_, std::string(std::min(filled, width), '#'), width, amount);
    std::fflush(stderr);
    live_ = true;
  }

 private:
  static double megabytes(std::uint64_t bytes) { return static_cast<double>(bytes) / 1e6; }

  std::string name_;
  bool terminal_;
  bool live_ = false;
  std::chrono::steady_clock::time_point shown_ = std::chrono::steady_clock::now();
};

// One request and what its callbacks need.
struct Transfer {
  CURL* curl;
  PartFile& part;
  DownloadProgress& progress;
  std::uint64_t from;  // bytes that were there before
  bool begun = false;
  bool wanted = false;  // what arrives is the file, not a page that says why not
  std::string failure;  // of writing

  void receive(std::string_view bytes) {
    if (!begun) {
      begun = true;
      long status = 0;
      libcurl().getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
      wanted = status == 200 || status == 206;
      if (status == 200 && from > 0) {  // a server that cannot go on sends everything again
        part.start_over();
        from = 0;
      }
    }
    if (wanted) part.append(bytes);
  }
};

// Exceptions must not cross the C library: they wait in the transfer.
std::size_t on_bytes(char* bytes, std::size_t /*one*/, std::size_t count, void* user) {
  auto& transfer = *static_cast<Transfer*>(user);
  try {
    transfer.receive({bytes, count});
    return count;
  } catch (const std::exception& error) {
    transfer.failure = error.what();
    return 0;
  }
}

int on_progress(void* user, curl_off_t total, curl_off_t have, curl_off_t /*unused*/, curl_off_t /*unused*/) {
  auto& transfer = *static_cast<Transfer*>(user);
  if (transfer.wanted) {
    const auto whole = total > 0 ? transfer.from + static_cast<std::uint64_t>(total) : 0;
    transfer.progress.show(transfer.from + static_cast<std::uint64_t>(have), whole);
  }
  return 0;
}

constexpr const char* other_ways = "a copy from elsewhere can be named with --url ADDRESS";

[[noreturn]] void complain(CURLcode code, const char* details, const std::string& address, const PartFile& part) {
  const std::string why = details[0] != '\0' ? details : libcurl().strerror(code);
  switch (code) {
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_COULDNT_RESOLVE_PROXY:
      throw DataError(
          fmt::format("{}: the server cannot be found ({}); is this machine online? Or {}", address, why, other_ways));
    case CURLE_COULDNT_CONNECT:
      throw DataError(
          fmt::format("{}: no connection to the server ({}); is this machine online? Or {}", address, why, other_ways));
    default:
      if (part.size() == 0)
        throw DataError(fmt::format("{}: nothing could be got ({}); try again, or {}", address, why, other_ways));
      throw DataError(
          fmt::format("{}: cut off ({}); the {} bytes that have arrived are kept in {}: the same command goes on from there",
                      address, why, part.size(), part.path()));
  }
}

// The answer's status; throws unless there is an answer that has arrived whole.
long request(const std::string& address, PartFile& part, DownloadProgress& progress) {
  const Libcurl& lib = libcurl();
  const std::unique_ptr<CURL, decltype(lib.cleanup)> handle(lib.init(), lib.cleanup);
  CURL* const curl = handle.get();
  if (curl == nullptr) throw std::runtime_error("libcurl cannot be used here");
  Transfer transfer{.curl = curl, .part = part, .progress = progress, .from = part.size(), .failure = {}};
  std::array<char, CURL_ERROR_SIZE> details{};
  const auto range = fmt::format("{}-", part.size());
  const auto agent = fmt::format("tacit/{}", version);
  lib.setopt(curl, CURLOPT_URL, address.c_str());
  lib.setopt(curl, CURLOPT_USERAGENT, agent.c_str());
  if (part.size() > 0) lib.setopt(curl, CURLOPT_RANGE, range.c_str());
  lib.setopt(curl, CURLOPT_FOLLOWLOCATION, 1L);
  lib.setopt(curl, CURLOPT_MAXREDIRS, 10L);
#if LIBCURL_VERSION_NUM >= 0x075500
  lib.setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
  lib.setopt(curl, CURLOPT_REDIR_PROTOCOLS_STR, "http,https");
#else
  lib.setopt(curl, CURLOPT_PROTOCOLS, static_cast<long>(CURLPROTO_HTTP | CURLPROTO_HTTPS));
  lib.setopt(curl, CURLOPT_REDIR_PROTOCOLS, static_cast<long>(CURLPROTO_HTTP | CURLPROTO_HTTPS));
#endif
  lib.setopt(curl, CURLOPT_NOSIGNAL, 1L);
  lib.setopt(curl, CURLOPT_CONNECTTIMEOUT, seconds_to_connect);
  lib.setopt(curl, CURLOPT_LOW_SPEED_LIMIT, 1L);
  lib.setopt(curl, CURLOPT_LOW_SPEED_TIME, seconds_of_silence);
  lib.setopt(curl, CURLOPT_ERRORBUFFER, details.data());
  lib.setopt(curl, CURLOPT_WRITEFUNCTION, on_bytes);
  lib.setopt(curl, CURLOPT_WRITEDATA, &transfer);
  lib.setopt(curl, CURLOPT_NOPROGRESS, 0L);
  lib.setopt(curl, CURLOPT_XFERINFOFUNCTION, on_progress);
  lib.setopt(curl, CURLOPT_XFERINFODATA, &transfer);
  const CURLcode code = lib.perform(curl);
  if (!transfer.failure.empty()) throw DataError(transfer.failure);
  if (code != CURLE_OK) complain(code, details.data(), address, part);
  long status = 0;
  lib.getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
  return status;
}

}  // namespace

void download(const std::string& name, const std::string& address, PartFile& part) {
  tell("{}: {} {}\n", name, part.size() > 0 ? fmt::format("going on after {} bytes from", part.size()) : "getting", address);
  DownloadProgress progress(name);
  long status = request(address, part, progress);
  if (status == 416 && part.size() > 0) {  // no bytes behind those that are there: they may be of something else
    part.start_over();
    status = request(address, part, progress);
  }
  if (status == 200 || status == 206) return;
  const char* const meaning = status == 404 || status == 410 ? "there is no such file" : "it does not give the file";
  throw DataError(fmt::format("{}: the server answers {}: {}; {}", address, status, meaning, other_ways));
}

}  // namespace tacit::cli
