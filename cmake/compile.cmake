# Saves time of the build: sources that include much the same are compiled as one, and code without a hot loop is hardly inlined.

# clang-tidy turns this off, to see each source by itself.
option(TACIT_UNITY "Compile sources that include much the same as one" ON)

# g++ collects garbage from 128 MB on. Most sources never need four times that, so for them it need not collect at all.
if(TACIT_UNITY AND PROJECT_IS_TOP_LEVEL AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  add_compile_options("SHELL:--param ggc-min-expand=200" "SHELL:--param ggc-min-heapsize=524288")
endif()

set(TACIT_NO_HOT_LOOP $<$<CONFIG:Release>:-O1>)
# These loops are as fast with -O2 as with -O3, which takes a quarter longer to compile.
set(TACIT_PLAIN_LOOPS $<$<CONFIG:Release>:-O2>)

# Compiles the target's sources that match these patterns as one. A source that matches the patterns of several calls is in the group of
# the last. Sources in no group, or with flags of their own, stay apart.
function(tacit_join_as_one target group)
  file(GLOB sources CONFIGURE_DEPENDS LIST_DIRECTORIES false ${ARGN})
  set_source_files_properties(${sources} PROPERTIES UNITY_GROUP ${group})
  tacit_join(${target})
endfunction()

# Compiles the sources of each folder as one.
function(tacit_join_folders target)
  file(GLOB sources CONFIGURE_DEPENDS LIST_DIRECTORIES false ${ARGN})
  foreach(source IN LISTS sources)
    get_filename_component(folder ${source} DIRECTORY)
    get_filename_component(folder ${folder} NAME)
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP folder_${folder})
  endforeach()
  tacit_join(${target})
endfunction()

function(tacit_join target)
  if(TACIT_UNITY)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
    # A joined source includes others: g++ takes their unnamed namespaces for those of headers, and clang warns that locals of one hide
    # names of another.
    target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>
                                             $<$<CXX_COMPILER_ID:Clang,AppleClang>:-Wno-shadow>)
  endif()
endfunction()
