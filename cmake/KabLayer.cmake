# kab_layer(NAME [BUSY] SOURCES a.cpp ... LINKS other_layer lib ...)
# One folder of src/ is one static library with exactly these links. The table of allowed arrows
# is in docs/architecture.md; tests/layers_test.cpp fails on an include that is not in it.
# BUSY: the tests spend their time in it, so that builds for debugging optimise it a little too.
function(kab_layer name)
  cmake_parse_arguments(arg "BUSY" "" "SOURCES;LINKS" ${ARGN})
  if(arg_SOURCES)
    add_library(kab_${name} STATIC ${arg_SOURCES})
    target_link_libraries(kab_${name} PRIVATE kab_flags PUBLIC ${arg_LINKS})
    target_include_directories(kab_${name} PUBLIC ${CMAKE_SOURCE_DIR}/src)
    if(arg_BUSY)
      target_compile_options(kab_${name} PRIVATE $<$<CONFIG:Debug>:-O1>)
    endif()
  else()
    add_library(kab_${name} INTERFACE)
    target_include_directories(kab_${name} INTERFACE ${CMAKE_SOURCE_DIR}/src)
    target_link_libraries(kab_${name} INTERFACE ${arg_LINKS})
  endif()
endfunction()

# kab_test(NAME SOURCES ... LINKS ...): one GoogleTest program, one CTest entry.
function(kab_test name)
  cmake_parse_arguments(arg "" "" "SOURCES;LINKS" ${ARGN})
  add_executable(kab_${name}_test ${arg_SOURCES})
  target_link_libraries(kab_${name}_test PRIVATE kab_flags ${arg_LINKS} GTest::gtest GTest::gmock GTest::gtest_main)
  target_include_directories(kab_${name}_test PRIVATE ${CMAKE_SOURCE_DIR}/tests)
  add_test(NAME ${name} COMMAND kab_${name}_test)
  set_tests_properties(${name} PROPERTIES TIMEOUT 900)
endfunction()
