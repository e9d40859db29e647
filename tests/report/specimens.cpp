#include "report/specimens.h"

#include <limits>

namespace kab::report {
namespace {

using model::Comparison;
using model::Judgement;
using model::Verdict;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

Comparison comparison_of(const std::string& workload, const std::string& arm, double baseline,
                         double median, double change, Interval interval, Verdict verdict) {
  Comparison one;
  one.workload = workload;
  one.abi = "x86_64";
  one.metric = model::time_metric();
  one.baseline = "stock";
  one.arm = arm;
  one.baseline_n = one.arm_n = 24;
  one.baseline_median = baseline;
  one.arm_median = median;
  one.baseline_spread = 0.012;
  one.arm_spread = 0.0145;
  one.change = change;
  one.absolute_change = median - baseline;
  one.interval = interval;
  one.level = 0.9875;
  one.p = 0.00001;
  one.method = "signed-rank";
  one.thresholds = {"1%"};
  one.verdict = verdict;
  return one;
}

Comparison undecided_comparison() {
  auto one = comparison_of("unix-stream", "patch", 1822, 1850, 0.0137, {-0.002, 0.031},
                           Verdict::kUndecided);
  one.p = 0.032;
  one.detectable = 0.023;
  one.blocks_needed = 96;
  one.remarks = {{"several-modes", "values fall into two groups"}};
  return one;
}

Comparison wall_comparison() {
  Comparison wall = comparison_of("find /usr -name '*.c' -newer /etc/passwd", "patch", 0.92988,
                                  0.93011, 0.0002, {-0.0031, 0.0036}, Verdict::kSame);
  wall.abi = "";
  wall.metric = model::wall_metric();
  wall.p = 0.8;
  wall.arm_n = 23;
  wall.remarks = {{"failed", "1 of 24 exited 1 and is left out"}};
  return wall;
}

}  // namespace

Judgement faster_judgement() {
  Judgement judgement;
  judgement.kab_version = "0.1.0";
  judgement.seed = 7;
  judgement.blocks = 24;
  judgement.stopped = model::Stopped::kVerdicts;
  judgement.arms = {{"short", {{"sysctl.net.unix.max_dgram_qlen", "10"}}},
                    {"long", {{"sysctl.net.unix.max_dgram_qlen", "512"}}}};
  judgement.setting = {{"kernel", "6.12.0 x86_64"}, {"cpu", "AMD A10-5700, 4 CPUs"}};
  auto one = comparison_of("unix-dgram-fanin", "long", 9120, 8011, -0.121, {-0.139, -0.104},
                           Verdict::kFaster);
  one.baseline = "short";
  one.params = {{"writers", "4"}};
  one.baseline_spread = 0.03;
  one.arm_spread = 0.02;
  one.absolute_change = -1103;
  one.level = 0.95;
  judgement.comparisons = {one};
  judgement.aa = {{.workload = "unix-dgram-fanin",
                   .abi = "x86_64",
                   .params = {{"writers", "4"}},
                   .metric = "time",
                   .change = 0.001,
                   .interval = Interval{-0.004, 0.006},
                   .level = 0.95,
                   .ok = true}};
  judgement.order = {{"unix-dgram-fanin", 0.002, Interval{-0.005, 0.009}}};
  judgement.distributions = {{.workload = "unix-dgram-fanin",
                              .metric = {"B/s", "B/s", model::Better::kHigher},
                              .width = 1e6,
                              .arms = {{"short", 100, {{13e6, 3}, {14e6, 82}, {15e6, 15}}},
                                       {"long", 100, {{13e6, 54}, {14e6, 35}, {22e6, 11}}}}}};
  judgement.views = {{"unix-dgram-fanin",
                      {"B/s", "B/s", model::Better::kHigher},
                      {{"short", 1754386}, {"long", 1997254}}}};
  judgement.shapes = {
      {.workload = "unix-dgram-fanin",
       .abi = "x86_64",
       .params = {{"writers", "4"}},
       .metric = model::time_metric(),
       .low = 7120,
       .high = 11880,
       .arms = {{"short", 24, {0, 0, 1, 4, 9, 6, 3, 1}}, {"long", 24, {2, 8, 9, 4, 1, 0, 0, 0}}}}};
  judgement.boots = 1;
  judgement.warnings = {{"drift", "values of short rise by 2 % over the trial"}};
  judgement.recording = "kab-2025-01-31-fanin.kab";
  return judgement;
}

Judgement mixed_judgement() {
  Judgement judgement;
  judgement.kab_version = "0.1.0";
  judgement.seed = 12345678901234567890U;
  judgement.blocks = 24;
  judgement.stopped = model::Stopped::kBudget;
  judgement.family_size = 4;
  judgement.arms = {{"stock", {}},
                    {"patch", {{"kernel", "./bzImage-patch"}}},
                    {"modified", {{"kernel", "./bzImage-modified"}}}};
  judgement.comparisons = {comparison_of("unix-seqpacket", "patch", 1139.4, 1220.9, 0.0715,
                                         {0.055, 0.0881}, Verdict::kSlower),
                           comparison_of("unix-seqpacket", "modified", 1139.4, 1139.9, 0.0004,
                                         {-0.0032, 0.0041}, Verdict::kSame),
                           undecided_comparison(), wall_comparison()};
  judgement.comparisons.front().params = {{"size", "16"}};
  judgement.comparisons[1].params = {{"size", "16"}};
  judgement.comparisons[1].abi = "i386";
  for (auto& one : judgement.comparisons)
    one.remarks.push_back({"constant-ratio", "the interval assumes a constant ratio"});
  judgement.aa = {{.workload = "unix-seqpacket",
                   .abi = "x86_64",
                   .params = {{"size", "16"}},
                   .metric = "time",
                   .change = -0.0003,
                   .interval = Interval{-0.004, 0.003},
                   .level = 0.95,
                   .ok = true},
                  {.workload = "unix-stream",
                   .abi = "x86_64",
                   .params = {},
                   .metric = "time",
                   .change = 0.0214,
                   .interval = Interval{0.011, 0.033},
                   .level = 0.95,
                   .ok = false}};
  judgement.means = {{.metric = model::time_metric(),
                      .baseline = "stock",
                      .arm = "patch",
                      .common = 2,
                      .unmatched = 1,
                      .change = 0.0421,
                      .reason = {}},
                     {.metric = model::wall_metric(),
                      .baseline = "stock",
                      .arm = "patch",
                      .common = 3,
                      .unmatched = 0,
                      .change = {},
                      .reason = "a median is 0 or below: no geometric mean"}};
  judgement.recoveries = {{.workload = "unix-seqpacket",
                           .abi = "x86_64",
                           .params = {{"size", "16"}},
                           .metric = model::time_metric(),
                           .baseline = "stock",
                           .lost = "patch",
                           .by = "modified",
                           .share = 0.994,
                           .interval = Interval{0.94, 1.05},
                           .level = 0.9875,
                           .text = "recovers 99 % [94, 105] of the loss; all of it is possible"}};
  judgement.plans = {{.workload = "unix-seqpacket",
                      .abi = "x86_64",
                      .params = {{"size", "16"}},
                      .metric = model::time_metric(),
                      .arm = "patch",
                      .n = 24,
                      .thresholds = {"1%"},
                      .as_observed = 24,
                      .for_twice = 31,
                      .for_none = 40,
                      .reason = {}},
                     {.workload = "unix-stream",
                      .abi = "x86_64",
                      .params = {},
                      .metric = model::time_metric(),
                      .arm = "patch",
                      .n = 24,
                      .thresholds = {"1%"},
                      .as_observed = {},
                      .for_twice = 96,
                      .for_none = 120,
                      .reason = {}}};
  judgement.boots = 3;
  judgement.recording = "two words.kab";
  return judgement;
}

Judgement too_few_judgement() {
  Judgement judgement;
  judgement.kab_version = "0.1.0";
  Comparison one;
  one.workload = "hackbench";
  one.metric = {"number", "s", model::Better::kLower};
  one.baseline = "before.txt";
  one.arm = "after.txt";
  one.baseline_n = one.arm_n = 2;
  one.replication = model::Replication::kUnknown;
  one.baseline_median = 0.0;
  one.arm_median = 0.00042;
  one.thresholds = {"1%", "5ns"};
  one.blocks_needed = 4;
  one.remarks = {{"zero-baseline", "the baseline is 0, so there is no percentage"},
                 {"n-too-small", "4 values an arm are needed for an interval at 95 %"}};
  judgement.comparisons = {one};
  return judgement;
}

Judgement hostile_judgement() {
  auto judgement = faster_judgement();
  auto& one = judgement.comparisons.front();
  one.workload = "=cmd|' /C calc'!A0\x1b[31m\r\n\"<script>&]]>`*_";
  one.params = {{"päth", "größe\xff\xe2\x80\xae|x"}};
  one.baseline = "@al|ice";
  one.arm = "+b<o>b \xe6\x97\xa5\xe6\x9c\xac";
  one.metric = {"time\a", "ns/op", model::Better::kLower};
  one.baseline_median = kNan;
  one.arm_spread = kInf;
  one.interval = Interval{-kInf, 0.5};
  one.change = -0.99816;
  one.p = 0;
  one.verdict = Verdict::kSlower;
  one.remarks = {{"odd", "a remark with ± and \x1b]0;title\a in it"}};
  judgement.arms = {{one.baseline, {{"env.X", "\x7f\n"}}}, {one.arm, {}}};
  judgement.distributions.front().arms.front().name = "a\tb";
  judgement.recording = "it's\n.kab";
  return judgement;
}

std::vector<std::pair<std::string, Judgement>> all_specimens() {
  return {{"faster", faster_judgement()},
          {"mixed", mixed_judgement()},
          {"too_few", too_few_judgement()},
          {"hostile", hostile_judgement()}};
}

}  // namespace kab::report
