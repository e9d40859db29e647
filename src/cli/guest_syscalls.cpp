#include "cli/guest_syscalls.h"

#include <utility>

#include <fmt/format.h>
#include <unistd.h>

#include "base/files.h"
#include "base/number.h"

namespace kab::cli {
namespace {

/// Names are those of the worker's tables, which are kab's own; a number stands where it had none.
syscalls::Call call_of(const wire::CountedCall& counted) {
  auto abi = syscalls::Abi::kOther;
  for (const auto known : {syscalls::Abi::kX86_64, syscalls::Abi::kI386})
    if (text_of(known) == counted.abi) abi = known;
  if (const auto call = syscalls::call_named(abi, counted.name)) return *call;
  return {.abi = abi, .number = parse_uint(counted.name).value_or(0)};
}

}  // namespace

Result<trial::GuestTally> tally_in_guest(const GuestOption& option,
                                         const std::vector<std::string>& command,
                                         const std::vector<std::string>& files,
                                         sys::CommandOutput output) {
  KAB_TRY(const auto host, guest_of(option, kUsualGuestCpus, {"x86_64"}, {command.front()}, files));
  KAB_TRY(auto tallied, trial::tally_in_guest(host, command));
  const bool to_errors = output == sys::CommandOutput::kToErrors;
  KAB_CHECK(write_all(to_errors ? STDERR_FILENO : STDOUT_FILENO, tallied.output,
                      "what the command printed"));
  KAB_CHECK(write_all(STDERR_FILENO, tallied.errors, "what the command printed"));
  return tallied;
}

model::SyscallReport syscall_report(const trial::GuestTally& tallied, SortBy sort) {
  syscalls::Observed observed;
  auto& calls = observed.tally[{}];
  for (const auto& counted : tallied.tally.calls)
    calls[call_of(counted)] = {.calls = counted.calls, .errors = counted.errors};
  auto report = syscall_report(observed, sort, Histograms::kNone);
  report.backend = text_of(tracing::Backend::kPtrace);
  report.guest = tallied.release;
  report.end = fmt::format("exited {}", tallied.exit_code);
  return report;
}

std::vector<model::TalliedCall> tallied_calls(const trial::GuestTally& tallied) {
  std::vector<model::TalliedCall> rows;
  for (const auto& counted : tallied.tally.calls)
    rows.push_back({.method = std::string(text_of(tracing::Backend::kPtrace)),
                    .abi = counted.abi,
                    .name = counted.name,
                    .calls = counted.calls,
                    .errors = counted.errors,
                    .operations = 1,
                    .seconds = std::nullopt});
  return rows;
}

}  // namespace kab::cli
