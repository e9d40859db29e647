// Suites: named lists of what to measure, made from the worker's own catalogue.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "trial/catalogue.h"
#include "trial/plan.h"

namespace kab::trial {

struct SuiteFacts {
  std::string name;
  std::string summary;
};

/// Every suite, in the order in which people meet them: the quick one first, everything last.
std::vector<SuiteFacts> all_suites();

/// What suite `name` measures: workloads of `known` with their parameters, `abi` being that of
/// those that do not name one. The suites of a family hold each of its workloads with its defaults,
/// and once more for each other word of a parameter that offers words (but on and off). `commands`
/// needs the folder `tree` to walk. kInput with the nearest name when there is no such suite.
Result<std::vector<WantedSubject>> subjects_of_suite(std::string_view name,
                                                     const std::vector<WorkloadFacts>& known,
                                                     const std::string& abi,
                                                     const std::string& tree);

/// Whether the suite measures commands over a tree that must be made before.
bool needs_tree(std::string_view suite);

}  // namespace kab::trial
