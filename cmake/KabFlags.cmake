# Warnings are errors, on GCC and Clang; sanitizers by one variable.
add_library(kab_flags INTERFACE)
target_compile_options(kab_flags INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor
  -Wold-style-cast -Wcast-qual -Wformat=2 -Werror
  # Designated initialisers name what differs from the default; the rest is meant to be the default.
  -Wno-missing-field-initializers)
# kab reads its own files from src/, as "layer/file.h".
target_include_directories(kab_flags INTERFACE ${CMAKE_SOURCE_DIR}/src)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # GCC 12 sees overlaps in std::string's operator+ that are not there (GCC bug 105651).
  target_compile_options(kab_flags INTERFACE -Wno-restrict)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  # libstdc++ 12's stable_sort() calls what Clang, and only Clang, knows to be deprecated.
  target_compile_options(kab_flags INTERFACE -Wno-deprecated-declarations)
endif()
if(KAB_SANITIZE AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # With sanitizers GCC loses track of what is initialised (std::regex, for one); its manual says so.
  target_compile_options(kab_flags INTERFACE -Wno-maybe-uninitialized)
endif()
if(KAB_SANITIZE)
  add_compile_options(-fsanitize=${KAB_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${KAB_SANITIZE})
endif()
if(KAB_FUZZ)
  add_compile_options(-fsanitize=fuzzer-no-link)
  add_link_options(-fsanitize=fuzzer-no-link)
endif()
