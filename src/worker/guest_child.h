// One process of a guest: the worker with a request, or a command; fed, read, and ended in time.
#pragma once

#include <cstdint>
#include <string>

#include "base/result.h"
#include "wire/guest_orders.h"

namespace kab::worker {

enum class Deadline { kKept, kPassed };

struct GuestChildEnd {
  std::int64_t status = 0;  // its exit code, or minus the signal that ended it
  Deadline deadline = Deadline::kKept;
  std::string output = {};
  std::string errors = {};   // its last 4 KiB
  std::int64_t wall_ns = 0;  // from just before fork to its end
  std::int64_t user_ns = 0;  // of it and what it waited for
  std::int64_t system_ns = 0;
};

/// Runs what `order` says to its end. kUnavailable: it cannot be started here, and why.
Result<GuestChildEnd> run_guest_child(const wire::GuestOrder& order);

}  // namespace kab::worker
