#include "checks/clock_agree.h"

#include <algorithm>

#include "checks/deadline.h"

namespace kab::checks {
namespace {

constexpr int kReadsOfASlice = 500;

/// How far readings by one path lie outside of two by the other that were taken around them.
struct Outside {
  std::uint64_t readings = 0;
  std::uint64_t early = 0;
  std::uint64_t late = 0;
  std::int64_t largest_ns = 0;

  void add(std::int64_t before, std::int64_t reading, std::int64_t after) {
    ++readings;
    if (reading < before) ++early;
    if (reading > after) ++late;
    largest_ns = std::max({largest_ns, before - reading, reading - after});
  }
};

constexpr Path other(Path path) { return path == Path::kFast ? Path::kSyscall : Path::kFast; }

void read_slice(const ClockSubject& subject, clockid_t id, Path path, Outside& outside) {
  for (int i = 0; i < kReadsOfASlice; ++i) {
    const std::int64_t before = subject.read(id, other(path));
    const std::int64_t reading = subject.read(id, path);
    outside.add(before, reading, subject.read(id, other(path)));
  }
}

void judge(const ClockName& clock, Path path, const Outside& outside, bool wall_clock_set,
           Finding& finding) {
  const std::uint64_t wrong = outside.early + outside.late;
  if (wrong == 0) return;
  std::string line = std::string(clock.name) + ": " + std::to_string(wrong) + " of " +
                     std::to_string(outside.readings) + " readings by " +
                     std::string(text_of(path)) + " lie outside of two by " +
                     std::string(text_of(other(path))) + " around them, by up to " +
                     std::to_string(outside.largest_ns) + " ns (" + std::to_string(outside.early) +
                     " too early, " + std::to_string(outside.late) + " too late)";
  if (clock.settable == Settable::kYes && wall_clock_set) {
    line += "; not held against it, since the clock was set meanwhile";
  } else {
    finding.outcome = Outcome::kFailed;
  }
  finding.evidence.push_back(std::move(line));
}

void judge_resolution(const ClockSubject& subject, const ClockName& clock, Finding& finding) {
  const std::int64_t fast = subject.resolution(clock.id, Path::kFast);
  const std::int64_t slow = subject.resolution(clock.id, Path::kSyscall);
  if (fast == slow) return;
  finding.outcome = Outcome::kFailed;
  finding.evidence.push_back(std::string(clock.name) + ": its resolution is " +
                             std::to_string(fast) + " ns by the fast path and " +
                             std::to_string(slow) + " ns by a system call");
}

}  // namespace

Finding check_clock_agree(ClockSubject& subject, const Conditions& conditions) {
  const std::size_t clocks = subject.clocks.size();
  if (clocks == 0) return unavailable("this kernel has none of the clocks that are looked at");
  std::vector<Outside> fast(clocks);
  std::vector<Outside> slow(clocks);
  subject.was_set();
  for (Rounds rounds(conditions); rounds.next();) {
    for (std::size_t i = 0; i < clocks; ++i) {
      read_slice(subject, subject.clocks[i].id, Path::kFast, fast[i]);
      read_slice(subject, subject.clocks[i].id, Path::kSyscall, slow[i]);
    }
  }
  const bool wall_clock_set = subject.was_set();
  Finding finding;
  for (std::size_t i = 0; i < clocks; ++i) {
    const ClockName& clock = subject.clocks[i];
    judge(clock, Path::kFast, fast[i], wall_clock_set, finding);
    judge(clock, Path::kSyscall, slow[i], wall_clock_set, finding);
    judge_resolution(subject, clock, finding);
    finding.numbers.push_back({.name = std::string(clock.name) + ", readings",
                               .value = static_cast<double>(fast[i].readings + slow[i].readings),
                               .unit = ""});
    finding.numbers.push_back(
        {.name = std::string(clock.name) + ", largest disagreement",
         .value = static_cast<double>(std::max(fast[i].largest_ns, slow[i].largest_ns)),
         .unit = "ns"});
  }
  return finding;
}

Check describe_clock_agree() {
  return {.name = "clock-agree",
          .property = "the vDSO and the system call tell the same time and resolution, every clock",
          .run = [](const Conditions& conditions) {
            auto subject = kernel_clocks();
            return check_clock_agree(subject, conditions);
          }};
}

}  // namespace kab::checks
