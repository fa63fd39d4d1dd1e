// libcurl, opened when something is to be downloaded: loading it and what it needs takes longer than all else at the start of the
// program, and most runs download nothing.
#pragma once

#include <curl/curl.h>

namespace tacit::cli {

// The functions of libcurl; their names lack curl_easy_.
struct Libcurl {
  decltype(&curl_easy_init) init;
  decltype(&curl_easy_cleanup) cleanup;
  decltype(&curl_easy_setopt) setopt;
  decltype(&curl_easy_perform) perform;
  decltype(&curl_easy_getinfo) getinfo;
  decltype(&curl_easy_strerror) strerror;
};

// Opens the library at the first call. Throws DataError if this machine does not have it.
const Libcurl& libcurl();

}  // namespace tacit::cli
