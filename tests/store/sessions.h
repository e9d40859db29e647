// Recordings for the tests of the store: a folder of one's own, and a session with every field set.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

#include "model/recording.h"

namespace kab::store {

/// A folder that goes away with its object.
class Folder {
 public:
  Folder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "kab-store-XXXXXX").string();
    path_ = ::mkdtemp(pattern.data()) == nullptr ? "/nonexistent" : pattern;
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  const std::string& path() const { return path_; }
  std::string file(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

/// A sample of subject 0, arm 0, with one reading a batch.
inline model::Sample sample_of(std::uint32_t block, std::uint32_t position, std::uint32_t batches) {
  model::Sample sample;
  sample.block = block;
  sample.position = position;
  for (std::uint32_t batch = 0; batch < batches; ++batch)
    sample.readings.push_back(
        {.metric = 0, .batch = batch, .iterations = 1000, .total = 1000.0 * block + batch});
  return sample;
}

/// One arm, one subject, nothing special.
inline model::Session small_session() {
  model::Session session;
  session.kab_version = "1.2.3";
  session.arms.push_back({.arm = {.name = "stock", .settings = {}}, .environment = {}});
  session.subjects.push_back({.name = "getppid",
                              .abi = "x86_64",
                              .params = {},
                              .command = {},
                              .bytes_per_operation = 0,
                              .metrics = {model::time_metric()},
                              .calibration = {}});
  return session;
}

/// Every field differs from its default, and strings hold what needs care in SQL and JSON.
inline model::Session full_session() {
  return {
      .kind = model::SessionKind::kRun,
      .label = "after 'quote' \"and\" ü",
      .lane = model::Lane::kCount,
      .seed = 18446744073709551557U,  // beyond what SQLite's integers hold
      .kab_version = "1.2.3+abc",
      .worker_build = "0123abcd",
      .boot_id = "6d1f0b4e-0000-4000-8000-000000000000",
      .started = "2024-05-06T07:08:09Z",
      .argv = {"kab", "run", "", "a b", "--label=x\ny"},
      .arms = {{.arm = {.name = "stock", .settings = {}},
                .environment = {{"kernel.release", "6.12.0"}, {"cpu", ""}, {"cpu", "twice"}}},
               {.arm = {.name = "long",
                        .settings = {{"sysctl.net.unix.max_dgram_qlen", "512"},
                                     {"env.X", "a,b=c"}}},
                .environment = {{"kernel.release", "6.13.0"}}}},
      .subjects = {{.name = "unix-dgram-fanin",
                    .abi = "i386",
                    .params = {{"writers", "4"}, {"size", "007"}, {"path", "a b"}},
                    .command = {},
                    .bytes_per_operation = 16.5,
                    .copies = {.copies = 2.5,
                               .bytes = 40.25,
                               .checked_copies = 1.5,
                               .checked_bytes = 24.75},
                    .metrics = {model::time_metric(),
                                {.name = "B/s", .unit = "B/s", .better = model::Better::kHigher}},
                    .calibration = {.iterations = 5'000'000'000,
                                    .batches = 7,
                                    .warmup_iterations = 6'000'000'000,
                                    .timer_resolution_ns = 1.5,
                                    .timer_cost_ns = 21.25,
                                    .empty_loop_ns = 0.1}},
                   {.name = "find /usr -name 'a b'",
                    .abi = "",
                    .params = {},
                    .command = {"find", "/usr", "-name", "a b"},
                    .bytes_per_operation = 0,
                    .metrics = {model::wall_metric()},
                    .calibration = {}}},
      .with_aa = true,
      .planned_blocks = 24,
      .looks = {12, 18, 24},
      .thresholds = model::parse_thresholds("2%,5ns").value(),
      .confidence = 0.99,
      .stopped = model::Stopped::kVerdicts,
      .samples = {{.subject = 0,
                   .arm = 1,
                   .slot = model::Slot::kArm,
                   .block = 3,
                   .position = 2,
                   .started_ns = 12'345'678'901,
                   .duration_ns = 9'876'543'210,
                   .status = model::SampleStatus::kOk,
                   .failure = "",
                   .cpus = {3, 0},
                   .readings = {{.metric = 0, .batch = 0, .iterations = 5'000'000'000, .total = .1},
                                {.metric = 1, .batch = 0, .iterations = 1, .total = 1e300},
                                {.metric = 0, .batch = 1, .iterations = 2, .total = -0.25}}},
                  {.subject = 1,
                   .arm = 0,
                   .slot = model::Slot::kAA,
                   .block = 4,
                   .position = 1,
                   .started_ns = -1,
                   .duration_ns = 2,
                   .status = model::SampleStatus::kFailed,
                   .failure = "exited 1",
                   .cpus = {},
                   .readings = {}}},
      .events = {{.at_ns = 50'000'000'000, .code = "clocksource", .text = "tsc -> hpet"}},
      .tally = {{.subject = 0,
                 .arm = 1,
                 .method = "bpf",
                 .abi = "i386",
                 .name = "getgid32",
                 .calls = 18'446'744'073'709'551'000U,
                 .errors = 7,
                 .operations = 5'000'000'000,
                 .seconds = 0.125},
                {.subject = 1,
                 .arm = 0,
                 .method = "ptrace",
                 .abi = "x86_64",
                 .name = "4000",
                 .calls = 1,
                 .errors = 1,
                 .operations = 1,
                 .seconds = {}}},
      .profile = {{.sample = 1, .dso = "[kernel]", .symbol = "memcpy", .count = 6'000'000'000},
                  {.sample = 0, .dso = "/bin/a 'b'", .symbol = "", .count = 2}},
      .counted = {{.sample = 0,
                   .iterations = 6,
                   .user = 5'000'000'000,
                   .kernel = 90,
                   .string_iterations = 4,
                   .clock_ns = -3,
                   .functions = {{.name = "vfs_'statx'",
                                  .module = "ext4",
                                  .instructions = 60,
                                  .calls = 6,
                                  .string_iterations = 4},
                                 {.name = "", .module = "", .instructions = 30}},
                   .happened = {.context_switches = 2, .page_faults = 0, .interrupts = {}}},
                  {.sample = 1, .iterations = 1, .kernel = 1}},
  };
}

}  // namespace kab::store
