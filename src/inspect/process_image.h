// The vDSO of a running process, as it is mapped there.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/vdso.h"

namespace kab::inspect {

struct ProcessImage {
  std::vector<model::VdsoMapping> mappings;  // [vvar], [vvar_vclock], [vdso]; not [vsyscall]
  std::string bytes;                         // of [vdso]; empty where it has none
};

/// The mappings of /proc/PID/maps whose names begin with "[v", but for [vsyscall], which is no
/// part of a vDSO.
std::vector<model::VdsoMapping> vdso_mappings(std::string_view maps);

/// Of process `pid` ("self" for this one), through /proc. kInput for a process that does not
/// exist, kUnavailable for one that may not be read (it takes the right to trace it).
Result<ProcessImage> image_of_process(const std::string& pid);

/// What a worker prints with --vdso: lines of its maps, an empty line, and the bytes of [vdso].
Result<ProcessImage> image_from_dump(std::string_view dump, const std::string& worker);

}  // namespace kab::inspect
