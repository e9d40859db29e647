# How the worker's program is built: from the sources of its layers and not from their libraries, so
# that it is the same code in every build type and for both ABIs, and the same bytes in every folder.
include(CheckCXXSourceCompiles)

# The files of the layers that the worker consists of, with full paths.
function(kab_worker_sources out)
  set(found ${CMAKE_CURRENT_SOURCE_DIR}/main.cpp)
  foreach(layer base wire syscalls workloads checks worker)
    get_target_property(files kab_${layer} SOURCES)
    get_target_property(folder kab_${layer} SOURCE_DIR)
    foreach(file ${files})
      cmake_path(ABSOLUTE_PATH file BASE_DIRECTORY ${folder})
      list(APPEND found ${file})
    endforeach()
  endforeach()
  set(${out} ${found} PARENT_SCOPE)
endfunction()

# kab_worker_of_libraries(NAME): quick to build
function(kab_worker_of_libraries name)
  string(REGEX MATCH "^[0-9.]+" version ${KAB_VERSION})
  add_executable(${name} main.cpp)
  target_link_libraries(${name} PRIVATE kab_flags kab_worker)
  target_compile_definitions(${name} PRIVATE KAB_WORKER_VERSION="${version}")
  target_link_options(${name} PRIVATE -Wl,--build-id)
endfunction()

# kab_worker_program(NAME [FLAG...]): flags of the ABI, or against sanitizers
function(kab_worker_program name)
  string(REGEX MATCH "^[0-9.]+" version ${KAB_VERSION})
  kab_worker_sources(sources)
  add_executable(${name} ${sources})
  target_link_libraries(${name} PRIVATE kab_flags)
  target_compile_definitions(${name} PRIVATE KAB_WORKER_VERSION="${version}")
  target_compile_options(${name} PRIVATE ${ARGN} -O2 -ffunction-sections -fdata-sections
    -ffile-prefix-map=${CMAKE_BINARY_DIR}=build -ffile-prefix-map=${CMAKE_SOURCE_DIR}=.)
  # The build id says to kab whether two recordings were made by the same worker.
  target_link_options(${name} PRIVATE ${ARGN} -Wl,--build-id -Wl,--gc-sections)
  target_link_options(${name} PRIVATE -static)
endfunction()

function(kab_can_build_i386 out)
  set(CMAKE_REQUIRED_FLAGS "-m32")
  set(CMAKE_REQUIRED_LINK_OPTIONS "-m32" "-static")
  check_cxx_source_compiles("#include <string>\nint main() { return std::string().size(); }" ${out})
  set(${out} ${${out}} PARENT_SCOPE)
endfunction()
