// A trial whose samples are boots: tried once, then booted block by block, several at a time; one
// boot takes a sample of every subject. The recording is written as it goes.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "sys/clock.h"
#include "trial/guest_host.h"
#include "trial/guest_symbols.h"
#include "trial/plan.h"
#include "trial/runner.h"

namespace kab::trial {

inline constexpr std::uint32_t kUsualBoots = 4;  // an arm, where nothing else is said

/// How many boots an arm there must be so that `comparisons` intervals hold together at
/// `confidence`: the rank test of n boots against n, or 2 n where the baseline has an A/A arm, can
/// come to a p of 2 / C(all, n) and no less (Mann & Whitney 1947).
std::uint32_t boots_needed(std::size_t comparisons, double confidence, AaArm aa);

/// "12 boots, 4 an arm and 4 of the A/A arm, two at a time: about 14 s", and, where these are too
/// few for an interval, how many are enough.
std::string boots_note(std::uint32_t boots_an_arm, std::uint32_t needed, std::size_t arms, AaArm aa,
                       std::size_t at_once, std::int64_t one_boot_ns);

struct GuestSurroundings {
  const GuestHost& host;
  const GuestSymbols* symbols = nullptr;  // counts by function, where there are any
  sys::Clock& clock;
  std::function<void(const Progress&)> on_progress;   // may be empty
  std::function<void(const std::string&)> on_notice;  // one line for stderr; may be empty
};

/// The metrics of the session's lane, in place of those of live samples.
void set_guest_metrics(Plan& plan);

/// Boots every arm once, the baseline calibrating: kernels that do not boot, workloads that cannot
/// run and commands that fail are found before a recording exists, and every arm's environment is
/// learnt. With Absent::kLeaveOut a subject that is unavailable in an arm is taken out of the plan.
/// What became of a kernel that does not boot, with the console's last lines, is not an error but
/// Rehearsal::not_booted, since it says something of the kernel. Errors: a machine that QEMU
/// refuses (kInput); as for `rehearse` otherwise.
Result<Rehearsal> rehearse_guests(Plan& plan, const GuestSurroundings& around);

/// The trial itself, as run_plan.
Finished run_guest_plan(Plan plan, const Rehearsal& rehearsal, const GuestSurroundings& around,
                        store::Recorder& recorder);

}  // namespace kab::trial
