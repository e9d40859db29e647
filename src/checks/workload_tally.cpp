#include "checks/workload_tally.h"

#include <array>
#include <string>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/fd.h"
#include "base/files.h"

namespace kab::checks {
namespace {

constexpr int kFailed = 1;

Result<void> run_once(const workloads::Workload& workload, const workloads::ParamValues& params,
                      std::span<const int> pin, std::uint64_t n) {
  KAB_TRY(auto instance, workload.make(params, pin));
  return instance.run(n);
}

std::unexpected<Error> failed(const workloads::Workload& workload, int status,
                              const std::string& reason) {
  const std::string start = std::string(workload.name) + ": ";
  if (!reason.empty()) return fail_unavailable(reason.starts_with(start) ? reason : start + reason);
  return fail_unavailable(start + "ended " +
                          (WIFSIGNALED(status) ? "by signal " + std::to_string(WTERMSIG(status))
                                               : "with " + std::to_string(WEXITSTATUS(status))) +
                          " while its calls were counted");
}

}  // namespace

Result<syscalls::Tally> calls_of_run(syscalls::SyscallTally& counter,
                                     const workloads::Workload& workload,
                                     const workloads::ParamValues& params, std::span<const int> pin,
                                     std::uint64_t n) {
  std::array<int, 2> ends = {-1, -1};
  if (::pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK) != 0)
    return fail_unavailable("pipe: " + errno_text(errno));
  const Fd reason_from(ends[0]);
  Fd reason_to(ends[1]);
  KAB_TRY(auto tallied, counter.of([&] {
    const auto done = run_once(workload, params, pin, n);
    if (done) return 0;
    // Its reason fits into the pipe, and without it there is still the exit code.
    static_cast<void>(write_all(reason_to.get(), done.error().message, "pipe"));
    return kFailed;
  }));
  reason_to.reset();
  if (WIFEXITED(tallied.status) && WEXITSTATUS(tallied.status) == 0)
    return std::move(tallied.tally);
  return failed(workload, tallied.status, read_all(reason_from.get(), "pipe").value_or(""));
}

Result<syscalls::Tally> tally_of(syscalls::SyscallTally& counter,
                                 const workloads::Workload& workload,
                                 const workloads::ParamValues& params, std::span<const int> pin,
                                 std::uint64_t operations) {
  KAB_TRY(const auto few, calls_of_run(counter, workload, params, pin, 1));
  KAB_TRY(const auto many, calls_of_run(counter, workload, params, pin, 1 + operations));
  return syscalls::beyond(many, few);
}

}  // namespace kab::checks
