# How sources are compiled where it costs the build time and nobody notices: headers parsed once, and no inlining where no loop is hot.

# Parses these headers once. Sources name what they use all the same: clang-tidy reads them without this.
function(tacit_precompile target)
  target_precompile_headers(${target} PRIVATE ${ARGN})
  tacit_known_to_ccache(${target})
endfunction()

# Takes over what was parsed for another target, which has the same flags and no macro that this one lacks.
function(tacit_precompiled_by target other)
  target_precompile_headers(${target} REUSE_FROM ${other})
  tacit_known_to_ccache(${target})
endfunction()

function(tacit_known_to_ccache target)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(${target} PRIVATE -fpch-preprocess)
  elseif(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    target_compile_options(${target} PRIVATE "SHELL:-Xclang -fno-pch-timestamp")
  endif()
endfunction()

# What most sources include.
set(TACIT_USUAL_HEADERS
    <algorithm>
    <array>
    <charconv>
    <cmath>
    <cstdint>
    <cstring>
    <functional>
    <limits>
    <memory>
    <optional>
    <span>
    <stdexcept>
    <string>
    <string_view>
    <tuple>
    <unordered_map>
    <utility>
    <vector>
    <fmt/format.h>)

set(TACIT_NO_HOT_LOOP $<$<CONFIG:Release>:-O1>)
