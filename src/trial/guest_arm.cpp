#include "trial/guest_arm.h"

#include <algorithm>
#include <array>
#include <utility>

#include <sys/utsname.h>
#include <unistd.h>

#include "base/number.h"
#include "base/text.h"

namespace kab::trial {
namespace {

constexpr std::array<std::string_view, 6> kGuestKeys = {"kernel", "boot", "initrd",
                                                        "cpu",    "mem",  "smp"};
// They speak of the machine that kab runs on, or of a shell that a guest does not have.
constexpr std::array<std::string_view, 3> kHostKeys = {"pin", "setup", "teardown"};

Result<void> set_machine(const model::Arm& arm, guest::Machine& machine) {
  machine.boot = model::setting_of(arm, "boot").value_or("");
  machine.initrd = model::setting_of(arm, "initrd").value_or("");
  machine.cpu = model::setting_of(arm, "cpu").value_or("");
  if (const auto memory = model::setting_of(arm, "mem")) {
    KAB_TRY(machine.memory_mb, guest::parse_memory_mb(*memory));
  }
  if (const auto cpus = model::setting_of(arm, "smp")) {
    const auto number = parse_uint(*cpus);
    if (!number || *number > 1024) return fail_input("smp=" + *cpus + " is not a number of CPUs");
    machine.cpus = static_cast<std::uint32_t>(*number);
  }
  return guest::check_machine(machine);
}

// net.unix.max_dgram_qlen -> /proc/sys/net/unix/max_dgram_qlen
std::string path_of_sysctl(std::string name) {
  std::ranges::replace(name, '.', '/');
  return "/proc/sys/" + name;
}

std::vector<wire::GuestOrder> settings_of(const model::Arm& arm) {
  std::vector<wire::GuestOrder> orders;
  const auto add = [&](std::string path, const std::string& value) {
    orders.push_back(
        {.kind = wire::GuestOrder::Kind::kWrite, .path = std::move(path), .value = value});
  };
  for (const auto& [name, value] : model::settings_with(arm, "sysctl."))
    add(path_of_sysctl(name), value);
  for (const auto& [path, value] : model::settings_with(arm, "file.")) add(path, value);
  return orders;
}

Result<GuestArm> made(const model::Arm& arm, guest::Purpose purpose,
                      const std::string& usual_kernel) {
  for (const auto key : kHostKeys)
    if (model::setting_of(arm, key))
      return fail_input(std::string(key) + "= does not reach into a guest");
  GuestArm made{.machine = {.kernel = {}, .purpose = purpose}, .kernel = {}, .settings = {}};
  KAB_CHECK(set_machine(arm, made.machine));
  KAB_TRY(made.kernel,
          guest::prepare_kernel(model::setting_of(arm, "kernel").value_or(usual_kernel)));
  made.machine.kernel = made.kernel.path;
  made.settings = settings_of(arm);
  return made;
}

}  // namespace

bool has_guest_key(const model::Arm& arm) {
  return std::ranges::any_of(
      kGuestKeys, [&](std::string_view key) { return model::setting_of(arm, key).has_value(); });
}

bool needs_guests(const std::vector<model::Arm>& arms, model::Lane lane) {
  return lane == model::Lane::kCount || std::ranges::any_of(arms, has_guest_key);
}

Result<std::string> usual_kernel(const std::vector<model::Arm>& arms) {
  if (!arms.empty())
    if (auto kernel = model::setting_of(arms.front(), "kernel")) return *kernel;
  utsname running{};
  ::uname(&running);
  const std::string release = running.release;
  if (::access(("/boot/vmlinuz-" + release).c_str(), R_OK) == 0) return release;
  return fail_unavailable("no arm names a kernel, and the running one, " + release +
                          ", has no image that can be read in /boot; give kernel=, for which "
                          "tools/get-kernel fetches one of Debian's");
}

Result<GuestArm> guest_arm(const model::Arm& arm, guest::Purpose purpose,
                           const std::string& usual_kernel) {
  auto result = made(arm, purpose, usual_kernel);
  if (!result) result.error().message = "arm " + arm.name + ": " + result.error().message;
  return result;
}

}  // namespace kab::trial
