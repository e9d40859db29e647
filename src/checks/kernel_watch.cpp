#include "checks/kernel_watch.h"

#include <algorithm>
#include <array>
#include <memory>

#include "base/kernel_log.h"

namespace kab::checks {
namespace {

constexpr auto kFaults = std::to_array<std::string_view>({"BUG:",
                                                          "KASAN",
                                                          "KCSAN",
                                                          "KFENCE",
                                                          "UBSAN",
                                                          "WARNING:",
                                                          "Oops",
                                                          "general protection fault",
                                                          "unable to handle",
                                                          "kernel panic",
                                                          "Kernel panic",
                                                          "refcount_t",
                                                          "list_add corruption",
                                                          "list_del corruption",
                                                          "use-after-free",
                                                          "soft lockup",
                                                          "hard LOCKUP",
                                                          "blocked for more than",
                                                          "self-detected stall",
                                                          "rcu_sched detected stalls",
                                                          "possible recursive locking",
                                                          "possible circular locking",
                                                          "bad page state",
                                                          "Bad page state"});

}  // namespace

bool is_fault(std::string_view line) {
  return std::ranges::any_of(kFaults, [&](auto sign) { return line.contains(sign); });
}

KernelWatch watch_kernel() {
  auto log = std::make_unique<KernelLog>();
  const bool watching = log->readable();
  return {.watching = watching, .new_lines = [log = std::move(log)] { return log->new_lines(); }};
}

}  // namespace kab::checks
