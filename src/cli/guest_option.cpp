#include "cli/guest_option.h"

#include <utility>

#include "model/arm.h"

namespace kab::cli {

void add_guest_option(CLI::App& command, GuestOption& option, std::uint32_t usual_cpus) {
  command
      .add_option("--kernel", option.kernel,
                  "In a guest of this kernel instead, untimed: a bzImage, vmlinux, Debian package "
                  "or installed release")
      ->type_name("K");
  command.add_option("--boot", option.boot, "Boot options of that kernel")->type_name("OPTIONS");
  command
      .add_option("--smp", option.cpus,
                  "CPUs of that guest (default: " + std::to_string(usual_cpus) + ")")
      ->type_name("N");
  command.add_option("--mem", option.memory, "Memory of that guest, as in 512M (default: 224M)")
      ->type_name("SIZE");
}

Result<void> check_guest_option(const GuestOption& option) {
  if (!option.kernel.empty()) return {};
  if (!option.boot.empty())
    return fail_input("--boot is for the kernel of a guest; name one with --kernel");
  if (!option.memory.empty())
    return fail_input("--mem is for a guest; name its kernel with --kernel");
  if (option.cpus) return fail_input("--smp is for a guest; name its kernel with --kernel");
  return {};
}

Result<trial::GuestHost> guest_of(const GuestOption& option, std::uint32_t usual_cpus,
                                  const std::vector<std::string>& abis,
                                  const std::vector<std::string>& programs,
                                  const std::vector<std::string>& files) {
  model::Arm arm{.name = "guest",
                 .settings = {{"kernel", option.kernel},
                              {"smp", std::to_string(option.cpus.value_or(usual_cpus))}}};
  if (!option.boot.empty()) arm.settings.push_back({"boot", option.boot});
  if (!option.memory.empty()) arm.settings.push_back({"mem", option.memory});
  return trial::GuestHost::prepare({.arms = {std::move(arm)},
                                    .purpose = guest::Purpose::kCheck,
                                    .abis = abis,
                                    .programs = programs,
                                    .files = files});
}

}  // namespace kab::cli
