#include "worker/vdso_dump.h"

#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "base/files.h"
#include "base/text.h"

namespace kab::worker {
namespace {

/// The memory that a line of maps is about: "f7f9e000-f7fa0000 r-xp ...".
std::string_view memory_of(const std::string& line) {
  constexpr int kHex = 16;
  char* end = nullptr;
  const auto start = static_cast<std::uintptr_t>(std::strtoull(line.c_str(), &end, kHex));
  const auto stop = static_cast<std::uintptr_t>(std::strtoull(end + 1, nullptr, kHex));
  return {reinterpret_cast<const char*>(start), stop - start};
}

}  // namespace

std::string vdso_dump() {
  std::string lines;
  std::string_view image;
  const auto maps = read_file("/proc/self/maps").value_or("");
  for (const auto part : split(maps, '\n')) {
    const std::string line(part);
    if (line.ends_with("[vsyscall]") || line.find(" [v") == std::string::npos) continue;
    lines += line + "\n";
    if (line.ends_with("[vdso]")) image = memory_of(line);
  }
  return lines + "\n" + std::string(image);
}

}  // namespace kab::worker
