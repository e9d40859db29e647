// Which CPUs this process may use, and how they are related. Real CPU numbers, masks of any size.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace kab::sys {

/// The CPUs that sched_getaffinity allows, rising; holes and masks over 1,024 CPUs included.
Result<std::vector<int>> allowed_cpus();

/// "0,2-5" -> {0,2,3,4,5}. Order is kept, repeats allowed ("1,1": both roles on CPU 1). kInput if
/// not understood.
Result<std::vector<int>> parse_cpu_list(std::string_view text);
std::string cpu_list_text(std::span<const int> cpus);

/// What `pin=` asks for, as the CPU of each role:
/// "none" -> {}; "same" -> one CPU twice; "sibling" -> two hardware threads of one core; "other" ->
/// two CPUs of different cores; otherwise a CPU list, each of which must be allowed (kInput names
/// the one that is not and the ones that are). kUnavailable where this machine has no such pair.
Result<std::vector<int>> resolve_pin(std::string_view text);

/// The same with the allowed CPUs given, and the folder that shows how they are related
/// (/sys/devices/system/cpu): nothing of this machine enters.
Result<std::vector<int>> resolve_pin_among(std::string_view text, std::span<const int> allowed,
                                           const std::string& cpu_folder);

}  // namespace kab::sys
