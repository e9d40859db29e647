// Where boots happen for a trial: each arm's machine with the workers and files that all of them
// have. Beside the seam WorkerHost and not behind it, since what is begun here is a boot, which
// takes the samples of every subject at once.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "guest/boot.h"
#include "guest/initramfs.h"
#include "model/arm.h"
#include "trial/guest_arm.h"

namespace kab::trial {

struct GuestWanted {
  std::vector<model::Arm> arms;
  guest::Purpose purpose = guest::Purpose::kCount;
  std::vector<std::string> abis = {"x86_64"};  // whose workers are packed, where there are any
  std::vector<std::string> programs = {};      // commands packed with their libraries
  std::vector<std::string> files = {};         // --guest-file
};

/// The orders of one boot of one arm, ready to be used by any number of boots.
struct LoadedGuest {
  std::uint32_t arm = 0;
  guest::MemoryFile initramfs;
};

class GuestHost {
 public:
  /// Everything that can be known before a boot: QEMU, KVM where time is wanted, every arm's
  /// machine and kernel, files and programs. Errors as those say.
  static Result<GuestHost> prepare(const GuestWanted& wanted);

  const GuestArm& arm(std::uint32_t index) const { return arms_[index]; }
  std::size_t arms() const { return arms_.size(); }
  const std::string& qemu_version() const { return qemu_.version; }

  /// How many boots run at a time: as many as there are CPUs where instructions are counted, one
  /// where time is.
  std::size_t at_once() const;

  /// The arm's own settings go first: order i of `orders` is answered as number first_order(arm) +
  /// i.
  Result<LoadedGuest> load(std::uint32_t arm, const std::vector<wire::GuestOrder>& orders) const;
  std::uint64_t first_order(std::uint32_t arm) const { return arms_[arm].settings.size() + 1; }

  /// One boot; may be called from several threads. An arm whose settings the guest refuses is
  /// kInput.
  Result<guest::Boot> boot(const LoadedGuest& loaded, std::uint64_t seed,
                           std::int64_t deadline_ns) const;

 private:
  GuestHost() = default;
  guest::Qemu qemu_;
  guest::Purpose purpose_ = guest::Purpose::kCount;
  std::vector<GuestArm> arms_;
  std::vector<std::string> names_;
  std::vector<std::string> initrds_;  // bytes, one an arm
  guest::Contents contents_;
};

}  // namespace kab::trial
