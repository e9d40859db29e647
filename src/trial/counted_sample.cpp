#include "trial/counted_sample.h"

#include <algorithm>
#include <string>
#include <utility>

#include "guest/functions.h"
#include "model/count_metrics.h"

namespace kab::trial {
namespace {

using guest::CountedRegion;
using model::Reading;

struct Batch {
  Reading clock;  // what the guest's clock made of it
  const CountedRegion* region = nullptr;

  double length() const {
    return static_cast<double>(region->user + region->kernel) /
           static_cast<double>(clock.iterations);
  }
};

std::uint32_t first_metric(const SlotRequest& slot) {
  const auto found = std::ranges::find(slot.metrics, model::count_metrics().front());
  return static_cast<std::uint32_t>(found - slot.metrics.begin());
}

Result<std::vector<Batch>> batches_of(const SlotResult& sample, std::uint32_t metric,
                                      const std::vector<CountedRegion>& regions,
                                      std::uint64_t order) {
  std::vector<Batch> batches;
  for (const auto& reading : sample.readings)
    if (reading.metric == metric) batches.push_back({.clock = reading});
  std::size_t seen = 0;
  for (const auto& region : regions)
    if (region.order == order && seen++ < batches.size()) batches[seen - 1].region = &region;
  if (seen != batches.size() || batches.empty())
    return fail_unavailable("the counting plugin saw " + std::to_string(seen) + " of " +
                            std::to_string(batches.size()) + " batches");
  return batches;
}

void add_readings(SlotResult& sample, std::uint32_t metric, const std::vector<Batch>& batches) {
  std::erase_if(sample.readings, [&](const Reading& one) { return one.metric == metric; });
  for (const auto& batch : batches) {
    const auto& region = *batch.region;
    const std::uint64_t counts[] = {region.user + region.kernel, region.user, region.kernel,
                                    region.user_strings + region.kernel_strings};
    Reading reading = batch.clock;
    reading.metric = metric;
    for (const auto count : counts) {
      reading.total = static_cast<double>(count);
      sample.readings.push_back(reading);
      ++reading.metric;
    }
  }
}

// The lower middle one, the first of equals.
const Batch& median_batch(std::vector<Batch>& batches) {
  std::ranges::stable_sort(batches, {}, &Batch::length);
  const double middle = batches[(batches.size() - 1) / 2].length();
  return *std::ranges::find(batches, middle, &Batch::length);
}

}  // namespace

Result<model::CountedBatch> count_sample(SlotResult& sample, const SlotRequest& slot,
                                         const std::vector<CountedRegion>& regions,
                                         std::uint64_t order, const sys::KernelSymbols* symbols) {
  const auto metric = first_metric(slot);
  KAB_TRY(auto batches, batches_of(sample, metric, regions, order));
  add_readings(sample, metric, batches);
  const auto& chosen = median_batch(batches);
  model::CountedBatch counted{
      .iterations = chosen.clock.iterations,
      .user = chosen.region->user,
      .kernel = chosen.region->kernel,
      .string_iterations = chosen.region->user_strings + chosen.region->kernel_strings,
      .clock_ns = static_cast<std::int64_t>(chosen.clock.total)};
  if (symbols == nullptr) return counted;
  counted.functions = guest::functions_of(*chosen.region, *symbols);
  counted.happened = guest::happened_in(counted.functions, *symbols);
  return counted;
}

}  // namespace kab::trial
