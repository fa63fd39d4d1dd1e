#include "cli/data/curl.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include "tacit/data/data_error.hpp"

namespace tacit::cli {

namespace {

constexpr const char* library = "libcurl.so.4";  // the number stands for the interface, which has been the same since 2006

template <class Function>
Function found(void* handle, const char* name) {
  void* const address = dlsym(handle, name);
  if (address == nullptr) throw DataError(fmt::format("{} lacks {}; install libcurl anew", library, name));
  return reinterpret_cast<Function>(address);
}

Libcurl opened() {
  void* const handle = dlopen(library, RTLD_NOW);
  if (handle == nullptr) {
    throw DataError(
        fmt::format("downloads need libcurl, which cannot be opened ({}); install it (Debian: apt-get install libcurl4), or put "
                    "the file into the folder data yourself",
                    dlerror()));
  }
  const auto start = found<decltype(&curl_global_init)>(handle, "curl_global_init");
  if (start(CURL_GLOBAL_DEFAULT) != CURLE_OK) throw DataError("libcurl cannot be used here");
  return {.init = found<decltype(&curl_easy_init)>(handle, "curl_easy_init"),
          .cleanup = found<decltype(&curl_easy_cleanup)>(handle, "curl_easy_cleanup"),
          .setopt = found<decltype(&curl_easy_setopt)>(handle, "curl_easy_setopt"),
          .perform = found<decltype(&curl_easy_perform)>(handle, "curl_easy_perform"),
          .getinfo = found<decltype(&curl_easy_getinfo)>(handle, "curl_easy_getinfo"),
          .strerror = found<decltype(&curl_easy_strerror)>(handle, "curl_easy_strerror")};
}

}  // namespace

const Libcurl& libcurl() {
  static const Libcurl lib = opened();
  return lib;
}

}  // namespace tacit::cli
