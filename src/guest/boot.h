// One boot of a guest, from its initramfs to its answers. Nothing of it outlives kab: QEMU dies
// with it, and all files are nameless.
#pragma once

#include <cstdint>
#include <string>

#include "base/result.h"
#include "guest/machine.h"
#include "guest/memory_file.h"
#include "guest/outcome.h"
#include "guest/qemu.h"
#include "wire/guest_channel.h"

namespace kab::guest {

struct Boot {
  BootEnd end = BootEnd::kDone;
  std::string reason = {};          // of any other end; several lines
  std::string console = {};         // the end of what the kernel and init printed, at most 64 KiB
  wire::GuestChannel channel = {};  // what was answered, complete or not
  std::string plugin_output = {};
  std::int64_t wall_ns = 0;
  std::int64_t resident_kb = 0;  // peak of QEMU, the guest's memory included
};

/// Boots `machine` with the initramfs (made by initramfs_of for the same channel_address) and waits
/// for its end, at most `deadline_ns`. May be called from several threads at once. Errors: kInput
/// for a machine that cannot be, kInterrupted when a stop was asked for, kUnavailable where QEMU
/// cannot be started. What becomes of a guest that runs is no error but Boot::end.
Result<Boot> boot(const Qemu& qemu, const Machine& machine, const MemoryFile& initramfs,
                  std::int64_t deadline_ns);

}  // namespace kab::guest
