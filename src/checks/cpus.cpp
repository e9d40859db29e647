#include "checks/cpus.h"

#include <array>

#include <sched.h>

namespace kab::checks {

std::vector<int> usable_cpus() {
  std::array<cpu_set_t, 8> mask = {};
  std::vector<int> cpus;
  if (::sched_getaffinity(0, sizeof mask, mask.data()) != 0) return cpus;
  for (int cpu = 0; cpu < static_cast<int>(sizeof mask * 8); ++cpu)
    if (CPU_ISSET_S(static_cast<std::size_t>(cpu), sizeof mask, mask.data())) cpus.push_back(cpu);
  return cpus;
}

}  // namespace kab::checks
