#include "worker/measure.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "wire/guest_marks.h"

namespace kab::worker {
namespace {

constexpr double kResolutionsPerBatch = 10'000;
constexpr std::uint64_t kMostIterations = std::uint64_t{1} << 50;
constexpr int kLooks = 3;  // batches whose shortest must be long enough
// Where starting a batch takes most of it, scaling nears the goal slowly; noise may shorten a batch
// again. But not for ever.
constexpr int kScalings = 40;

/// One timed batch.
Result<std::int64_t> elapsed_ns(workloads::Run& run, std::uint64_t n, Now& now) {
  const std::int64_t started = now();
  KAB_CHECK(run(n));
  return now() - started;
}

Result<std::int64_t> shortest_ns(workloads::Run& run, Calibrated& so_far, Now& now) {
  std::int64_t shortest = std::numeric_limits<std::int64_t>::max();
  for (int look = 0; look < kLooks; ++look) {
    KAB_TRY(const std::int64_t elapsed, elapsed_ns(run, so_far.iterations, now));
    so_far.inside_ns += elapsed;
    shortest = std::min(shortest, elapsed);
  }
  return shortest;
}

/// 1234 -> 1300: people read these numbers, and a little longer is long enough.
std::uint64_t rounded_up(double iterations) {
  const double digits = std::floor(std::log10(std::max(iterations, 1.0)));
  const double unit = std::max(1.0, std::pow(10.0, digits - 1));
  return static_cast<std::uint64_t>(
      std::min(std::ceil(iterations / unit) * unit, static_cast<double>(kMostIterations)));
}

/// Doubles from 1 until a batch lasts an eighth of the target, from where scaling is safe.
Result<Calibrated> doubled(workloads::Run& run, std::int64_t target_ns, Now& now) {
  Calibrated found{.iterations = 1, .inside_ns = 0};
  for (;;) {
    KAB_TRY(const std::int64_t elapsed, elapsed_ns(run, found.iterations, now));
    found.inside_ns += elapsed;
    if (elapsed >= target_ns / 8) return found;
    if (found.iterations >= kMostIterations)
      return fail_unavailable("calibration: " + std::to_string(found.iterations) +
                              " iterations take no time that the clock can see");
    found.iterations *= 2;
  }
}

}  // namespace

std::int64_t target_ns(std::uint64_t batch_ns, double resolution_ns) {
  constexpr double kLongest = 3600e9;
  const double wanted =
      std::max(static_cast<double>(batch_ns), kResolutionsPerBatch * resolution_ns);
  return static_cast<std::int64_t>(std::min(wanted, kLongest));
}

Result<Measured> measure(workloads::Instance& instance, const Plan& plan, Now& now) {
  const auto& names = instance.further.names;
  std::vector<double> further(names.size());
  wire::Batch blank{.iterations = plan.iterations * instance.copies};
  for (const auto name : names) blank.further.emplace_back(name, 0);
  Measured measured;
  measured.batches.resize(plan.batches, blank);
  if (plan.warmup_iterations > 0) {
    KAB_TRY(measured.inside_ns, elapsed_ns(instance.run, plan.warmup_iterations, now));
    if (!names.empty())
      instance.further.take(further);  // what it was while warming up is no sample
  }
  std::int64_t first = 0;
  for (auto& batch : measured.batches) {
    const std::int64_t started = now();
    wire::set_mark<wire::Mark::kBegin>();
    const auto ran = instance.run(plan.iterations);
    wire::set_mark<wire::Mark::kEnd>();
    batch.elapsed_ns = now() - started;
    KAB_CHECK(ran);
    if (!names.empty()) instance.further.take(further);
    for (std::size_t i = 0; i < further.size(); ++i) batch.further[i].second = further[i];
    if (&batch == &measured.batches.front()) first = started;
    batch.started_ns = started - first;
  }
  for (const auto& batch : measured.batches) measured.inside_ns += batch.elapsed_ns;
  return measured;
}

Result<Calibrated> calibrate(workloads::Run& run, std::int64_t target_ns, Now& now) {
  KAB_TRY(Calibrated found, doubled(run, target_ns, now));
  for (int scaling = 0;; ++scaling) {
    KAB_TRY(const std::int64_t shortest, shortest_ns(run, found, now));
    if (shortest >= target_ns || scaling == kScalings) return found;
    const double factor =
        static_cast<double>(target_ns) / static_cast<double>(std::max<std::int64_t>(shortest, 1));
    found.iterations = rounded_up(static_cast<double>(found.iterations) * factor);
  }
}

}  // namespace kab::worker
