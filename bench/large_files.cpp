// Files as large as other tools make them: two of ten million plain numbers through kab compare and
// through ministat, and 100 MB of Google Benchmark's JSON through its reader. Prints seconds of CPU
// and of the clock, peak memory, and the ratios; the files are removed afterwards.
#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <string>

#include <fmt/format.h>

#include "base/files.h"
#include "base/random.h"
#include "readers/read_samples.h"
#include "sys/process.h"

namespace {

using namespace kab;

class Folder {
 public:
  Folder() : path_(std::filesystem::temp_directory_path() / "kab-bench-XXXXXX") {
    std::string name = path_.string();
    if (::mkdtemp(name.data()) != nullptr) path_ = name;
  }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  std::string file(const std::string& name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

// Normal values around `centre`, four decimals.
void write_numbers(const std::string& path, std::size_t count, double centre, std::uint64_t seed) {
  Random random(seed);
  std::ofstream file(path);
  std::string text;
  for (std::size_t i = 0; i < count; ++i) {
    char number[32];
    const auto end = std::to_chars(number, number + sizeof number, centre + 30 * random.normal(),
                                   std::chars_format::fixed, 4);
    text.append(number, end.ptr) += '\n';
    if (text.size() > 1 << 20 || i + 1 == count) {
      file << text;
      text.clear();
    }
  }
}

void write_benchmarks(const std::string& path, std::size_t bytes) {
  Random random(3);
  std::string text = "{\n  \"context\": {\"num_cpus\": 2},\n  \"benchmarks\": [\n";
  for (std::size_t row = 0; text.size() < bytes; ++row) {
    const auto name = fmt::format("BM_Copy/{}/threads:{}", row / 1000 * 8, row / 1000 % 4 + 1);
    text += fmt::format(
        "{}    {{\n      \"name\": \"{}\",\n      \"family_index\": {},\n"
        "      \"per_family_instance_index\": 0,\n      \"run_name\": \"{}\",\n"
        "      \"run_type\": \"iteration\",\n      \"repetitions\": 1000,\n"
        "      \"repetition_index\": {},\n      \"threads\": 1,\n      \"iterations\": 100000,\n"
        "      \"real_time\": {},\n      \"cpu_time\": {},\n      \"time_unit\": \"ns\"\n    }}",
        row == 0 ? "" : ",\n", name, row / 1000, name, row % 1000, 120 + 3 * random.normal(),
        119 + 3 * random.normal());
  }
  text += "\n  ]\n}\n";
  std::ofstream(path) << text;
}

struct Cost {
  double wall_s = 0;
  double cpu_s = 0;
  double peak_mb = 0;
};

// The cheapest of three runs: the machine may be busy with something else.
Result<Cost> cost_of(const std::vector<std::string>& argv) {
  Cost best{.wall_s = 1e9, .cpu_s = 1e9};
  for (int i = 0; i < 3; ++i) {
    KAB_TRY(const auto outcome, sys::run({.argv = argv}));
    const double cpu_s = static_cast<double>(outcome.user_ns + outcome.system_ns) / 1e9;
    best.wall_s = std::min(best.wall_s, static_cast<double>(outcome.wall_ns) / 1e9);
    best.cpu_s = std::min(best.cpu_s, cpu_s);
    best.peak_mb = std::max(best.peak_mb, static_cast<double>(outcome.resident_kb) / 1024);
  }
  return best;
}

void print(const std::string& what, const Cost& cost) {
  fmt::print("{:<34} {:6.2f} s, {:6.2f} s of CPU, peak {:.0f} MB\n", what, cost.wall_s, cost.cpu_s,
             cost.peak_mb);
}

Result<void> race_ministat(const Folder& folder, std::size_t count) {
  const auto base = folder.file("base.txt");
  const auto arm = folder.file("arm.txt");
  write_numbers(base, count, 1000, 1);
  write_numbers(arm, count, 1003, 2);
  fmt::print("{} numbers a side\n", count);
  KAB_TRY(const auto kab, cost_of({KAB_PROGRAM, "compare", base, arm, "--unit", "ns", "--better",
                                   "lower", "--group", "10"}));
  print("kab compare --group 10", kab);
  const auto ministat = cost_of({"ministat", base, arm});
  if (!ministat || ministat->cpu_s < 0.01) {
    fmt::print("ministat is not installed: nothing to race against (Debian package ministat)\n");
    return {};
  }
  print("ministat", *ministat);
  fmt::print("kab / ministat: {:.2f} of the CPU, {:.2f} of the memory\n",
             kab.cpu_s / ministat->cpu_s, kab.peak_mb / ministat->peak_mb);
  return {};
}

Result<void> read_json(const Folder& folder) {
  const auto path = folder.file("benchmarks.json");
  write_benchmarks(path, 100'000'000);
  double best_s = 1e9;
  double mb = 0;
  for (int i = 0; i < 5; ++i) {
    KAB_TRY(auto bytes, read_file(path));
    mb = static_cast<double>(bytes.size()) / 1e6;
    const auto start = std::clock();  // of the CPU: the machine may be busy with something else
    KAB_CHECK(readers::read_samples_of(std::move(bytes), path, {}));
    best_s = std::min(best_s, static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC);
  }
  fmt::print(
      "Google Benchmark JSON, {:.0f} MB: {:.3f} s of CPU, {:.0f} MB/s (wanted: at least 500)\n", mb,
      best_s, mb / best_s);
  return {};
}

}  // namespace

int main(int argc, char** argv) {
  const std::size_t count = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 10'000'000;
  fmt::print("large files\n");
  const Folder folder;
  for (const auto& result : {race_ministat(folder, count), read_json(folder)})
    if (!result) {
      std::fprintf(stderr, "bench-large-files: %s\n", result.error().message.c_str());
      return 1;
    }
  return 0;
}
