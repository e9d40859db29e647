#include "checks/clock_monotonic.h"

#include <algorithm>
#include <array>
#include <optional>

#include "base/random.h"
#include "checks/clock_hand_over.h"
#include "checks/clock_steps.h"
#include "checks/complaints.h"
#include "checks/cpus.h"
#include "checks/deadline.h"

namespace kab::checks {
namespace {

constexpr int kReadsOfASlice = 500;
constexpr std::uint64_t kTurnsOfASlice = 6000;
constexpr std::size_t kMostPairs = 64;

using Pair = std::optional<std::array<int, 2>>;

/// The first CPU with each of the others; one pair without a place where there is one CPU only.
std::vector<Pair> pairs_among(const std::vector<int>& cpus) {
  std::vector<Pair> pairs;
  for (std::size_t i = 1; i < std::min(cpus.size(), kMostPairs + 1); ++i)
    pairs.push_back(std::array{cpus[0], cpus[i]});
  if (pairs.empty()) pairs.emplace_back();
  return pairs;
}

ClockSteps steps_of_one_thread(const ClockSubject& subject, clockid_t id, Random& random) {
  ClockSteps steps;
  Path before_path = Path::kFast;
  std::int64_t before = subject.read(id, before_path);
  for (int i = 0; i < kReadsOfASlice; ++i) {
    const Path path = random.below(2) == 0 ? Path::kFast : Path::kSyscall;
    const std::int64_t now = subject.read(id, path);
    steps.add(before, before_path, now, path);
    before = now;
    before_path = path;
  }
  return steps;
}

struct Seen {
  std::vector<ClockSteps> one_thread;
  std::vector<ClockSteps> hand_over;
  bool wall_clock_set = false;
};

void judge(const ClockName& clock, const ClockSteps& steps, std::string_view where,
           const Seen& seen, Finding& finding) {
  const std::string name(clock.name);
  finding.numbers.push_back({.name = name + ", steps " + std::string(where),
                             .value = static_cast<double>(steps.steps()),
                             .unit = ""});
  if (steps.back() == 0) return;
  finding.numbers.push_back({.name = name + ", steps back " + std::string(where),
                             .value = static_cast<double>(steps.back()),
                             .unit = ""});
  finding.numbers.push_back({.name = name + ", largest step back " + std::string(where),
                             .value = static_cast<double>(steps.largest_back_ns()),
                             .unit = "ns"});
  std::string line = name + " " + std::string(where) + ": " + steps.text();
  if (clock.settable == Settable::kYes && seen.wall_clock_set) {
    line += "; not held against it, since the clock was set meanwhile";
  } else {
    finding.outcome = Outcome::kFailed;
  }
  finding.evidence.push_back(std::move(line));
}

}  // namespace

Finding check_clock_monotonic(ClockSubject& subject, const Conditions& conditions) {
  const std::size_t clocks = subject.clocks.size();
  if (clocks == 0) return unavailable("this kernel has none of the clocks that are looked at");
  const auto pairs = pairs_among(usable_cpus());
  Seen seen{.one_thread = std::vector<ClockSteps>(clocks),
            .hand_over = std::vector<ClockSteps>(clocks)};
  Random random(conditions.seed);
  subject.was_set();
  Complaints not_placed;
  for (Rounds rounds(conditions); rounds.next();) {
    for (std::size_t i = 0; i < clocks; ++i)
      seen.one_thread[i].add(steps_of_one_thread(subject, subject.clocks[i].id, random));
    const auto steps = hand_over(subject, {.cpus = pairs[rounds.done() % pairs.size()],
                                           .turns = kTurnsOfASlice,
                                           .longest_ns = conditions.time_ns / 4,
                                           .seed = random.next()});
    if (!steps) not_placed.add(steps.error().message);
    for (std::size_t i = 0; steps && i < clocks; ++i) seen.hand_over[i].add((*steps)[i]);
  }
  seen.wall_clock_set = subject.was_set();

  Finding finding;
  for (std::size_t i = 0; i < clocks; ++i) {
    judge(subject.clocks[i], seen.one_thread[i], "in one thread", seen, finding);
    judge(subject.clocks[i], seen.hand_over[i], "from thread to thread", seen, finding);
  }
  std::ranges::copy(not_placed.lines(), std::back_inserter(finding.evidence));
  if (!pairs.front())
    finding.evidence.emplace_back("one CPU only: readings were handed over on it, not across CPUs");
  return finding;
}

Check describe_clock_monotonic() {
  return {.name = "clock-monotonic",
          .property = "no clock goes back: in a thread, from CPU to CPU, from vDSO to system call",
          .run = [](const Conditions& conditions) {
            auto subject = kernel_clocks();
            return check_clock_monotonic(subject, conditions);
          }};
}

}  // namespace kab::checks
