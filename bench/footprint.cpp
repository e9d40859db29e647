// What kab itself takes: start-up time, memory of both programs, the share of a trial spent inside
// workloads, and the blocks that a minute holds on two busy cores.
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/text.h"
#include "stats/summary.h"
#include "sys/affinity.h"
#include "sys/process.h"
#include "wire/protocol.h"

namespace {

using namespace kab;

// Processes that keep CPUs busy for as long as this lives.
class BusyCpus {
 public:
  explicit BusyCpus(std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      const pid_t child = ::fork();
      if (child == 0) {
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
        ::alarm(300);
        for (std::atomic<unsigned> turns = 0;;) turns.fetch_add(1, std::memory_order_relaxed);
      }
      if (child > 0) children_.push_back(child);
    }
  }
  ~BusyCpus() {
    for (const pid_t child : children_) {
      ::kill(child, SIGKILL);
      ::waitpid(child, nullptr, 0);
    }
  }
  BusyCpus(const BusyCpus&) = delete;
  BusyCpus& operator=(const BusyCpus&) = delete;

 private:
  std::vector<pid_t> children_;
};

class Folder {
 public:
  Folder() : path_(std::filesystem::temp_directory_path() / "kab-bench-XXXXXX") {
    std::string name = path_.string();
    if (::mkdtemp(name.data()) != nullptr) path_ = name;
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  std::string file(const std::string& name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

void start_up() {
  std::vector<double> ms;
  for (int i = 0; i < 20; ++i)
    if (const auto outcome = sys::run({.argv = {KAB_PROGRAM, "--help"}}))
      ms.push_back(static_cast<double>(outcome->wall_ns) / 1e6);
  fmt::print("kab --help            {:.1f} ms (median of {}; wanted: under 20)\n",
             stats::median(ms).value_or(0), ms.size());
}

void worker_memory() {
  const wire::Request request{
      .workload = "getppid", .iterations = 10'000, .batches = 5, .warmup_iterations = 10'000};
  if (const auto outcome = sys::run({.argv = {KAB_WORKER_PROGRAM}, .input = wire::encode(request)}))
    fmt::print("kab-worker getppid    {:.1f} MB resident (wanted: under 4)\n",
               static_cast<double>(outcome->resident_kb) / 1024);
}

// A trial of many short samples: memory must not grow with them.
void kab_memory(const Folder& folder) {
  for (const int repeat : {20, 400}) {
    const auto outcome = sys::run(
        {.argv = {KAB_PROGRAM, "trial", "-a", "a", "-a", "b", "--repeat", std::to_string(repeat),
                  "--quiet", "-o", folder.file(std::to_string(repeat) + ".kab"), "--", "true"}});
    if (outcome)
      fmt::print("kab, {:>4} blocks      {:.1f} MB resident (wanted: under 60)\n", repeat,
                 static_cast<double>(outcome->resident_kb) / 1024);
  }
}

void share_inside(const Folder& folder) {
  const auto outcome =
      sys::run({.argv = {KAB_PROGRAM, "trial", "-a", "a", "-a", "b", "--time", "60s",
                         "--no-progress", "-o", folder.file("inside.kab"), "getppid"}});
  if (!outcome) return;
  const auto lines = split(trimmed(outcome->errors), '\n');
  fmt::print("default trial         {} (wanted: at least 80 %)\n", lines.back());
}

void busy_blocks(const Folder& folder) {
  const BusyCpus busy(sys::allowed_cpus().value_or(std::vector<int>{0}).size());
  const auto outcome =
      sys::run({.argv = {KAB_PROGRAM, "trial", "-a", "a", "-a", "b", "--time", "60s", "--threshold",
                         "0", "--no-progress", "-o", folder.file("busy.kab"), "unix-stream", "pipe",
                         "getppid", "stat", "unix-dgram-fanin"}});
  if (!outcome) return;
  for (const auto line : split(outcome->output, '\n'))
    if (line.find("blocks, seed") != line.npos)
      fmt::print("five workloads, busy  {} in {:.0f} s (wanted: at least 24 in 60)\n",
                 trimmed(line), static_cast<double>(outcome->wall_ns) / 1e9);
  for (const auto line : split(outcome->errors, '\n'))
    if (line.starts_with("note:")) fmt::print("                      {}\n", line);
}

}  // namespace

int main() {
  fmt::print("footprint of kab\n");
  const Folder folder;
  start_up();
  worker_memory();
  kab_memory(folder);
  share_inside(folder);
  busy_blocks(folder);
  return 0;
}
