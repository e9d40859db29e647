#include "store/writer_process.h"

#include <string_view>

#include <unistd.h>

#include "base/files.h"
#include "base/number.h"
#include "base/text.h"

namespace kab::store {
namespace {

// 0 when there is no such process, or only what is left of it until its parent asks (state Z or X).
// The name in field 2 may hold blanks, so fields are counted from its closing bracket, which is
// followed by field 3 (proc(5)).
std::int64_t start_ticks_of(std::int64_t pid) {
  const auto line = read_line_or_empty("/proc/" + std::to_string(pid) + "/stat");
  const auto name_end = line.rfind(')');
  if (name_end == std::string::npos) return 0;
  const auto fields = words(std::string_view(line).substr(name_end + 1));
  if (fields.empty() || fields[0] == "Z" || fields[0] == "X") return 0;
  constexpr std::size_t kStartTime = 22 - 3;
  return fields.size() > kStartTime ? parse_int(fields[kStartTime]).value_or(0) : 0;
}

}  // namespace

WriterProcess this_process() {
  const std::int64_t pid = ::getpid();
  return {.pid = pid, .start_ticks = start_ticks_of(pid)};
}

bool is_alive(const WriterProcess& writer, const std::string& boot_id) {
  if (writer.pid <= 0 || boot_id != read_line_or_empty("/proc/sys/kernel/random/boot_id"))
    return false;
  const auto ticks = start_ticks_of(writer.pid);
  return ticks != 0 && ticks == writer.start_ticks;
}

}  // namespace kab::store
