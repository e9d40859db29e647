#include "worker/quiescence.h"

#include <time.h>
#include <unistd.h>

#include "base/files.h"
#include "base/number.h"
#include "base/text.h"

namespace kab::worker {
namespace {

constexpr std::uint32_t kMostWindows = 100;
constexpr int kInARow = 3;
constexpr std::uint64_t kIdleOfTen = 9;

void sleep_100_ms() {
  const timespec window{.tv_sec = 0, .tv_nsec = 100'000'000};
  ::nanosleep(&window, nullptr);
}

}  // namespace

std::optional<std::uint64_t> idle_ticks(std::string_view stat) {
  const auto fields = words(stat.substr(0, stat.find('\n')));
  if (fields.size() < 6 || fields[0] != "cpu") return std::nullopt;
  const auto idle = parse_uint(fields[4]);
  const auto waiting = parse_uint(fields[5]);
  if (!idle || !waiting) return std::nullopt;
  return *idle + *waiting;
}

Quiescence wait_until_quiet() {
  const long cpus = ::sysconf(_SC_NPROCESSORS_ONLN);
  return wait_until_quiet(cpus > 0 ? static_cast<std::uint64_t>(cpus) : 1, &sleep_100_ms,
                          []() -> std::optional<std::uint64_t> {
                            const auto stat = read_file("/proc/stat");
                            return stat ? idle_ticks(*stat) : std::nullopt;
                          });
}

Quiescence wait_until_quiet(std::uint64_t cpus, const std::function<void()>& sleep_window,
                            const std::function<std::optional<std::uint64_t>()>& idle) {
  Quiescence found;
  auto before = idle();
  for (int in_a_row = 0; found.windows < kMostWindows; ++found.windows) {
    if (in_a_row == kInARow) {
      found.reached = Quiet::kYes;
      break;
    }
    sleep_window();
    const auto now = idle();
    const bool was_idle = before && now && *now >= *before + kIdleOfTen * cpus;
    in_a_row = was_idle ? in_a_row + 1 : 0;
    before = now;
  }
  return found;
}

}  // namespace kab::worker
