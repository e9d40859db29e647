#include "workloads/clocks/read_clock.h"

#include <string>

#include <sys/syscall.h>
#include <unistd.h>

#include "workloads/clocks/time_loop.h"
#include "workloads/clocks/vdso_symbols.h"
#include "workloads/usercopy/declare.h"

namespace kab::workloads {
namespace {

constexpr std::string_view kMeaning =
    "as programs do it, or past the C library by the vDSO or a system call";

// On i386 these are the calls with 64 bits for the time, which the C library makes, too.
#ifdef SYS_clock_gettime64
constexpr long kNumber = SYS_clock_gettime64;
constexpr std::string_view kFunction = "__vdso_clock_gettime64";
#else
constexpr long kNumber = SYS_clock_gettime;
constexpr std::string_view kFunction = "__vdso_clock_gettime";
#endif

struct Time64 {
  std::int64_t seconds = 0;
  std::int64_t nanoseconds = 0;
};

struct Time32 {
  std::int32_t seconds = 0;
  std::int32_t nanoseconds = 0;
};

template <class Time>
Result<Instance> by_vdso(clockid_t clock, std::string_view function) {
  KAB_TRY(const void* const address, vdso_function(function));
  using Function = int (*)(clockid_t, Time*);
  const auto get = reinterpret_cast<Function>(reinterpret_cast<std::uintptr_t>(address));
  return time_loop(std::string(function) + " of clock " + std::to_string(clock),
                   [get, clock, now = Time{}]() mutable { return get(clock, &now); });
}

template <class Time>
Result<Instance> by_syscall(clockid_t clock, long number) {
  return time_loop(
      "clock_gettime, by a system call, of clock " + std::to_string(clock),
      [clock, number, now = Time{}]() mutable { return ::syscall(number, clock, &now); });
}

Result<Instance> by_library(clockid_t clock) {
  return time_loop("clock_gettime of clock " + std::to_string(clock),
                   [clock, now = timespec{}]() mutable { return ::clock_gettime(clock, &now); });
}

}  // namespace

std::vector<Param> path_param() {
  constexpr std::string_view kChoices =
      by_abi("libc|vdso|syscall", "libc|vdso|syscall|vdso32|syscall32");
  return {{.name = "path", .default_value = "libc", .meaning = kMeaning, .choices = kChoices}};
}

std::vector<Param> path_param_without_time32() {
  return {{.name = "path",
           .default_value = "libc",
           .meaning = kMeaning,
           .choices = "libc|vdso|syscall"}};
}

std::vector<ExpectedCall> calls_of_clock(FastPath fast_path, const ParamValues& params) {
  const std::string& path = params.text("path");
  const bool calls = path.starts_with("syscall") || fast_path == FastPath::kSyscall;
  if (!calls) return {};
  return {
      {.name = by_abi("clock_gettime", path.ends_with("32") ? "clock_gettime" : "clock_gettime64"),
       .per_operation = 1}};
}

std::vector<UserCopy> copies_of_clock(FastPath fast_path, const ParamValues& params) {
  if (calls_of_clock(fast_path, params).empty()) return {};
  return {constant_copy("timespec",
                        params.text("path").ends_with("32") ? sizeof(Time32) : sizeof(Time64))};
}

Result<Instance> make_clock(clockid_t clock, const ParamValues& params) {
  const std::string& path = params.text("path");
  if (path == "vdso") return by_vdso<Time64>(clock, kFunction);
  if (path == "syscall") return by_syscall<Time64>(clock, kNumber);
  if (path == "vdso32") return by_vdso<Time32>(clock, "__vdso_clock_gettime");
  if (path == "syscall32") return by_syscall<Time32>(clock, SYS_clock_gettime);
  return by_library(clock);
}

}  // namespace kab::workloads
