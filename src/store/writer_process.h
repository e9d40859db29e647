// Which process writes a session, so that a reader or a second writer can tell "still running"
// from "was killed".
#pragma once

#include <cstdint>
#include <string>

namespace kab::store {

struct WriterProcess {
  std::int64_t pid = 0;
  std::int64_t start_ticks = 0;  // field 22 of /proc/<pid>/stat: pids are used again, this is not
};

WriterProcess this_process();

/// Whether `writer`, seen in the boot `boot_id`, still runs.
bool is_alive(const WriterProcess& writer, const std::string& boot_id);

}  // namespace kab::store
