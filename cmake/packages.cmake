# Debian packages: `cpack --config build/release/CPackConfig.cmake` makes one of each component that there is.
set(TACIT_MAINTAINER "The tacit developers <maintainers@tacit.example>" CACHE STRING "Maintainer of the packages")
set(TACIT_HOMEPAGE "" CACHE STRING "Homepage of the packages")

set(debian ${PROJECT_SOURCE_DIR}/cmake/debian)
set(made ${PROJECT_BINARY_DIR}/debian)
find_program(TACIT_GZIP gzip REQUIRED)
configure_file(${debian}/changelog.in ${made}/changelog.Debian @ONLY)
configure_file(${PROJECT_SOURCE_DIR}/CHANGELOG.md ${made}/changelog COPYONLY)
foreach(name IN ITEMS changelog changelog.Debian)
  execute_process(COMMAND ${TACIT_GZIP} -9nc ${made}/${name} OUTPUT_FILE ${made}/${name}.gz COMMAND_ERROR_IS_FATAL ANY)
endforeach()

# The Python module goes where Debian's interpreter looks, in its package alone; elsewhere pip installs it.
get_cmake_property(components COMPONENTS)
if(TARGET tacit_python AND NOT python IN_LIST components)
  set(modules lib/python3/dist-packages)
  install(TARGETS tacit_python LIBRARY DESTINATION ${modules}/tacit COMPONENT python EXCLUDE_FROM_ALL)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/python/tacit DESTINATION ${modules} COMPONENT python EXCLUDE_FROM_ALL
          FILES_MATCHING PATTERN "*.py" PATTERN "*.pyi" PATTERN "py.typed")
  list(APPEND components python)
endif()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME tacit)
set(CPACK_PACKAGE_VENDOR "the tacit developers")
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR}/packages)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL runtime dev)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_MAINTAINER ${TACIT_MAINTAINER})
set(CPACK_DEBIAN_PACKAGE_HOMEPAGE ${TACIT_HOMEPAGE})
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(same_version "tacit (= ${PROJECT_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE})")

set(CPACK_DEBIAN_RUNTIME_PACKAGE_NAME tacit)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SECTION science)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_RECOMMENDS "libcurl4 | libcurl4t64")
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SUGGESTS "gnuplot-nox | gnuplot, tacit-dev")
set(CPACK_DEBIAN_RUNTIME_PACKAGE_CONTROL_EXTRA ${debian}/triggers)
set(CPACK_COMPONENT_RUNTIME_DESCRIPTION
    "online learning that needs no learning rate
 Learns linear predictors from streams of sparse examples in one pass, by implicit
 updates, which use the loss itself and not its slope. The default learner mixes
 sixteen of them and leaves nothing to tune.
 .
 Reads LIBSVM, Vowpal Wabbit, CSV and JSON lines, compressed or not. This package
 has the program tacit, its manual pages, completion for bash, zsh and fish, and
 the shared library of the C interface.")

set(CPACK_DEBIAN_DEV_PACKAGE_NAME tacit-dev)
set(CPACK_DEBIAN_DEV_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEV_PACKAGE_DEPENDS
    "${same_version}, libfmt-dev, zlib1g-dev, libbz2-dev, libzstd-dev, libisal-dev, libsimdjson-dev")
set(CPACK_COMPONENT_DEV_DESCRIPTION
    "online learning that needs no learning rate - development files
 Headers for C and C++, the static library, and what CMake's find_package and
 pkg-config need to find them.")

if(python IN_LIST components)
  list(APPEND CPACK_COMPONENTS_ALL python)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-tacit)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS "python3, python3-numpy")
  if(Python_VERSION_MINOR) # a compiled module is for one version of Python
    math(EXPR next_minor "${Python_VERSION_MINOR} + 1")
    set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS
        "python3 (>= 3.${Python_VERSION_MINOR}~), python3 (<< 3.${next_minor}), python3-numpy")
  endif()
  set(CPACK_COMPONENT_PYTHON_DESCRIPTION
      "online learning that needs no learning rate - Python module
 Learners, losses and domains of tacit by name, from arrays and sparse matrices.")
endif()

foreach(component IN LISTS CPACK_COMPONENTS_ALL)
  string(TOUPPER ${component} upper)
  install(FILES ${debian}/copyright ${made}/changelog.gz ${made}/changelog.Debian.gz
          DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/doc/${CPACK_DEBIAN_${upper}_PACKAGE_NAME} COMPONENT ${component})
endforeach()

include(CPack)
