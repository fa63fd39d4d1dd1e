# Makes the report's page: puts scripts, styles and fonts into one HTML text and writes it as two C++ strings, between which the report's
# data belong. Usage: cmake -DESBUILD=<program> -DKATEX=<folder that holds the folder katex> -DOUTPUT=<file> -P page.cmake
set(sources ${CMAKE_CURRENT_LIST_DIR}/src)
get_filename_component(folder ${OUTPUT} ABSOLUTE)
get_filename_component(folder ${folder} DIRECTORY)

# KaTeX's styles name all of its fonts in three formats. Imports find them here without fonts first; fonts.css names those that the page holds.
file(READ ${KATEX}/katex/katex.css katex_styles)
string(REGEX REPLACE "@font-face[^}]*}" "" katex_styles "${katex_styles}")
file(WRITE ${folder}/modules/katex/katex.css "${katex_styles}")
set(ENV{NODE_PATH} ${folder}/modules:${KATEX})

# FILE and all that it imports, minified. As ASCII it has no control characters of which compilers warn, and it may not end the HTML element
# that it stands in.
function(bundle result file element)
  execute_process(
    COMMAND ${ESBUILD} ${sources}/${file} --bundle --minify --format=iife --target=chrome100,firefox100,safari15.4 --charset=ascii
            --legal-comments=none --loader:.woff2=dataurl --log-level=warning
    OUTPUT_VARIABLE text OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  string(REPLACE "</${element}" "<\\/${element}" text "${text}")
  set(${result} "${text}" PARENT_SCOPE)
endfunction()

bundle(STYLES style.css style)
bundle(THEME theme_first.js script)
bundle(SCRIPTS main.js script)

file(READ ${sources}/index.html page)
string(REGEX MATCHALL "@REPORT@" places "${page}")
if(NOT places STREQUAL "@REPORT@")
  message(FATAL_ERROR "index.html must hold @REPORT@ exactly once")
endif()
string(FIND "${page}" "@REPORT@" place)
string(SUBSTRING "${page}" 0 ${place} BEFORE)
string(REGEX REPLACE ".*@REPORT@" "" AFTER "${page}")
string(CONFIGURE "${BEFORE}" BEFORE @ONLY)
string(CONFIGURE "${AFTER}" AFTER @ONLY)
configure_file(${CMAKE_CURRENT_LIST_DIR}/report_page.cpp.in ${OUTPUT} @ONLY)
file(TOUCH ${OUTPUT}) # configure_file leaves a file that is as it should be, but the build asks for a new one
