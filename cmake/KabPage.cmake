# The script and style sheet of kab report, bundled by node from web/ into one source file. What npm
# installs is kept in the build folder and fetched again only when the lock file changes.
option(KAB_PAGE "the page of kab report (needs nodejs, npm and, once, the npm registry)" ON)

if(NOT KAB_PAGE)
  set(KAB_PAGE_BUNDLE ${CMAKE_SOURCE_DIR}/src/report/page_bundle_absent.cpp)
  return()
endif()

find_program(KAB_NODE NAMES node nodejs)
find_program(KAB_NPM npm)
foreach(program NODE NPM)
  if(NOT KAB_${program})
    message(FATAL_ERROR "the page of kab report is bundled by node and npm, and one of them is not here: "
      "install the packages nodejs and npm, or configure with -DKAB_PAGE=OFF")
  endif()
endforeach()

set(KAB_WEB ${CMAKE_SOURCE_DIR}/web)
set(KAB_WEB_BUILD ${CMAKE_BINARY_DIR}/web)
set(KAB_PAGE_BUNDLE ${KAB_WEB_BUILD}/page_bundle.cpp)
file(GLOB KAB_WEB_SOURCES CONFIGURE_DEPENDS ${KAB_WEB}/src/*.js ${KAB_WEB}/src/*.css)

add_custom_command(OUTPUT ${KAB_WEB_BUILD}/installed
  COMMAND ${CMAKE_COMMAND} -DNPM=${KAB_NPM} -DWEB=${KAB_WEB} -DFOLDER=${KAB_WEB_BUILD}
    -P ${CMAKE_SOURCE_DIR}/cmake/NpmInstall.cmake
  DEPENDS ${KAB_WEB}/package.json ${KAB_WEB}/package-lock.json ${CMAKE_SOURCE_DIR}/cmake/NpmInstall.cmake
  COMMENT "Fetching what the page of kab report is made of" VERBATIM)
add_custom_command(OUTPUT ${KAB_PAGE_BUNDLE}
  COMMAND ${KAB_NODE} ${KAB_WEB}/bundle.mjs ${KAB_WEB}/src ${KAB_WEB_BUILD}
  DEPENDS ${KAB_WEB_BUILD}/installed ${KAB_WEB}/bundle.mjs ${KAB_WEB_SOURCES}
  COMMENT "Bundling the page of kab report" VERBATIM)
