#include "workloads/pin.h"

#include <cerrno>
#include <climits>
#include <string>
#include <vector>

#include <sched.h>

namespace kab::workloads {
namespace {

constexpr int kMostCpus = 1 << 20;

}  // namespace

Result<void> pin_to(int cpu) {
  const std::string what = "cannot pin to CPU " + std::to_string(cpu);
  if (cpu < 0 || cpu >= kMostCpus) return fail_input(what + ": no such CPU");
  // cpu_set_t ends at 1,024; the kernel takes masks of any length.
  const auto number = static_cast<std::size_t>(cpu);
  const std::size_t bytes = CPU_ALLOC_SIZE(number + 1);
  std::vector<cpu_set_t> mask(bytes / sizeof(cpu_set_t) + 1);
  CPU_SET_S(number, bytes, mask.data());
  if (::sched_setaffinity(0, bytes, mask.data()) == 0) return {};
  return fail_input(what + ": " + errno_text(errno) +
                    "; it is absent, offline or not allowed here");
}

Result<StayOn> StayOn::cpu(int cpu) {
  std::vector<cpu_set_t> before(kMostCpus / CHAR_BIT / sizeof(cpu_set_t));
  const std::size_t bytes = before.size() * sizeof(cpu_set_t);
  if (::sched_getaffinity(0, bytes, before.data()) != 0)
    return fail_unavailable("sched_getaffinity: " + errno_text(errno));
  KAB_CHECK(pin_to(cpu));
  return StayOn(std::move(before));
}

StayOn::~StayOn() {
  if (!before_.empty()) ::sched_setaffinity(0, before_.size() * sizeof(cpu_set_t), before_.data());
}

std::optional<int> cpu_of_role(std::span<const int> pin, std::size_t index) {
  if (pin.empty()) return std::nullopt;
  return pin[index % pin.size()];
}

}  // namespace kab::workloads
