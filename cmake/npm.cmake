# Packages of npm, installed into the build folder.
find_program(TACIT_NODE NAMES node nodejs)
find_program(TACIT_NPM npm)
if(NOT TACIT_NODE OR NOT TACIT_NPM)
  message(FATAL_ERROR "node and npm make the report's page: install nodejs and npm, or configure with -DTACIT_CLI=OFF")
endif()
execute_process(COMMAND ${TACIT_NODE} --version OUTPUT_VARIABLE node_version OUTPUT_STRIP_TRAILING_WHITESPACE)
if(node_version MATCHES "^v([0-9]+)" AND CMAKE_MATCH_1 LESS 18)
  message(FATAL_ERROR "node ${node_version} is too old to make the report's page: install node 18 or newer, or configure with -DTACIT_CLI=OFF")
endif()

# The packages of FOLDER's lock file as node_modules in the current binary folder, whole once the file `packages` is there. npm runs again
# only when the lock file changes. Packages run no scripts of their own.
function(npm_install folder)
  add_custom_command(
    OUTPUT packages
    DEPENDS ${folder}/package.json ${folder}/package-lock.json
    COMMAND ${CMAKE_COMMAND} -E copy ${folder}/package.json ${folder}/package-lock.json .
    COMMAND ${TACIT_NPM} ci --ignore-scripts --no-audit --no-fund --no-update-notifier --loglevel=error
    COMMAND ${CMAKE_COMMAND} -E touch packages
    COMMENT "Installing npm packages for ${folder}"
    VERBATIM)
endfunction()
