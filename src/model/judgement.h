// A judgement: verdicts and what qualifies them. `analysis` makes it, `report` writes it down.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/interval.h"
#include "model/arm.h"
#include "model/call_change.h"
#include "model/function_counts.h"
#include "model/metric.h"
#include "model/recording.h"

namespace kab::model {

enum class Verdict { kFaster, kSlower, kSame, kUndecided };

/// What one value of n stands for.
enum class Replication { kProcess, kBoot, kSession, kUnknown };

/// A qualification with a stable code: {"n-too-small", "6 blocks are needed for ..."}.
struct Remark {
  std::string code;
  std::string text;

  bool operator==(const Remark&) const = default;
};

/// One arm against the baseline, in one metric of one subject. Fractions are of the baseline
/// (-0.121 is -12.1 %). Nothing where there is none, with the reason in remarks.
struct Comparison {
  std::string workload;
  std::string abi;
  Params params;
  Metric metric;
  bool primary = true;
  std::string baseline;
  std::string arm;
  std::size_t baseline_n = 0;
  std::size_t arm_n = 0;
  Replication replication = Replication::kProcess;
  std::optional<double> baseline_median;
  std::optional<double> arm_median;
  std::optional<double> baseline_spread;  // relative: scaled MAD / median
  std::optional<double> arm_spread;
  std::optional<double> change;           // exp(Hodges-Lehmann on logs) - 1
  std::optional<double> absolute_change;  // Hodges-Lehmann on differences, in the metric's unit
  std::optional<Interval> interval;  // of `change`; of `absolute_change` when there is no ratio
  double level = 0.95;               // of `interval`
  std::optional<double> p;
  std::string method;                   // "signed-rank", "mann-whitney", "welch"
  std::vector<std::string> thresholds;  // as the user wrote them
  Verdict verdict = Verdict::kUndecided;
  std::optional<double> detectable;  // smallest change this n could show now, as a fraction
  std::optional<std::size_t>
      blocks_needed;  // in all, for a verdict at the threshold; undecided only
  std::vector<Remark> remarks;
};

/// The baseline against itself: the noise floor.
struct AaResult {
  std::string workload;
  std::string abi;
  Params params;
  std::string metric;
  std::optional<double> change;
  std::optional<Interval> interval;
  double level = 0.95;
  bool ok = true;
};

/// The mean value of each position in the block, relative to the overall mean (order effect).
struct OrderEffect {
  std::string workload;
  std::optional<double> last_minus_first;  // fraction, log-ratio scale
  std::optional<Interval> interval;
};

struct Group {
  double from = 0;  // inclusive, a multiple of the width
  std::size_t count = 0;
};

/// Grouped distributions of all arms of one subject, with common borders.
struct GroupedArm {
  std::string name;
  std::size_t n = 0;
  std::vector<Group> groups;  // non-empty ones, rising
};
struct GroupedDistribution {
  std::string workload;
  Metric metric;
  double width = 0;
  std::vector<GroupedArm> arms;
};

/// How the rates read: the arms' medians in a derived view (B/s or op/s) of the same numbers.
struct DerivedView {
  std::string workload;
  Metric metric;                                        // B/s, op/s
  std::vector<std::pair<std::string, double>> medians;  // arm name, value
};

/// The distributions of all arms of one subject, coarsely: counts in equal parts of one range that
/// all arms share. What lies outside of the range is counted in its first or last part.
struct ShapedArm {
  std::string name;
  std::size_t n = 0;
  std::vector<std::size_t> counts;
};
struct Shape {
  std::string workload;
  std::string abi;
  Params params;
  Metric metric;
  double low = 0;
  double high = 0;
  std::vector<ShapedArm> arms;
};

/// The geometric mean of the ratios of medians, arm to baseline, over the subjects that both hold
/// in one metric.
struct MeanChange {
  Metric metric;
  std::string baseline;
  std::string arm;
  std::size_t common = 0;        // subjects on both sides
  std::size_t unmatched = 0;     // subjects on one side only, left out
  std::optional<double> change;  // a fraction, as of a Comparison
  std::string reason;            // why there is none; empty where there is one
};

/// How much of the loss that one arm brought another arm makes good.
struct Recovery {
  std::string workload;
  std::string abi;
  Params params;
  Metric metric;
  std::string baseline;
  std::string lost;                  // the arm that is slower
  std::string by;                    // the arm that is to make it good
  std::optional<double> share;       // 0.31 is 31 % of the loss, 1 all of it
  std::optional<Interval> interval;  // of `share`
  double level = 0.95;               // of `interval`
  std::string text;                  // what the interval allows to say
};

/// How many values a verdict at the threshold needs in all (blocks of a trial, values a side), seen
/// from the spread of those there are. Nothing: more than anybody would take, or not known.
struct Plan {
  std::string workload;
  std::string abi;
  Params params;
  Metric metric;
  std::string arm;  // empty: one side alone
  Replication replication = Replication::kProcess;
  std::size_t n = 0;                       // what there is now
  std::vector<std::string> thresholds;     // as the user wrote them
  std::optional<std::size_t> as_observed;  // if the effect stays as observed
  std::optional<std::size_t> for_twice;    // a true change of twice the threshold, 80 in 100
  std::optional<std::size_t> for_none;     // equal arms to be called the same, 80 in 100
  std::string reason;                      // why numbers are missing; may be empty
};

struct Judgement {
  std::string kab_version;
  std::optional<std::uint64_t> seed;
  Lane lane = Lane::kTime;
  std::optional<std::size_t> blocks;
  std::optional<Stopped> stopped;
  double confidence = 0.95;
  std::size_t family_size = 1;          // m of the simultaneous intervals
  std::vector<Arm> arms;                // the first is the baseline
  std::vector<Remark> setting;          // what it ran on: {"kernel", "6.12.0 x86_64"}, {"cpu", …}
  std::vector<Comparison> comparisons;  // per subject, primary metric first
  std::vector<AaResult> aa;
  std::vector<OrderEffect> order;
  std::vector<GroupedDistribution> distributions;
  std::vector<DerivedView> views;
  std::vector<Shape> shapes;
  std::vector<MeanChange> means;
  std::vector<Recovery> recoveries;
  std::vector<ByFunction> functions;  // where instructions were counted by function
  std::vector<CallComparison> calls;  // where system calls were counted in passes of their own
  std::vector<Plan> plans;            // only where asked for
  std::optional<std::size_t> boots;   // over how many boots the values were taken; nothing: unknown
  std::vector<Remark> warnings;
  std::string recording;  // path, may be empty
};

std::string_view text_of(Verdict verdict);          // "faster" | "slower" | "same" | "undecided"
std::string_view text_of(Replication replication);  // "process" | "boot" | "session" | "unknown"

/// "unix-seqpacket size=64": a subject as tables name it; only params that are not the defaults
/// need be passed.
std::string title_of(std::string_view workload, const Params& params);

}  // namespace kab::model
