// The verdict race: one workload with slowdowns of known size, asked by four methods "does the
// second differ from the first?" on equal wall time. kab takes interleaved blocks in random order;
// the others take hyperfine's runs of one command and then of the other.
// bench-verdict-race [NULLS] [TRIALS] [SECONDS]: default 40 trials without a slowdown, 20 of each
// slowdown, 6 seconds each.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <variant>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include "base/files.h"
#include "base/random.h"
#include "base/text.h"
#include "model/json.h"
#include "race_methods.h"
#include "stats/summary.h"
#include "store/load.h"
#include "sys/process.h"
#include "wire/protocol.h"

namespace {

using namespace kab;
using bench::Answer;

constexpr int kBaseDelay = 300;  // multiplications beside the call itself
constexpr int kLooks = 100;      // of which the fastest counts
constexpr std::uint32_t kBatches = 3;
constexpr std::uint64_t kBatchNs = 10'000'000;
constexpr std::array kShares = {0.25, 0.5, 1.0};  // of the time of a trial
constexpr std::array kSlowdowns = {0.0, 0.005, 0.01, 0.02, 0.03, 0.05};

/// What one pair of measurements gave, kab's and the others'.
struct Taken {
  model::Session trial;
  std::vector<double> first;
  std::vector<double> second;
  double trial_seconds = 0;
  double rival_seconds = 0;
};

/// Answers by method, for one slowdown and one share of the time.
using Answers = std::map<std::string, std::vector<Answer>>;

class Race {
 public:
  explicit Race(double seconds) : seconds_(seconds) {
    char name[] = "/tmp/kab-race-XXXXXX";
    folder_ = ::mkdtemp(name);
  }
  ~Race() { std::filesystem::remove_all(folder_); }
  Race(const Race&) = delete;
  Race& operator=(const Race&) = delete;

  /// Learns what a multiplication costs beside a call, and how long a sample is.
  Result<void> prepare() {
    KAB_TRY(iterations_, calibrated());
    KAB_TRY(const double plain, per_operation(kBaseDelay));
    KAB_TRY(const double delayed, per_operation(2 * kBaseDelay));
    per_step_ = (delayed - plain) / (kBaseDelay * plain);
    fmt::print("getppid with {} multiplications: {:.1f} ns; one more is {:.3f} %\n", kBaseDelay,
               plain, 100 * per_step_);
    KAB_TRY(const auto pilot, take(0, 6, 10));
    block_seconds_ = pilot.trial_seconds / 6;
    run_seconds_ = pilot.rival_seconds / 20;
    fmt::print("a block of three samples: {:.3f} s; a run of the other methods: {:.3f} s\n",
               block_seconds_, run_seconds_);
    return {};
  }

  Result<Taken> one(double slowdown) {
    const int steps = static_cast<int>(std::lround(slowdown / per_step_));
    return take(steps, static_cast<int>(seconds_ / block_seconds_),
                static_cast<int>(seconds_ / run_seconds_ / 2));
  }

 private:
  std::string request(int delay) const {
    return wire::encode(wire::Request{.workload = "getppid",
                                      .params = {{"delay", std::to_string(delay)}},
                                      .iterations = iterations_,
                                      .batches = kBatches,
                                      .warmup_iterations = iterations_});
  }

  Result<std::vector<wire::Reply>> ask(const std::string& line) const {
    KAB_TRY(const auto outcome, sys::run({.argv = {KAB_WORKER_PROGRAM}, .input = line}));
    std::vector<wire::Reply> replies;
    for (const auto each : split(outcome.output, '\n')) {
      if (trimmed(each).empty()) continue;
      KAB_TRY(auto reply, wire::decode_reply(each));
      replies.push_back(std::move(reply));
    }
    return replies;
  }

  Result<std::uint64_t> calibrated() const {
    KAB_TRY(const auto replies,
            ask(wire::encode(wire::Request{.task = wire::Task::kCalibrate,
                                           .workload = "getppid",
                                           .params = {{"delay", std::to_string(kBaseDelay)}},
                                           .batch_ns = kBatchNs})));
    for (const auto& reply : replies)
      if (const auto* done = std::get_if<wire::Done>(&reply)) return done->iterations;
    return fail_unavailable("no calibration of getppid");
  }

  // The fastest batch of many: what the operation costs where nothing disturbs it.
  Result<double> per_operation(int delay) const {
    double fastest = 1e300;
    for (int i = 0; i < kLooks; ++i) {
      KAB_TRY(const auto replies, ask(request(delay)));
      for (const auto& reply : replies)
        if (const auto* batch = std::get_if<wire::Batch>(&reply))
          fastest = std::min(fastest, static_cast<double>(batch->elapsed_ns) /
                                          static_cast<double>(batch->iterations));
    }
    return fastest;
  }

  Result<Taken> take(int steps, int blocks, int runs) {
    Taken taken;
    KAB_CHECK(take_trial(steps, blocks, taken));
    KAB_CHECK(take_runs(steps, runs, taken));
    return taken;
  }

  Result<void> take_trial(int steps, int blocks, Taken& taken) {
    const auto file = folder_ + "/t.kab";
    const auto delay = [](int of) { return ":param.delay=" + std::to_string(of); };
    KAB_TRY(
        const auto outcome,
        sys::run({.argv = {KAB_PROGRAM, "trial", "-a", "first" + delay(kBaseDelay), "-a",
                           "second" + delay(kBaseDelay + steps), "--repeat", std::to_string(blocks),
                           "--quiet", "--no-progress", "--force", "-o", file, "getppid"}}));
    if (outcome.exit_code > 1) return fail_unavailable("kab trial: " + outcome.errors);
    KAB_TRY(auto recording, store::load(file));
    taken.trial = std::move(recording.sessions.front());
    taken.trial_seconds = static_cast<double>(outcome.wall_ns) / 1e9;
    return {};
  }

  Result<void> take_runs(int steps, int runs, Taken& taken) {
    const std::vector<std::string> inputs = {folder_ + "/first", folder_ + "/second"};
    std::ofstream(inputs[0]) << request(kBaseDelay);
    std::ofstream(inputs[1]) << request(kBaseDelay + steps);
    std::vector<double>* const sides[] = {&taken.first, &taken.second};
    for (std::size_t side = 0; side < 2; ++side) {
      const auto json = folder_ + "/h.json";
      KAB_TRY(const auto outcome,
              sys::run({.argv = {"hyperfine", "-N", "--style", "none", "--runs",
                                 std::to_string(runs), "--export-json", json,
                                 "sh -c \"exec " KAB_WORKER_PROGRAM " < " + inputs[side] + "\""}}));
      if (!outcome.succeeded()) return fail_unavailable("hyperfine: " + outcome.errors);
      taken.rival_seconds += static_cast<double>(outcome.wall_ns) / 1e9;
      KAB_TRY(const auto text, read_file(json));
      KAB_TRY(const auto document, model::parse_json(text, "hyperfine"));
      *sides[side] = document["results"][0]["times"].get<std::vector<double>>();
    }
    return {};
  }

  double seconds_;
  std::string folder_;
  std::uint64_t iterations_ = 1;
  double per_step_ = 0;
  double block_seconds_ = 0;
  double run_seconds_ = 0;
};

/// All methods' answers to a share of what was taken: kab's first blocks, and the runs on both
/// sides of the change from one command to the other, as a shorter measurement would have them.
Result<void> answer(const Taken& taken, double share, Answers& answers) {
  const auto blocks = static_cast<std::uint32_t>(std::lround(taken.trial.planned_blocks * share));
  KAB_TRY(const auto ours, bench::by_kab(taken.trial, blocks));
  answers["kab"].push_back(ours);
  const auto part =
      static_cast<std::size_t>(std::lround(static_cast<double>(taken.first.size()) * share));
  const std::span first = std::span(taken.first).last(part);
  const std::span second = std::span(taken.second).first(part);
  answers["hyperfine + Welch"].push_back(bench::by_welch(first, second));
  answers["ministat (pooled t)"].push_back(bench::by_pooled_t(first, second));
  answers["benchstat (rank)"].push_back(bench::by_rank(first, second));
  return {};
}

double share_of(const std::vector<Answer>& answers, auto&& holds) {
  return 100.0 * static_cast<double>(std::ranges::count_if(answers, holds)) /
         static_cast<double>(answers.size());
}

/// The p below which 5 % of the trials without a slowdown lie.
double matched_limit(std::vector<Answer> nulls) {
  std::ranges::sort(nulls, {}, &Answer::p);
  return nulls[nulls.size() / 20].p;
}

using Table = std::map<double, std::map<double, Answers>>;  // [share][slowdown]

void print_table(double share, double seconds, const std::map<double, Answers>& by_slowdown) {
  fmt::print(
      "\n{:.1f} s a comparison; detection in % of trials at a matched false-alarm rate of "
      "5 %\n\n",
      share * seconds);
  fmt::print("| method | false alarms at its own 5 % |");
  for (const auto& [slowdown, answers] : by_slowdown)
    if (slowdown > 0) fmt::print(" {:g} % |", 100 * slowdown);
  fmt::print("\n|---|---|");
  for (std::size_t i = 1; i < by_slowdown.size(); ++i) fmt::print("---|");
  fmt::print("\n");
  for (const auto& [method, nulls] : by_slowdown.at(0)) {
    fmt::print("| {} | {:.1f} % |", method,
               share_of(nulls, [](const Answer& a) { return a.alarm; }));
    const double limit = matched_limit(nulls);
    for (const auto& [slowdown, answers] : by_slowdown)
      if (slowdown > 0)
        fmt::print(" {:.0f} |",
                   share_of(answers.at(method), [&](const Answer& a) { return a.p <= limit; }));
    fmt::print("\n");
  }
}

void print_slower(const Table& table, double seconds) {
  fmt::print("\nkab: `slower` at the default threshold of 1 %, in % of trials\n\n| time |");
  for (const auto& [slowdown, answers] : table.begin()->second)
    fmt::print(" {:g} % |", 100 * slowdown);
  fmt::print("\n|---|");
  for (std::size_t i = 0; i < table.begin()->second.size(); ++i) fmt::print("---|");
  for (const auto& [share, by_slowdown] : table) {
    fmt::print("\n| {:.1f} s |", share * seconds);
    for (const auto& [slowdown, answers] : by_slowdown)
      fmt::print(" {:.0f} |",
                 share_of(answers.at("kab"), [](const Answer& a) { return a.slower; }));
  }
  fmt::print("\n");
}

Result<void> run(int nulls, int trials, double seconds) {
  Race race(seconds);
  KAB_CHECK(race.prepare());
  std::vector<double> order;
  for (const double slowdown : kSlowdowns)
    order.insert(order.end(), static_cast<std::size_t>(slowdown > 0 ? trials : nulls), slowdown);
  Random random(fresh_seed());
  Table table;
  for (const std::size_t at : random.permutation(order.size())) {
    KAB_TRY(const auto taken, race.one(order[at]));
    for (const double share : kShares) KAB_CHECK(answer(taken, share, table[share][order[at]]));
  }
  for (const auto& [share, by_slowdown] : table) print_table(share, seconds, by_slowdown);
  print_slower(table, seconds);
  return {};
}

}  // namespace

int main(int argc, char** argv) {
  const int nulls = argc > 1 ? std::atoi(argv[1]) : 40;
  const int trials = argc > 2 ? std::atoi(argv[2]) : 20;
  const double seconds = argc > 3 ? std::atof(argv[3]) : 6;
  const auto done = run(nulls, trials, seconds);
  if (done) return 0;
  std::fprintf(stderr, "bench-verdict-race: %s\n", done.error().message.c_str());
  return 1;
}
