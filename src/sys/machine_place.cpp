// Where the machine itself runs: under which hypervisor, in which container.
#include <array>
#include <string>
#include <string_view>

#include "base/text.h"
#include "sys/machine_facts.h"

namespace kab::sys {
namespace {

/// Processors say in a flag that a hypervisor is there; its name is the firmware's to tell. Without
/// a flags line (other architectures) and without a name, nothing is known.
std::string virtualisation_of(const FactReader& facts) {
  if (auto type = facts.line("sys/hypervisor/type"); !type.empty()) return type;
  const std::string flags = facts.processor_line("flags");
  if (flags.empty()) return {};
  bool virtual_machine = false;
  for (const auto flag : words(flags)) virtual_machine = virtual_machine || flag == "hypervisor";
  if (!virtual_machine) return "none";
  const std::string vendor = facts.line("sys/class/dmi/id/sys_vendor");
  const std::string product = facts.line("sys/class/dmi/id/product_name");
  const std::string name(trimmed(vendor + " " + product));
  return name.empty() ? "a hypervisor without a name" : name;
}

/// What the container's first process was told about itself: only its own owner may read it.
std::string container_variable(const FactReader& facts) {
  constexpr std::string_view kName = "container=";
  const std::string environment = facts.text("proc/1/environ");
  for (const auto variable : split(environment, '\0'))
    if (variable.starts_with(kName)) return std::string(variable.substr(kName.size()));
  return {};
}

std::string container_of(const FactReader& facts) {
  if (auto told = container_variable(facts); !told.empty()) return told;
  if (facts.exists("run/.containerenv")) return "podman";
  if (facts.exists(".dockerenv")) return "docker";
  constexpr std::array<std::string_view, 5> kHints = {"kubepods", "docker", "libpod", "lxc",
                                                      "containerd"};
  const std::string groups = facts.text("proc/1/cgroup");
  for (const auto hint : kHints)
    if (groups.find(hint) != std::string::npos) return std::string(hint);
  return {};
}

}  // namespace

void add_place_facts(FactReader& facts) {
  facts.add("machine.virtualisation", virtualisation_of(facts));
  facts.add("machine.container", container_of(facts));
}

}  // namespace kab::sys
