// The workloads that kab-worker knows, as it lists them itself.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/json.h"

namespace kab::trial {

struct WorkloadFacts {
  std::string name;
  std::string summary;
  model::Json description;  // the worker's own line: parameters, ABIs, roles, calls
};

/// What `worker --list` prints. kUnavailable when the worker is missing or does not answer.
Result<std::vector<WorkloadFacts>> list_workloads(const std::string& worker);

/// kInput with the nearest name when `name` is not in `known`.
Result<void> check_workload(std::string_view name, const std::vector<WorkloadFacts>& known);

/// `given` for each of the workloads `names`, in their order, completed by the workload's own
/// defaults (those that mean "off" are left out). A workload takes the parameters that it has;
/// kInput for one that none of them has, with the nearest name.
Result<std::vector<model::Params>> params_of(const std::vector<std::string>& names,
                                             const model::Params& given,
                                             const std::vector<WorkloadFacts>& known);

/// The kab-worker for an ABI: $KAB_WORKER, beside kab itself, or in its libexec folder.
/// kUnavailable when there is none, or when this kernel does not run programs of that ABI.
Result<std::string> find_worker(std::string_view abi);

}  // namespace kab::trial
