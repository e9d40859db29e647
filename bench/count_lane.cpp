// The count lane over real kernels: how long a boot takes to its worker and what it takes of this
// machine, a whole trial of two kernels by the clock, and how often kab calls boots of one kernel
// different. bench-count-lane [BOOTS] [TRIALS]: default 60 boots and 2 whole trials, of the kernels
// in $KAB_KERNEL_OLD and $KAB_KERNEL_NEW.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include "analysis/judge_trial.h"
#include "base/random.h"
#include "base/text.h"
#include "model/threshold.h"
#include "stats/summary.h"
#include "store/load.h"
#include "sys/process.h"
#include "trial/guest_boots.h"
#include "trial/guest_host.h"

namespace {

using namespace kab;

using Words = std::vector<std::string>;

const Words kWorkloads = {"getppid", "stat", "clock-monotonic", "unix-seqpacket"};
constexpr std::uint32_t kResampled = 100;

std::string temporary(const std::string& name) {
  const auto own = "kab-" + name + "-" + std::to_string(::getpid()) + ".kab";
  return (std::filesystem::temp_directory_path() / own).string();
}

Result<sys::Outcome> kab(Words words) {
  words.insert(words.begin(), KAB_PROGRAM);
  words.insert(words.end(), {"--no-progress", "--force"});
  KAB_TRY(auto outcome, sys::run({.argv = words}));
  if (outcome.exit_code > 1 || outcome.signal != 0)
    return fail_unavailable("kab trial " + sys::description_of(outcome) + ": " + outcome.errors);
  return outcome;
}

Words trial_of(const std::string& base, const std::string& other, const std::string& file,
               const Words& more) {
  Words words = {"trial", "-a", "base:kernel=" + base, "-a", "other:kernel=" + other, "-o", file};
  words.insert(words.end(), more.begin(), more.end());
  words.insert(words.end(), kWorkloads.begin(), kWorkloads.end());
  return words;
}

// A boot whose init has nothing to do: from the start of QEMU to the worker, and to the end.
Result<void> time_boots(const std::string& kernel) {
  constexpr int kBoots = 5;
  KAB_TRY(const auto host,
          trial::GuestHost::prepare({.arms = {{.name = "kernel", .settings = {{"kernel", kernel}}}},
                                     .purpose = guest::Purpose::kCount,
                                     .abis = {"x86_64", "i386"}}));
  KAB_TRY(const auto loaded, host.load(0, {}));
  std::vector<double> seconds;
  std::int64_t resident_kb = 0;
  for (int i = 0; i < kBoots; ++i) {
    KAB_TRY(const auto boot,
            host.boot(loaded, static_cast<std::uint64_t>(i) + 1, trial::kFirstBootNs));
    if (boot.end != guest::BootEnd::kDone) return fail_unavailable(boot.reason);
    seconds.push_back(static_cast<double>(boot.wall_ns) / 1e9);
    resident_kb = std::max(resident_kb, boot.resident_kb);
  }
  fmt::print(
      "{}: boot to worker and out again {:.2f} s at best, median {:.2f} s of {}; at most {} MB "
      "of this machine\n",
      kernel, *std::ranges::min_element(seconds), stats::median(seconds).value_or(0), kBoots,
      resident_kb / 1024);
  return {};
}

Result<void> time_trial(const std::string& old_kernel, const std::string& new_kernel) {
  const auto file = temporary("two-kernels");
  KAB_TRY(const auto outcome,
          kab(trial_of(old_kernel, new_kernel, file, {"--seed", "7", "--abi", "x86_64,i386"})));
  std::filesystem::remove(file);
  fmt::print(
      "two kernels, {}, each in both ABIs, 12 boots and the 2 before them: {:.1f} s, {:.1f} s of "
      "CPU time\n",
      joined(kWorkloads, " "), static_cast<double>(outcome.wall_ns) / 1e9,
      static_cast<double>(outcome.user_ns + outcome.system_ns) / 1e9);
  return {};
}

struct Alarms {
  int at_zero = 0;
  int at_residual = 0;
};

bool alarmed(const model::Judgement& judgement) {
  return std::ranges::any_of(judgement.comparisons, [](const model::Comparison& one) {
    return one.primary &&
           (one.verdict == model::Verdict::kFaster || one.verdict == model::Verdict::kSlower);
  });
}

Result<void> count_alarms(const model::Session& session, Alarms& alarms) {
  KAB_TRY(const auto zero, model::parse_thresholds("0%"));
  KAB_TRY(const auto at_zero, analysis::judge_trial(session, {.thresholds = zero}));
  KAB_TRY(const auto at_residual,
          analysis::judge_trial(session, {.thresholds = model::residual_threshold()}));
  alarms.at_zero += alarmed(at_zero) ? 1 : 0;
  alarms.at_residual += alarmed(at_residual) ? 1 : 0;
  return {};
}

/// A trial of `blocks` boots an arm, its slots given to boots of the pool by chance, each boot at
/// most once.
model::Session drawn_trial(const model::Session& pool, std::uint32_t blocks, Random& random) {
  const auto subjects = static_cast<std::uint32_t>(pool.subjects.size());
  std::vector<std::size_t> boots(pool.samples.size() / subjects);
  for (std::size_t i = 0; i < boots.size(); ++i) boots[i] = i;
  for (std::size_t i = boots.size(); i > 1; --i) std::swap(boots[i - 1], boots[random.below(i)]);
  model::Session session = pool;
  session.samples.clear();
  session.counted.clear();
  session.looks = {blocks};
  session.planned_blocks = blocks;
  const std::pair<std::uint32_t, model::Slot> slots[] = {
      {0, model::Slot::kArm}, {0, model::Slot::kAA}, {1, model::Slot::kArm}};
  for (std::uint32_t block = 0; block < blocks; ++block)
    for (std::uint32_t position = 0; position < 3; ++position)
      for (std::uint32_t subject = 0; subject < subjects; ++subject) {
        auto sample = pool.samples[boots[block * 3 + position] * subjects + subject];
        std::tie(sample.arm, sample.slot) = slots[position];
        sample.block = block;
        sample.position = position;
        session.samples.push_back(std::move(sample));
      }
  return session;
}

void print_alarms(const char* what, int trials, const Alarms& alarms) {
  fmt::print("{} {} of one kernel: {} with a false verdict at threshold 0, {} at the residual\n",
             trials, what, alarms.at_zero, alarms.at_residual);
}

// Boots are recorded once, and the boots of each trial drawn from them.
Result<void> resample(const std::string& kernel, std::uint32_t boots) {
  constexpr std::uint32_t kBlocks = 4;
  const auto file = temporary("pool");
  const auto each = std::to_string(boots / 3);
  KAB_CHECK(kab(trial_of(kernel, kernel, file, {"--seed", "11", "--repeat", each})));
  auto recording = store::load(file);
  std::filesystem::remove(file);
  if (!recording) return std::unexpected(std::move(recording).error());
  const auto& pool = recording->sessions.front();
  Random random(2026);
  Alarms alarms;
  for (std::uint32_t i = 0; i < kResampled; ++i)
    KAB_CHECK(count_alarms(drawn_trial(pool, kBlocks, random), alarms));
  fmt::print("{} boots of {}\n", boots / 3 * 3, kernel);
  print_alarms("trials drawn from these boots", kResampled, alarms);
  return {};
}

Result<void> whole_trials(const std::string& kernel, int trials) {
  Alarms alarms;
  for (int i = 0; i < trials; ++i) {
    const auto file = temporary("whole");
    KAB_CHECK(kab(trial_of(kernel, kernel, file, {"--seed", std::to_string(100 + i)})));
    const auto recording = store::load(file);
    std::filesystem::remove(file);
    if (!recording) return std::unexpected(recording.error());
    KAB_CHECK(count_alarms(recording->sessions.front(), alarms));
  }
  print_alarms("whole trials", trials, alarms);
  return {};
}

Result<void> all(const std::string& old_kernel, const std::string& new_kernel, std::uint32_t boots,
                 int trials) {
  KAB_CHECK(time_boots(old_kernel));
  KAB_CHECK(time_boots(new_kernel));
  KAB_CHECK(time_trial(old_kernel, new_kernel));
  KAB_CHECK(resample(new_kernel, boots));
  return whole_trials(new_kernel, trials);
}

}  // namespace

int main(int argc, char** argv) {
  const char* old_kernel = std::getenv("KAB_KERNEL_OLD");
  const char* new_kernel = std::getenv("KAB_KERNEL_NEW");
  if (old_kernel == nullptr || new_kernel == nullptr) {
    std::fputs(
        "bench-count-lane: set KAB_KERNEL_OLD and KAB_KERNEL_NEW, or use ./do bench count-lane\n",
        stderr);
    return 2;
  }
  const int boots = argc > 1 ? std::atoi(argv[1]) : 60;
  const int trials = argc > 2 ? std::atoi(argv[2]) : 2;
  const auto done = all(old_kernel, new_kernel, static_cast<std::uint32_t>(std::max(boots, 12)),
                        std::max(trials, 0));
  if (done) return 0;
  std::fprintf(stderr, "bench-count-lane: %s\n", done.error().message.c_str());
  return 1;
}
