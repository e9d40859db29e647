// What counting system calls costs: a cached walk over a tree, plain and under each way of
// counting, interleaved in random order in one run. Prints each median and its ratio to the plain
// one; the time to attach is kab's own figure, apart. Arguments: rounds (7), folder (/usr).
#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/files.h"
#include "base/number.h"
#include "base/random.h"
#include "model/json.h"
#include "stats/summary.h"
#include "sys/process.h"
#include "sys/program.h"

namespace {

using namespace kab;

struct Way {
  std::string name;
  std::vector<std::string> before;  // what stands before the command
  bool is_kab = false;
  std::vector<double> seconds = {};
  std::vector<double> attach_seconds = {};
  std::string failure = {};
};

const std::string kReport = "/tmp/kab-bench-syscall-tally.json";

std::vector<std::string> kab_words(std::vector<std::string> options) {
  std::vector<std::string> words = {KAB_PROGRAM, "syscalls", "--json", "--report", kReport};
  words.insert(words.end(), options.begin(), options.end());
  words.emplace_back("--");
  return words;
}

std::vector<Way> ways() {
  std::vector<Way> all = {
      {"plain", {}},
      {"kab bpf", kab_words({"--backend", "bpf"}), true},
      {"kab bpf --counts-only", kab_words({"--backend", "bpf", "--counts-only"}), true},
      {"kab ptrace", kab_words({"--backend", "ptrace"}), true},
      {"kab ptrace --counts-only", kab_words({"--backend", "ptrace", "--counts-only"}), true}};
  if (sys::find_program("strace"))
    all.push_back({"strace -c", {"strace", "-c", "-f", "-o", "/dev/null"}});
  if (sys::find_program("bpftrace"))
    all.push_back(
        {"bpftrace by number",
         {"bpftrace", "-e", "tracepoint:raw_syscalls:sys_enter { @[args->id] = count(); }", "-c"}});
  return all;
}

// bpftrace takes the command as one word; the others as theirs.
std::vector<std::string> argv_of(const Way& way, const std::string& folder) {
  auto argv = way.before;
  if (way.name.starts_with("bpftrace")) {
    argv.push_back("/usr/bin/find " + folder);
    return argv;
  }
  argv.insert(argv.end(), {"find", folder});
  return argv;
}

void measure(Way& way, const std::string& folder) {
  constexpr std::size_t kOutput = std::size_t{1} << 30;
  const auto outcome = sys::run({.argv = argv_of(way, folder), .output_limit = kOutput});
  if (!outcome || !outcome->succeeded()) {
    way.failure = outcome ? sys::description_of(*outcome) + ": " + outcome->errors.substr(0, 120)
                          : outcome.error().message;
    return;
  }
  if (!way.is_kab) {
    way.seconds.push_back(static_cast<double>(outcome->wall_ns) / 1e9);
    return;
  }
  const auto text = read_file(kReport);
  if (!text) return;
  const auto report = model::parse_json(*text, kReport);
  if (!report) return;
  way.seconds.push_back(report->value("wall_s", 0.0));
  way.attach_seconds.push_back(report->value("attach_s", 0.0));
}

void print(const Way& way, double plain) {
  if (way.seconds.empty()) {
    fmt::print("{:<26} unavailable: {}\n", way.name, way.failure);
    return;
  }
  const double median = stats::median(way.seconds).value();
  fmt::print("{:<26} {:>9.3f} s {:>8.3f} x", way.name, median, median / plain);
  if (!way.attach_seconds.empty())
    fmt::print("   attached in {:.3f} s", stats::median(way.attach_seconds).value());
  fmt::print("\n");
}

}  // namespace

int main(int argc, char** argv) {
  const std::string folder = argc > 2 ? argv[2] : "/usr";
  const auto rounds = argc > 1 ? parse_uint(argv[1]).value_or(7) : 7;
  auto all = ways();
  measure(all.front(), folder);  // fills the caches
  all.front().seconds.clear();
  Random random(fresh_seed());
  for (std::uint64_t round = 0; round < rounds; ++round)
    for (const auto at : random.permutation(all.size()))
      if (all[at].failure.empty()) measure(all[at], folder);
  if (all.front().seconds.empty()) {
    fmt::print(stderr, "find {}: {}\n", folder, all.front().failure);
    return 1;
  }
  const double plain = stats::median(all.front().seconds).value();
  fmt::print("find {}, median of {} rounds\n", folder, rounds);
  for (const auto& way : all) print(way, plain);
  return 0;
}
