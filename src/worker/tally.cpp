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
  wire::Tally reply{.operations = operations};
  for (const auto& [call, counts] : counted)
    reply.calls.push_back({.name = syscalls::name_of(call),
                           .abi = std::string(syscalls::text_of(call.abi)),
                           .calls = counts.calls,
                           .errors = counts.errors});
  std::ranges::sort(reply.calls, [](const wire::CountedCall& one, const wire::CountedCall& other) {
    return one.calls != other.calls ? one.calls > other.calls : one.name < other.name;
  });
  return reply;
}

}  // namespace kab::worker
