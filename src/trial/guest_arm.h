// An arm that boots a kernel: its machine, its kernel made ready, and what is set in the guest
// before anything is measured.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "guest/kernel.h"
#include "guest/machine.h"
#include "model/arm.h"
#include "model/recording.h"
#include "wire/guest_orders.h"

namespace kab::trial {

struct GuestArm {
  guest::Machine machine;
  guest::Kernel kernel;
  std::vector<wire::GuestOrder> settings;  // sysctl. and file. of the arm
};

/// Whether an arm says something of a machine: kernel, boot, initrd, cpu, mem, smp.
bool has_guest_key(const model::Arm& arm);

/// Whether a session of these arms in this lane is one of boots.
bool needs_guests(const std::vector<model::Arm>& arms, model::Lane lane);

/// The kernel of an arm that names none: the baseline's, or the running release. kUnavailable where
/// that has no image in /boot, with a hint how to get one.
Result<std::string> usual_kernel(const std::vector<model::Arm>& arms);

/// The machine of `arm`, and its kernel made ready. Errors name the arm: kInput for a kernel that
/// is none, a machine that cannot be, a key that only makes sense on this machine (pin, setup,
/// teardown); kUnavailable as for prepare_kernel.
Result<GuestArm> guest_arm(const model::Arm& arm, guest::Purpose purpose,
                           const std::string& usual_kernel);

}  // namespace kab::trial
