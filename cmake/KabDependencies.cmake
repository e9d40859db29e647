# Debian packages; see docs/architecture.md for what each is for.
find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(CLI11 REQUIRED)
if(KAB_TESTS)
  find_package(GTest REQUIRED)
endif()

# SOCI's headers need Boost's; its own CMake files are not in Debian's package.
find_path(KAB_SOCI_INCLUDE soci/soci.h REQUIRED)
find_library(KAB_SOCI_CORE soci_core REQUIRED)
find_library(KAB_SOCI_SQLITE soci_sqlite3 REQUIRED)
find_library(KAB_SQLITE sqlite3 REQUIRED)
add_library(kab_soci INTERFACE)
target_include_directories(kab_soci SYSTEM INTERFACE ${KAB_SOCI_INCLUDE} ${KAB_SOCI_INCLUDE}/soci)
target_link_libraries(kab_soci INTERFACE ${KAB_SOCI_SQLITE} ${KAB_SOCI_CORE} ${KAB_SQLITE})
