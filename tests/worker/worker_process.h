// Runs a program as kab would run the worker: fed through a pipe, read through another.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace kab::worker {

struct WorkerOutcome {
  int status = 0;  // as waitpid() gives it
  std::string output;
  std::string errors;
};

/// argv[0] is looked up in PATH. kUnavailable names the errno of exec: "exec: ...".
Result<WorkerOutcome> run_process(const std::vector<std::string>& argv, std::string_view input);

}  // namespace kab::worker
