#include "inspect/process_image.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

#include "base/fd.h"
#include "base/files.h"
#include "base/text.h"

namespace kab::inspect {
namespace {

constexpr std::uint64_t kMostBytes = 1 << 20;

std::optional<std::uint64_t> hex_number(std::string_view text) {
  constexpr int kHex = 16;
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, kHex);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

const model::VdsoMapping* vdso_in(const std::vector<model::VdsoMapping>& mappings) {
  const auto found = std::ranges::find(mappings, "[vdso]", &model::VdsoMapping::name);
  return found == mappings.end() ? nullptr : &*found;
}

Result<std::string> memory_of(const std::string& pid, const model::VdsoMapping& mapping) {
  const std::string path = "/proc/" + pid + "/mem";
  const Fd memory(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!memory)
    return fail_unavailable("cannot read " + path + ": " + errno_text(errno) +
                            "; run kab as root or as the user of the process");
  std::string bytes(std::min(mapping.end - mapping.start, kMostBytes), '\0');
  const auto got =
      ::pread(memory.get(), bytes.data(), bytes.size(), static_cast<off_t>(mapping.start));
  if (got != static_cast<ssize_t>(bytes.size()))
    return fail_unavailable("cannot read the vDSO in " + path + ": " +
                            (got < 0 ? errno_text(errno) : "it ends early"));
  return bytes;
}

}  // namespace

std::vector<model::VdsoMapping> vdso_mappings(std::string_view maps) {
  std::vector<model::VdsoMapping> found;
  for (const auto line : split(maps, '\n')) {
    const auto parts = words(line);
    constexpr std::size_t kNameAt = 5;
    if (parts.size() <= kNameAt || !parts[kNameAt].starts_with("[v") ||
        parts[kNameAt] == "[vsyscall]")
      continue;
    const auto ends = split(parts[0], '-');
    const auto start = hex_number(ends.front());
    const auto end = hex_number(ends.back());
    if (ends.size() != 2 || !start || !end || *end <= *start) continue;
    found.push_back({.name = std::string(parts[kNameAt]),
                     .start = *start,
                     .end = *end,
                     .permissions = std::string(parts[1])});
  }
  return found;
}

Result<ProcessImage> image_of_process(const std::string& pid) {
  const std::string folder = "/proc/" + pid;
  if (::access(folder.c_str(), F_OK) != 0) return fail_input("there is no process " + pid);
  const auto maps = read_file(folder + "/maps");
  if (!maps) return fail_unavailable(maps.error().message + " (run kab as root or as that user)");
  ProcessImage found{.mappings = vdso_mappings(*maps), .bytes = {}};
  if (const auto* vdso = vdso_in(found.mappings)) {
    KAB_TRY(found.bytes, memory_of(pid, *vdso));
  }
  return found;
}

Result<ProcessImage> image_from_dump(std::string_view dump, const std::string& worker) {
  // Where there is no vDSO, nothing of it is mapped.
  if (dump == "\n") return ProcessImage{};
  const auto gap = dump.find("\n\n");
  if (gap == std::string_view::npos)
    return fail_unavailable(worker +
                            " --vdso printed nothing of use; is it of this kab's version?");
  return ProcessImage{.mappings = vdso_mappings(dump.substr(0, gap)),
                      .bytes = std::string(dump.substr(gap + 2))};
}

}  // namespace kab::inspect
