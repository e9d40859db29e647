// One run of a command with its events counted.
#pragma once

#include <span>
#include <string>
#include <vector>

#include <sys/resource.h>

#include "base/result.h"
#include "events/counter_group.h"
#include "sys/foreground.h"

namespace kab::events {

struct CommandCount {
  int status = 0;  // as wait(2) gives it
  model::CountedRun run;
};

/// Runs argv in the foreground. Errors: those of sys::Foreground::start.
Result<CommandCount> count_command(CounterGroup& counters, const std::vector<std::string>& argv,
                                   sys::CommandOutput output);

/// Fills in what getrusage(2) knows of events that may not be counted: faults, context switches and
/// CPU time of the command and of what it waited for. Only where both modes were asked for.
void fill_in_from(const rusage& usage, const std::vector<model::Metric>& events,
                  std::vector<model::EventCount>& counts);

}  // namespace kab::events
