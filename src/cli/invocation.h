// How kab was called, split where a command to measure begins.
#pragma once

#include <string>
#include <vector>

namespace kab::cli {

struct Invocation {
  std::vector<std::string> argv;     // all of it, for the recording
  std::vector<std::string> own;      // kab's own words, argv[0] left out
  std::vector<std::string> command;  // what stands after the first "--"
};

Invocation invocation_of(int argc, char** argv);

}  // namespace kab::cli
