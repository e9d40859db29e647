#include "workloads/registry.h"

#include "base/text.h"

namespace kab::workloads {

Result<Workload> find_workload(std::string_view name) {
  const std::vector<Workload> workloads = all_workloads();
  std::vector<std::string_view> names;
  for (const auto& workload : workloads) {
    if (workload.name == name) return workload;
    names.push_back(workload.name);
  }
  const auto near = nearest(name, names);
  return fail_input("no workload " + in_quotes(name) +
                    (near.empty() ? std::string("; kab list workloads shows them")
                                  : "; did you mean " + std::string(near) + "?"));
}

}  // namespace kab::workloads
