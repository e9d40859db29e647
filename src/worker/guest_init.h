// kab-worker as the init of a guest: carries out the orders of its initramfs, each in a process of
// its own once the kernel is quiet, answers over the channel, and ends the machine.
#pragma once

namespace kab::worker {

/// Whether this process is what a guest's kernel started from the initramfs.
bool is_guest_init(const char* argv0);

/// Does not come back: the machine ends. Its exit port says 42 when all orders were answered, 43
/// when there is no channel; why is then on the console.
[[noreturn]] void run_as_guest_init();

}  // namespace kab::worker
