#include "guest/machine.h"

#include "base/number.h"
#include "base/text.h"

namespace kab::guest {
namespace {

constexpr std::uint32_t kLeastMemoryMb = 128;
// Beyond it a PC's memory has a hole, and the channel would lie elsewhere.
constexpr std::uint32_t kMostMemoryMb = 2048;
constexpr std::uint32_t kMostCpus = 64;

// cryptomgr.notests: no self-tests of cryptography, which go on after the boot. no_timer_check: no
// trial of the timer's wiring. Neither touches a path that a program takes.
constexpr std::string_view kOptions =
    "console=ttyS0 quiet panic=-1 reboot=t cryptomgr.notests no_timer_check";

void add_accelerator(const Machine& machine, std::vector<std::string>& arguments) {
  switch (machine.purpose) {
    case Purpose::kCount:
      arguments.insert(arguments.end(),
                       {"-accel", "tcg,thread=single,tb-size=64", "-icount", "shift=0,sleep=off"});
      return;
    case Purpose::kCheck:
      arguments.insert(arguments.end(), {"-accel", "tcg,thread=multi,tb-size=64"});
      return;
    case Purpose::kTime:
      arguments.insert(arguments.end(), {"-accel", "kvm"});
      return;
  }
}

// The small machine boots faster, and tells a kernel of one CPU only.
std::string machine_type(const Machine& machine) {
  return machine.cpus > 1 ? "q35,memory-backend=mem" : "microvm,acpi=off,memory-backend=mem";
}

void add_plugin(const Plugin& plugin, const OpenedFiles& files,
                std::vector<std::string>& arguments) {
  std::string text = files.plugin_library;
  for (const auto& argument : plugin.arguments) text += "," + argument;
  arguments.insert(arguments.end(), {"-plugin", text + ",out=" + files.plugin_output});
}

}  // namespace

std::uint64_t channel_address(const Machine& machine) {
  return std::uint64_t{machine.memory_mb - kChannelMb} << 20;
}

Result<void> check_machine(const Machine& machine) {
  if (machine.memory_mb < kLeastMemoryMb || machine.memory_mb > kMostMemoryMb)
    return fail_input("mem=" + std::to_string(machine.memory_mb) +
                      "M is out of range: a guest has " + std::to_string(kLeastMemoryMb) + "M to " +
                      std::to_string(kMostMemoryMb) + "M");
  if (machine.cpus < 1 || machine.cpus > kMostCpus)
    return fail_input("smp=" + std::to_string(machine.cpus) + " is out of range: 1 to " +
                      std::to_string(kMostCpus));
  if (machine.purpose == Purpose::kCount && machine.cpus > 1)
    return fail_input("smp=" + std::to_string(machine.cpus) +
                      " is for the time lane: instructions are counted on one CPU, since with "
                      "several it is chance which of them goes on, and a count would differ by it");
  return {};
}

Result<std::uint32_t> parse_memory_mb(std::string_view text) {
  std::uint64_t unit = 1;
  auto digits = text;
  if (text.ends_with('M') || text.ends_with('G')) {
    unit = text.ends_with('G') ? 1024 : 1;
    digits.remove_suffix(1);
  }
  const auto number = parse_uint(digits);
  if (!number || *number == 0 || *number > kMostMemoryMb)
    return fail_input("mem=" + std::string(text) + " is not a size of memory, as in 256M");
  return static_cast<std::uint32_t>(*number * unit);
}

std::string cpu_model(const Machine& machine) {
  if (!machine.cpu.empty()) return machine.cpu;
  return machine.purpose == Purpose::kTime ? "host" : "max";
}

std::string kernel_command_line(const Machine& machine) {
  std::string line(kOptions);
  line += " memmap=" + std::to_string(kChannelMb) + "M$" +
          std::to_string(machine.memory_mb - kChannelMb) + "M";
  if (!machine.boot.empty()) line += " " + machine.boot;
  return line;
}

std::vector<std::string> qemu_arguments(const Machine& machine, const OpenedFiles& files) {
  std::vector<std::string> arguments = {
      "-nodefaults", "-no-user-config", "-display", "none", "-no-reboot",
      // Nothing of the host but what is given here: no network, no disk, no monitor.
      "-sandbox", "on,obsolete=deny,elevateprivileges=deny,spawn=deny,resourcecontrol=deny",
      "-machine", machine_type(machine), "-object",
      "memory-backend-file,id=mem,size=" + std::to_string(machine.memory_mb) +
          "M,share=on,mem-path=" + files.memory,
      "-m", std::to_string(machine.memory_mb) + "M", "-smp", std::to_string(machine.cpus), "-cpu",
      cpu_model(machine), "-seed", std::to_string(machine.seed), "-rtc",
      "base=2020-01-01T00:00:00,clock=vm", "-serial", "stdio", "-device",
      "isa-debug-exit,iobase=0xf4,iosize=0x04"};
  add_accelerator(machine, arguments);
  if (machine.plugin) add_plugin(*machine.plugin, files, arguments);
  arguments.insert(arguments.end(), {"-kernel", files.kernel, "-initrd", files.initramfs, "-append",
                                     kernel_command_line(machine)});
  return arguments;
}

}  // namespace kab::guest
