// perf_event_open(2), which the C library has no wrapper for.
#pragma once

#include <linux/perf_event.h>
#include <sys/types.h>

#include "base/fd.h"
#include "events/event.h"

namespace kab::events {

/// Type, configuration and modes of `event`; the rest is the caller's.
perf_event_attr attr_of(const Event& event);

/// The calling thread on CPU `cpu` (-1: any), in the group of `leader` (-1: its own). An empty Fd
/// with errno where the kernel refuses.
Fd open_on_this_thread(perf_event_attr attr, int cpu, int leader);

}  // namespace kab::events
