#include "checks/clock_hand_over.h"

#include <atomic>

#include <sched.h>

#include "base/random.h"
#include "checks/together.h"
#include "workloads/pin.h"

namespace kab::checks {
namespace {

constexpr std::uint64_t kTurnsOfAClock = 3;  // so that either thread begins with each of them
constexpr int kSpins = 2000;                 // before the CPU is offered to the other thread

struct Last {
  bool known = false;
  std::int64_t ns = 0;
  Path path = Path::kFast;
};

/// What is handed over, by whoever's turn it is. `turn` orders all accesses to the rest.
struct Shared {
  explicit Shared(std::size_t clocks, std::uint64_t seed)
      : last(clocks), steps(clocks), random(seed) {}
  std::atomic<std::uint64_t> turn = 0;
  std::vector<Last> last;
  std::vector<ClockSteps> steps;
  Random random;
};

void wait_for_turn(const std::atomic<std::uint64_t>& turn, std::uint64_t wanted) {
  for (int spins = 0; turn.load(std::memory_order_acquire) < wanted; ++spins)
    if (spins > kSpins) ::sched_yield();
}

void take_turns(const ClockSubject& subject, std::uint64_t first, std::uint64_t turns,
                Shared& shared) {
  for (std::uint64_t turn = first; turn < turns; turn += 2) {
    wait_for_turn(shared.turn, turn);
    const std::size_t clock = (turn / kTurnsOfAClock) % subject.clocks.size();
    const Path path = shared.random.below(2) == 0 ? Path::kFast : Path::kSyscall;
    const std::int64_t now = subject.read(subject.clocks[clock].id, path);
    Last& last = shared.last[clock];
    if (last.known) shared.steps[clock].add(last.ns, last.path, now, path);
    last = {.known = true, .ns = now, .path = path};
    shared.turn.store(turn + 1, std::memory_order_release);
  }
}

}  // namespace

Result<std::vector<ClockSteps>> hand_over(const ClockSubject& subject, const HandOver& how) {
  Shared shared(subject.clocks.size(), how.seed);
  std::array<Result<void>, 2> placed;
  const auto work_of = [&](std::size_t i) {
    return [&, i] {
      if (how.cpus) placed[i] = workloads::pin_to((*how.cpus)[i]);
      take_turns(subject, i, how.turns, shared);
    };
  };
  KAB_CHECK(run_together({work_of(0), work_of(1)}));
  for (auto& one : placed) KAB_CHECK(one);
  return std::move(shared.steps);
}

}  // namespace kab::checks
