# Saves time of the build where nobody notices: headers are parsed once, and code without a hot loop is hardly inlined.

# g++ looks for garbage from 128 MB on, again and again; most sources are done before they take four times that.
if(PROJECT_IS_TOP_LEVEL AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  add_compile_options("SHELL:--param ggc-min-expand=200" "SHELL:--param ggc-min-heapsize=524288")
endif()

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
# For loops that need no more instructions than with -O3, which takes a third longer to compile.
set(TACIT_PLAIN_LOOPS $<$<CONFIG:Release>:-O2>)

# Compiles the sources of each folder as one: they include much the same. Off where each has to be seen by itself, as for clang-tidy.
option(TACIT_UNITY "Compile the sources of a folder as one" ON)
function(tacit_join_folders target)
  foreach(source IN LISTS ARGN)
    get_filename_component(folder ${source} DIRECTORY)
    get_filename_component(folder ${folder} NAME)
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${folder})
  endforeach()
  tacit_join(${target})
endfunction()

# Compiles the sources of these folders of the target as one; those that are in no group stay apart.
function(tacit_join_as_one target group)
  file(GLOB sources CONFIGURE_DEPENDS LIST_DIRECTORIES false ${ARGN})
  set_source_files_properties(${sources} PROPERTIES UNITY_GROUP ${group})
  tacit_join(${target})
endfunction()

function(tacit_join target)
  if(TACIT_UNITY)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
    # A joined source includes others: g++ takes their unnamed namespaces for those of headers, and clang takes their names for hidden.
    target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage> $<$<CXX_COMPILER_ID:Clang>:-Wno-shadow>)
  endif()
endfunction()
