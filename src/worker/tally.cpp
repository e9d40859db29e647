#include "worker/tally.h"

#include <algorithm>
#include <string>

#include "checks/workload_tally.h"
#include "syscalls/ptrace_tally.h"

namespace kab::worker {

Result<wire::Tally> tally(const workloads::Workload& workload, const workloads::ParamValues& params,
                          std::span<const int> pin, std::uint64_t operations) {
  syscalls::PtraceTally counter;
  KAB_TRY(const auto counted, checks::tally_of(counter, workload, params, pin, operations));
  return wire::Tally{.operations = operations, .calls = calls_of(counted)};
}

std::vector<wire::CountedCall> calls_of(const syscalls::Tally& counted) {
  std::vector<wire::CountedCall> calls;
  for (const auto& [call, counts] : counted)
    calls.push_back({.name = syscalls::name_of(call),
                     .abi = std::string(syscalls::text_of(call.abi)),
                     .calls = counts.calls,
                     .errors = counts.errors});
  std::ranges::sort(calls, [](const wire::CountedCall& one, const wire::CountedCall& other) {
    return one.calls != other.calls ? one.calls > other.calls : one.name < other.name;
  });
  return calls;
}

}  // namespace kab::worker
