// --metric M,...: metrics that are measured anyway, and events to count beside them.
#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "base/result.h"
#include "events/event.h"

namespace kab::cli {

/// Adds --metric, which may be given several times.
void add_metric_option(CLI::App& command, std::vector<std::string>& texts,
                       const std::string& meaning);

struct NamedMetrics {
  std::vector<std::string> measured = {};  // of kab list metrics: there anyway
  std::vector<events::Event> events = {};  // to be counted
  std::string first = {};                  // what was named first; empty: nothing was
};

/// kInput for a name that is neither a metric nor an event, with the nearest one.
Result<NamedMetrics> named_metrics(const std::vector<std::string>& texts);

}  // namespace kab::cli
