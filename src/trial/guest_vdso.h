// The vDSO of a kernel that runs in a guest: its images as programs there have them, what the
// clocks go by, and which readings end in the kernel. Nothing is timed there.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "guest/laid_out.h"
#include "model/vdso.h"
#include "trial/catalogue.h"
#include "trial/guest_host.h"

namespace kab::trial {

enum class WalkPaths { kNo, kYes };

struct GuestVdsoWanted {
  std::vector<std::string> abis = {"x86_64", "i386"};
  WalkPaths paths = WalkPaths::kNo;
  std::vector<WorkloadFacts> known = {};  // of the worker, for paths
};

/// What `kab-worker --vdso` printed there, or why it did not run.
struct GuestVdsoDump {
  std::string abi;
  Result<std::string> bytes;
};

struct GuestVdso {
  std::vector<GuestVdsoDump> dumps;
  guest::LaidOut files;                            // of its /proc and /sys (guest/facts.h)
  std::vector<model::VdsoPath> paths = {};         // without times
  std::vector<model::VdsoFinding> agreement = {};  // clocks-disagree
};

/// Boots arm 0 of `host` once. Errors as visit_guest().
Result<GuestVdso> ask_for_vdso(const GuestHost& host, const GuestVdsoWanted& wanted);

}  // namespace kab::trial
