#include "checks/clock_hand_over.h"

#include <atomic>

#include <sched.h>

#include "base/random.h"
#include "checks/deadline.h"
#include "checks/together.h"
#include "workloads/pin.h"

namespace kab::checks {
namespace {

constexpr std::uint64_t kTurnsOfAClock = 3;  // so that either thread begins with each of them
constexpr std::uint64_t kTurnsOfALook = 64;  // at the time
constexpr int kSpins = 2000;                 // before the CPU is offered to the other thread

struct Last {
  bool known = false;
  std::int64_t ns = 0;
  Path path = Path::kFast;
};

/// What is handed over, by whoever's turn it is. `turn` orders all accesses to the rest.
struct Shared {
  Shared(std::size_t clocks, const HandOver& how)
      : last(clocks), steps(clocks), random(how.seed), deadline(how.longest_ns) {}
  std::atomic<std::uint64_t> turn = 0;
  std::atomic<bool> over = false;
  std::vector<Last> last;
  std::vector<ClockSteps> steps;
  Random random;
  Deadline deadline;
};

/// False: it will not come.
bool wait_for_turn(const Shared& shared, std::uint64_t wanted) {
  for (int spins = 0; shared.turn.load(std::memory_order_acquire) < wanted; ++spins) {
    if (shared.over.load()) return false;
    if (spins > kSpins) ::sched_yield();
  }
  return true;
}

void take_turns(const ClockSubject& subject, std::uint64_t first, const HandOver& how,
                Shared& shared) {
  for (std::uint64_t turn = first; turn < how.turns; turn += 2) {
    if (!wait_for_turn(shared, turn)) return;
    const std::size_t clock = (turn / kTurnsOfAClock) % subject.clocks.size();
    const Path path = shared.random.below(2) == 0 ? Path::kFast : Path::kSyscall;
    const std::int64_t now = subject.read(subject.clocks[clock].id, path);
    Last& last = shared.last[clock];
    if (last.known) shared.steps[clock].add(last.ns, last.path, now, path);
    last = {.known = true, .ns = now, .path = path};
    if (turn % kTurnsOfALook < 2 && shared.deadline.passed()) shared.over.store(true);
    shared.turn.store(turn + 1, std::memory_order_release);
  }
}

}  // namespace

Result<std::vector<ClockSteps>> hand_over(const ClockSubject& subject, const HandOver& how) {
  Shared shared(subject.clocks.size(), how);
  std::array<Result<void>, 2> placed;
  const auto work_of = [&](std::size_t i) {
    return [&, i] {
      if (how.cpus) placed[i] = workloads::pin_to((*how.cpus)[i]);
      take_turns(subject, i, how, shared);
    };
  };
  KAB_CHECK(run_together({work_of(0), work_of(1)}));
  for (auto& one : placed) KAB_CHECK(one);
  return std::move(shared.steps);
}

}  // namespace kab::checks
