# Flags that our own targets carry and that a program using the library never sees.
function(tacit_developer_flags target)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wnon-virtual-dtor
                                           -Wold-style-cast -Wcast-align -Woverloaded-virtual)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    # g++ 12 warns of std::string's own code (GCC bug 105651).
    target_compile_options(${target} PRIVATE -Wno-restrict -Wno-stringop-overflow)
  endif()
  if(TACIT_WARNINGS_AS_ERRORS)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
  if(TACIT_SANITIZE)
    if(TACIT_SANITIZE MATCHES undefined)
      set(casts -fsanitize=float-cast-overflow) # not part of undefined, yet undefined it is
    endif()
    # With -Og g++ cannot inline all that xxHash insists on.
    target_compile_definitions(${target} PRIVATE TACIT_SANITIZED XXH_NO_INLINE_HINTS=1)
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
      target_compile_options(${target} PRIVATE -Wno-maybe-uninitialized) # g++ takes the sanitizers' own code for uses
    endif()
    target_compile_options(${target} PRIVATE -fsanitize=${TACIT_SANITIZE} ${casts} -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_link_options(${target} PRIVATE -fsanitize=${TACIT_SANITIZE})
  endif()
  if(TACIT_COVERAGE)
    target_compile_options(${target} PRIVATE --coverage)
    target_link_options(${target} PRIVATE --coverage)
  endif()
endfunction()
