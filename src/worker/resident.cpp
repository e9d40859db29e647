#include "worker/resident.h"

#include <string_view>

#include <sys/resource.h>

#include "base/files.h"
#include "base/number.h"
#include "base/text.h"

namespace kab::worker {

std::int64_t peak_resident_kb() {
  // getrusage() goes on counting across exec(), so it reports whoever started this program where
  // that was larger. It is right enough only where no /proc is mounted.
  const auto status = read_file("/proc/self/status");
  constexpr std::string_view kPeak = "VmHWM:";
  for (const auto line : split(status ? std::string_view(*status) : std::string_view(), '\n')) {
    if (!line.starts_with(kPeak)) continue;
    const auto fields = words(line.substr(kPeak.size()));
    if (const auto kb = fields.empty() ? std::nullopt : parse_int(fields.front())) return *kb;
  }
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

}  // namespace kab::worker
