#include "analysis/profile_shares.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "stats/distributions.h"
#include "stats/summary.h"
#include "stats/welch.h"

namespace kab::analysis {
namespace {

constexpr double kLevel = 0.95;

using Place = std::pair<std::string, std::string>;  // dso, symbol

struct Run {
  std::map<Place, std::uint64_t> counts;
  std::uint64_t total = 0;
  double cpu_s = 0;

  double share_of(const Place& place) const {
    const auto found = counts.find(place);
    if (found == counts.end() || total == 0) return 0;
    return static_cast<double>(found->second) / static_cast<double>(total);
  }
};

double cpu_seconds(const model::Session& session, const model::Sample& sample) {
  double sum = 0;
  const auto& metrics = session.subjects[sample.subject].metrics;
  for (std::uint32_t i = 0; i < metrics.size(); ++i)
    if (metrics[i].name == "user" || metrics[i].name == "system")
      sum += model::value_of(sample, i).value_or(0);
  return sum;
}

std::vector<Run> runs_of(const model::Session& session, std::uint32_t arm) {
  std::map<std::uint32_t, Run> runs;
  for (const auto& row : session.profile) {
    if (row.sample >= session.samples.size() || session.samples[row.sample].arm != arm) continue;
    auto& run = runs[row.sample];
    run.counts[{row.dso, row.symbol}] += row.count;
    run.total += row.count;
  }
  std::vector<Run> out;
  for (auto& [sample, run] : runs) {
    run.cpu_s = cpu_seconds(session, session.samples[sample]);
    out.push_back(std::move(run));
  }
  return out;
}

std::set<Place> places_of(const std::vector<Run>& runs) {
  std::set<Place> places;
  for (const auto& run : runs)
    for (const auto& [place, count] : run.counts) places.insert(place);
  return places;
}

std::vector<double> shares(const std::vector<Run>& runs, const Place& place) {
  std::vector<double> values;
  for (const auto& run : runs) values.push_back(run.share_of(place));
  return values;
}

std::vector<double> seconds(const std::vector<Run>& runs, const Place& place) {
  std::vector<double> values;
  for (const auto& run : runs) values.push_back(run.share_of(place) * run.cpu_s);
  return values;
}

/// Student's interval of the mean of shares, cut at 0 and 1.
std::optional<Interval> interval_of(const std::vector<double>& values) {
  const auto deviation = stats::standard_deviation(values);
  if (!deviation) return std::nullopt;
  const auto n = static_cast<double>(values.size());
  const double reach = *deviation / std::sqrt(n) * stats::student_two_sided_t(1 - kLevel, n - 1);
  const double mean = stats::mean(values).value_or(0);
  return Interval{.low = std::max(0.0, mean - reach), .high = std::min(1.0, mean + reach)};
}

model::Profile profile_from(const std::vector<Run>& runs, std::string name) {
  model::Profile profile{.name = std::move(name), .runs = runs.size()};
  std::vector<double> cpu;
  for (const auto& run : runs) {
    profile.samples += run.total;
    cpu.push_back(run.cpu_s);
  }
  profile.cpu_s = stats::mean(cpu).value_or(0);
  for (const auto& place : places_of(runs)) {
    model::ProfileShare row{.dso = place.first, .symbol = place.second};
    for (const auto& run : runs) {
      const auto found = run.counts.find(place);
      if (found != run.counts.end()) row.count += found->second;
    }
    row.share = static_cast<double>(row.count) / static_cast<double>(profile.samples);
    row.time_s = stats::mean(seconds(runs, place)).value_or(0);
    row.interval = interval_of(shares(runs, place));
    profile.rows.push_back(std::move(row));
  }
  std::ranges::stable_sort(profile.rows, std::ranges::greater(), &model::ProfileShare::count);
  return profile;
}

std::string name_of(const model::Session& session, std::uint32_t arm) {
  return arm < session.arms.size() ? session.arms[arm].arm.name : session.label;
}

}  // namespace

model::Profile profile_of(const model::Session& session, std::uint32_t arm, std::string name) {
  return profile_from(runs_of(session, arm), std::move(name));
}

model::ProfileDiff compare_profiles(const model::Session& baseline, std::uint32_t baseline_arm,
                                    const model::Session& other, std::uint32_t other_arm) {
  const auto before = runs_of(baseline, baseline_arm);
  const auto after = runs_of(other, other_arm);
  model::ProfileDiff diff{.baseline = profile_from(before, name_of(baseline, baseline_arm)),
                          .arm = profile_from(after, name_of(other, other_arm))};
  auto places = places_of(before);
  places.merge(places_of(after));
  for (const auto& place : places) {
    const auto old_s = seconds(before, place);
    const auto new_s = seconds(after, place);
    model::ProfileChange row{.dso = place.first,
                             .symbol = place.second,
                             .baseline_share = stats::mean(shares(before, place)).value_or(0),
                             .arm_share = stats::mean(shares(after, place)).value_or(0),
                             .baseline_s = stats::mean(old_s).value_or(0),
                             .arm_s = stats::mean(new_s).value_or(0)};
    row.difference_s = row.arm_s - row.baseline_s;
    if (const auto welch = stats::welch(old_s, new_s, kLevel)) row.interval = welch->interval;
    diff.rows.push_back(std::move(row));
  }
  std::ranges::stable_sort(diff.rows, std::ranges::greater(), [](const model::ProfileChange& row) {
    return std::fabs(row.difference_s);
  });
  return diff;
}

double share_that_lets_interrupts_in(const model::Profile& profile) {
  // Names of x86 and of the generic code, over several releases.
  constexpr std::array<std::string_view, 11> kNames = {"_raw_spin_unlock_irqrestore",
                                                       "_raw_spin_unlock_irq",
                                                       "__raw_spin_unlock_irqrestore",
                                                       "finish_task_switch",
                                                       "__do_softirq",
                                                       "handle_softirqs",
                                                       "do_syscall_64",
                                                       "do_idle",
                                                       "native_safe_halt",
                                                       "__local_bh_enable_ip",
                                                       "exit_to_user_mode_loop"};
  double share = 0;
  for (const auto& row : profile.rows) {
    // The compiler adds endings: "finish_task_switch.isra.0".
    const auto name = std::string_view(row.symbol).substr(0, row.symbol.find('.'));
    if (row.dso == "[kernel]" && std::ranges::find(kNames, name) != kNames.end())
      share += row.share;
  }
  return share;
}

}  // namespace kab::analysis
