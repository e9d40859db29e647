// What the harness adds: workloads of one and of two processes as kab-worker reports them against
// loops written by hand in C, in fresh processes, paired in random order. Prints each ratio with
// its interval; arguments: pairs, then the workloads (none: all).
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "base/number.h"
#include "base/random.h"
#include "base/text.h"
#include "stats/signed_rank.h"
#include "stats/summary.h"
#include "sys/process.h"
#include "wire/protocol.h"

namespace {

using namespace kab;

constexpr std::uint32_t kBatches = 5;
constexpr std::uint64_t kTarget = 10'000'000;

Result<std::vector<wire::Reply>> ask(const wire::Request& request) {
  KAB_TRY(const auto outcome,
          sys::run({.argv = {KAB_WORKER_PROGRAM}, .input = wire::encode(request)}));
  std::vector<wire::Reply> replies;
  for (const auto line : split(outcome.output, '\n')) {
    if (trimmed(line).empty()) continue;
    KAB_TRY(auto reply, wire::decode_reply(line));
    replies.push_back(std::move(reply));
  }
  return replies;
}

Result<std::uint64_t> calibrated(const std::string& workload) {
  KAB_TRY(const auto replies,
          ask({.task = wire::Task::kCalibrate, .workload = workload, .batch_ns = kTarget}));
  for (const auto& reply : replies)
    if (const auto* done = std::get_if<wire::Done>(&reply)) return done->iterations;
  return fail_unavailable(workload + ": no calibration");
}

Result<double> by_worker(const std::string& workload, std::uint64_t iterations) {
  KAB_TRY(const auto replies, ask({.workload = workload,
                                   .iterations = iterations,
                                   .batches = kBatches,
                                   .warmup_iterations = iterations}));
  std::vector<double> per_operation;
  for (const auto& reply : replies)
    if (const auto* batch = std::get_if<wire::Batch>(&reply))
      per_operation.push_back(static_cast<double>(batch->elapsed_ns) /
                              static_cast<double>(batch->iterations));
  const auto median = stats::median(per_operation);
  if (!median) return fail_unavailable(workload + ": no batches");
  return *median;
}

Result<double> by_hand(const std::string& workload, std::uint64_t iterations) {
  KAB_TRY(const auto outcome,
          sys::run({.argv = {KAB_LOOPS_PROGRAM, workload, std::to_string(iterations),
                             std::to_string(kBatches)}}));
  const auto value = parse_double(trimmed(outcome.output));
  if (!value) return fail_unavailable("plain-loops printed " + in_quotes(outcome.output));
  return *value;
}

Result<void> race(const std::string& workload, int pairs, Random& random) {
  KAB_TRY(const auto iterations, calibrated(workload));
  std::vector<double> log_ratios;
  std::vector<double> hand;
  for (int i = 0; i < pairs; ++i) {
    const bool worker_first = random.below(2) == 0;
    double ours = 0;
    double theirs = 0;
    if (worker_first) {
      KAB_TRY(ours, by_worker(workload, iterations));
    }
    KAB_TRY(theirs, by_hand(workload, iterations));
    if (!worker_first) {
      KAB_TRY(ours, by_worker(workload, iterations));
    }
    log_ratios.push_back(std::log(ours / theirs));
    hand.push_back(theirs);
  }
  const auto interval = stats::signed_rank_interval(log_ratios, 0.95);
  fmt::print("{:<16} hand-written loop {:8.3f} ns/op; kab-worker / loop {:.4f}", workload,
             stats::median(hand).value_or(0),
             std::exp(stats::hodges_lehmann(log_ratios).value_or(0)));
  if (interval) fmt::print(" [{:.4f}, {:.4f}]", std::exp(interval->low), std::exp(interval->high));
  fmt::print(" over {} pairs\n", pairs);
  return {};
}

}  // namespace

int main(int argc, char** argv) {
  const int pairs = argc > 1 ? std::max(6, std::atoi(argv[1])) : 60;
  fmt::print("harness cost: what kab-worker reports against a hand-written C loop\n");
  Random random(fresh_seed());
  std::vector<std::string> workloads(argv + std::min(argc, 2), argv + argc);
  if (workloads.empty())
    workloads = {"getppid", "clock-monotonic", "stat",   "mmap-munmap",
                 "pipe",    "unix-seqpacket",  "eventfd"};
  for (const auto& workload : workloads)
    if (auto raced = race(workload, pairs, random); !raced) {
      std::fprintf(stderr, "bench-harness-cost: %s\n", raced.error().message.c_str());
      return 1;
    }
  return 0;
}
