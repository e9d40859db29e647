// Real trials of identical arms on this machine: how often kab says slower or faster where nothing
// differs. bench-aa-trials [TRIALS] [TIME] [THRESHOLD]: default 20 trials of 10 s at 1%.
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <string>

#include <fmt/format.h>
#include <unistd.h>

#include "model/json.h"
#include "sys/process.h"

namespace {

using namespace kab;

// Verdicts of one A/A trial over three unlike workloads.
Result<std::map<std::string, int>> one_trial(const std::string& time, const std::string& threshold,
                                             const std::string& file) {
  KAB_TRY(const auto outcome,
          sys::run({.argv = {KAB_PROGRAM, "trial", "-a", "one", "-a", "other", "--time", time,
                             "--threshold", threshold, "--json", "--quiet", "--force", "-o", file,
                             "getppid", "unix-stream", "unix-dgram-fanin"}}));
  if (outcome.exit_code > 1) return fail_unavailable("kab trial failed: " + outcome.errors);
  KAB_TRY(const auto json, model::parse_json(outcome.output, "kab trial --json"));
  std::map<std::string, int> verdicts;
  for (const auto& comparison : json["comparisons"])
    ++verdicts[comparison["verdict"].get<std::string>()];
  return verdicts;
}

}  // namespace

int main(int argc, char** argv) {
  const int trials = argc > 1 ? std::atoi(argv[1]) : 20;
  const std::string time = argc > 2 ? argv[2] : "10s";
  const std::string threshold = argc > 3 ? argv[3] : "1%";
  const auto file =
      (std::filesystem::temp_directory_path() / ("kab-aa-" + std::to_string(::getpid()) + ".kab"))
          .string();
  std::map<std::string, int> all;
  int false_trials = 0;
  for (int i = 0; i < trials; ++i) {
    auto verdicts = one_trial(time, threshold, file);
    if (!verdicts) {
      std::fprintf(stderr, "bench-aa-trials: %s\n", verdicts.error().message.c_str());
      return 1;
    }
    if ((*verdicts)["slower"] + (*verdicts)["faster"] > 0) ++false_trials;
    for (const auto& [verdict, count] : *verdicts) all[verdict] += count;
  }
  std::filesystem::remove(file);
  fmt::print(
      "{} trials of identical arms, {} each, threshold {}: {} with a false slower or faster\n",
      trials, time, threshold, false_trials);
  for (const auto& [verdict, count] : all) fmt::print("  {:<10} {}\n", verdict, count);
  return 0;
}
