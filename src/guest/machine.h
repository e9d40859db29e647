// A guest's machine, and the command line of QEMU that makes it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace kab::guest {

/// What a boot is for, which decides how its instructions are carried out.
enum class Purpose {
  kCount,  // TCG, one instruction a nanosecond of virtual time, idle time skipped: deterministic
  kTime,   // KVM, a real clock
  kCheck,  // TCG at full speed, nothing measured
};

/// A TCG plugin that watches the guest.
struct Plugin {
  std::string library;                 // path of the shared object
  std::vector<std::string> arguments;  // "key=value"; "out=<path>" is added: where it writes
};

struct Machine {
  std::string kernel;       // path of a vmlinux with a PVH note, or of a bzImage
  std::string boot = {};    // boot options of the user's, added to kab's own
  std::string initrd = {};  // path of a further initramfs, loaded before kab's; empty: none
  Purpose purpose = Purpose::kCount;
  std::string cpu = {};  // QEMU's name of the model; empty: "max", or "host" with KVM
  std::uint32_t memory_mb = 224;
  std::uint32_t cpus = 1;
  std::uint64_t seed = 1;  // of what QEMU and, through it, the kernel leave to chance
  std::optional<Plugin> plugin = {};
};

/// Memory at the end of the guest's for its answers (wire/guest_channel.h).
inline constexpr std::uint32_t kChannelMb = 16;

/// Where it begins, as a physical address.
std::uint64_t channel_address(const Machine& machine);

/// kInput for what no such machine can be: memory out of range, several CPUs where instructions are
/// counted, with the reason.
Result<void> check_machine(const Machine& machine);

/// "224M", "256", "1G" in MiB.
Result<std::uint32_t> parse_memory_mb(std::string_view text);

/// The model of CPU that `machine` gets.
std::string cpu_model(const Machine& machine);

/// The kernel's command line: kab's own options, which speed a boot and change nothing of what is
/// measured, then the user's.
std::string kernel_command_line(const Machine& machine);

/// What QEMU opens, as it sees the paths.
struct OpenedFiles {
  std::string kernel;
  std::string initramfs;
  std::string memory;
  std::string plugin_library = {};
  std::string plugin_output = {};
};

/// QEMU's arguments after its own name.
std::vector<std::string> qemu_arguments(const Machine& machine, const OpenedFiles& files);

}  // namespace kab::guest
