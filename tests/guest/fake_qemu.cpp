// Stands in for qemu-system-x86_64: takes its command line, plays the guest that the kernel's
// command line asks for (fake=...), and answers the orders of the initramfs as kab-worker would.
//
//   fake=panic hang deaf oom lacks reset flood chatter   what becomes of it
//   fake.cost=N     instructions of one operation (default 100)
//   fake.refuse=W   workload W cannot run there
//   fake.pid=FILE   its process number is written there
//   fake.vdso=FILE  programs there have this vDSO (default: none)
//   fake.exit=N     commands exit with N
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

#include "base/files.h"
#include "base/number.h"
#include "base/text.h"
#include "guest/count_format.h"
#include "wire/guest_channel.h"
#include "wire/guest_orders.h"
#include "wire/protocol.h"

namespace {

using kab::wire::GuestOrder;
using kab::wire::GuestRecord;

std::string value_after(const std::vector<std::string>& words, std::string_view option) {
  for (std::size_t i = 0; i + 1 < words.size(); ++i)
    if (words[i] == option) return words[i + 1];
  return {};
}

std::string word_of(std::string_view line, std::string_view key) {
  for (const auto word : kab::words(line))
    if (word.starts_with(key) && word.size() > key.size() && word[key.size()] == '=')
      return std::string(word.substr(key.size() + 1));
  return {};
}

std::string content_of(const std::string& path) {
  return kab::read_file(path).value_or(std::string());
}

// The lines of the initramfs that are orders; nothing else in it looks like them.
std::vector<GuestOrder> orders_in(const std::string& initramfs) {
  std::vector<GuestOrder> orders;
  const auto start = initramfs.find("{\"order\":\"channel\"");
  if (start == initramfs.npos) return orders;
  for (const auto line : kab::split(std::string_view(initramfs).substr(start), '\n')) {
    auto order = kab::wire::decode_order(line);
    if (!order) break;
    orders.push_back(std::move(*order));
  }
  return orders;
}

// A clock is read by the vDSO where there is one, unless a system call is what was asked for.
std::string tally_of(const kab::wire::Request& request, const std::string& command_line) {
  kab::wire::Tally tally{.operations = request.iterations};
  const bool asks_kernel = !request.params.empty() && request.params[0].second == "syscall";
  if (asks_kernel || word_of(command_line, "fake.vdso").empty())
    tally.calls.push_back({.name = "clock_gettime", .abi = "x86_64", .calls = request.iterations});
  return kab::wire::encode(kab::wire::Reply(tally));
}

// kab-worker --vdso: mappings, an empty line, the image.
std::string dump_of(const std::string& command_line) {
  const auto image = word_of(command_line, "fake.vdso");
  if (image.empty()) return "\n";
  return "7ffff7fc2000-7ffff7fc4000 r-xp 00000000 00:00 0  [vdso]\n\n" + content_of(image);
}

// kab-worker --tally: what it would write into its file.
std::string tally_of_command() {
  const kab::wire::Tally tally{
      .operations = 1,
      .calls = {{.name = "read", .abi = "x86_64", .calls = 5},
                {.name = "openat", .abi = "x86_64", .calls = 3, .errors = 2}}};
  return kab::wire::encode(kab::wire::Reply(tally));
}

bool is_tally(const GuestOrder& order) {
  return order.argv.size() > 2 && order.argv[1] == "--tally";
}

std::string replies_to(const GuestOrder& order, const std::string& command_line);

std::string output_of(const GuestOrder& order, const std::string& command_line) {
  if (order.kind == GuestOrder::Kind::kWorker) return replies_to(order, command_line);
  const bool dump = order.argv.size() > 1 && order.argv[1] == "--vdso";
  return dump ? dump_of(command_line) : "42\n";
}

std::string replies_to(const GuestOrder& order, const std::string& command_line) {
  const auto request = kab::wire::decode_request(order.request);
  if (!request) return {};
  if (!request->workload.empty() && request->workload == word_of(command_line, "fake.refuse"))
    return kab::wire::encode(kab::wire::Reply(
        kab::wire::Refusal{.kind = kab::ErrorKind::kUnavailable, .reason = "not in this kernel"}));
  if (request->task == kab::wire::Task::kTally) return tally_of(*request, command_line);
  if (request->task == kab::wire::Task::kCheck)
    return kab::wire::encode(kab::wire::Reply(
        kab::wire::Checked{.property = "holds in " + order.abi, .evidence = {}, .numbers = {}}));
  const auto cost = kab::parse_uint(word_of(command_line, "fake.cost")).value_or(100);
  std::string lines = kab::wire::encode(kab::wire::Reply(kab::wire::Hello{.abi = order.abi}));
  kab::wire::Done done{.iterations = 1000, .cpus = {0}};
  if (request->task == kab::wire::Task::kMeasure) {
    done.iterations = request->iterations;
    for (std::uint32_t i = 0; i < request->batches; ++i)
      lines += kab::wire::encode(kab::wire::Reply(
          kab::wire::Batch{.iterations = request->iterations,
                           .elapsed_ns = static_cast<std::int64_t>(cost * request->iterations)}));
  }
  return lines + kab::wire::encode(kab::wire::Reply(done));
}

std::string answers_to(const std::vector<GuestOrder>& orders, const std::string& command_line) {
  std::string records;
  const auto add = [&](std::string_view name, std::size_t order, std::int64_t status,
                       std::string bytes) {
    records += kab::wire::encode(GuestRecord{
        .name = std::string(name), .order = order, .status = status, .bytes = std::move(bytes)});
  };
  for (std::size_t i = 0; i < orders.size(); ++i) {
    const auto& order = orders[i];
    if (order.kind == GuestOrder::Kind::kCommand && order.argv[0].ends_with("i386")) {
      add("refused", i, 0, "cannot run " + order.argv[0] + ": Exec format error");
    } else if (order.kind == GuestOrder::Kind::kWorker ||
               order.kind == GuestOrder::Kind::kCommand) {
      if (order.start == GuestOrder::Start::kAtRest) add("quiet", i, 1, "3");
      add("output", i, 0, output_of(order, command_line));
      add("times", i, 0, "5000000 4000000 1000000");
      const bool command = order.kind == GuestOrder::Kind::kCommand;
      add("end", i, command ? kab::parse_int(word_of(command_line, "fake.exit")).value_or(0) : 0,
          "");
    }
    if (is_tally(order) && i + 1 < orders.size() && orders[i + 1].path == order.argv[2])
      add("content", i + 1, 0, tally_of_command());
    if (order.kind == GuestOrder::Kind::kCopy && order.path.ends_with("_clocksource"))
      add("content", i, 0,
          order.path.ends_with("current_clocksource") ? word_of(command_line, "clocksource") + "\n"
                                                      : "tsc hpet\n");
    if (order.kind == GuestOrder::Kind::kCopy && order.path == "/proc/sys/kernel/osrelease")
      add("content", i, 0, "6.12.0-fake\n");
    if (order.kind == GuestOrder::Kind::kCopy && order.path == "/proc/kallsyms")
      add("content", i, 0, "ffffffff81000000 T all_of_it\nffffffff81001000 T _etext\n");
    if (order.kind == GuestOrder::Kind::kCopy && order.path == "/proc/cmdline")
      add("content", i, 0, command_line + "\n");
    if (order.kind == GuestOrder::Kind::kWrite && order.path.find("absent") != std::string::npos)
      add("refused", i, 0, "cannot write " + order.path + ": No such file or directory");
  }
  return records;
}

// What the counting plugin would have seen of it: a region a batch, all in one place of the kernel.
std::string counts_of(const std::vector<GuestOrder>& orders, const std::string& command_line) {
  const auto cost = kab::parse_uint(word_of(command_line, "fake.cost")).value_or(100);
  std::string counts(kab::guest::kCountMagic);
  const auto add = [&](std::uint64_t order, std::uint64_t region, std::uint64_t count) {
    counts +=
        kab::guest::encode(kab::guest::CountedRegion{.order = order,
                                                     .region = region,
                                                     .kernel = count,
                                                     .addresses = {{0xffffffff81000000U, count}}});
  };
  for (std::size_t i = 0; i < orders.size(); ++i) {
    if (orders[i].kind == GuestOrder::Kind::kCommand) add(i, 0, 5'000'000);
    if (orders[i].kind != GuestOrder::Kind::kWorker) continue;
    const auto request = kab::wire::decode_request(orders[i].request);
    if (!request || request->task != kab::wire::Task::kMeasure) continue;
    for (std::uint32_t batch = 0; batch < request->batches; ++batch)
      add(i, batch, cost * request->iterations);
  }
  return counts;
}

void write_channel(const std::string& path, const GuestOrder& channel, const std::string& records,
                   std::uint64_t state) {
  std::string header(kab::wire::kChannelMagic);
  for (const std::uint64_t number : {state, std::uint64_t{records.size()}})
    for (int i = 0; i < 8; ++i) header += static_cast<char>(number >> (8 * i) & 0xff);
  header.resize(kab::wire::kChannelHeader);
  header += records;
  const int memory = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
  if (::pwrite(memory, header.data(), header.size(), static_cast<off_t>(channel.address)) < 0)
    std::perror("fake-qemu: the guest's memory");
  ::close(memory);
}

// Never ends by itself, but not for ever: a test that fails must not leave it behind for long.
[[noreturn]] void stay() {
  std::this_thread::sleep_for(std::chrono::seconds(100));
  ::_exit(9);
}

int play(const std::string& fate, const std::string& memory, const std::vector<GuestOrder>& orders,
         const std::string& command_line) {
  const auto print = [](std::string_view text) {
    std::fwrite(text.data(), 1, text.size(), stdout);
    std::fflush(stdout);
  };
  constexpr int kReset = 0;
  constexpr int kExitPort42 = 85;
  if (fate == "reset") return kReset;
  if (fate == "panic")
    return print("[    0.5] Kernel panic - not syncing: VFS: \x1b[31mno root\x1b[0m\n"), kReset;
  if (fate == "oom")
    return print(
               "[    1.0] Out of memory: Killed process 1 (init)\n[    1.0] Kernel panic - not "
               "syncing: System is deadlocked on memory\n"),
           kReset;
  if (fate == "lacks")
    return print(
               "kab-worker: cannot open /dev/mem: No such file or directory; the kernel needs "
               "CONFIG_DEVMEM\n"),
           87;
  if (fate == "hang") {
    print("[    0.1] waiting for something\n");
    stay();
  }
  if (fate == "deaf") {
    std::signal(SIGTERM, SIG_IGN);
    print("[    0.1] deaf\n");
    stay();
  }
  if (fate == "chatter" || fate == "flood") {
    const std::string line(1023, 'x');
    const int kilobytes = fate == "flood" ? 40 << 10 : 16 << 10;
    for (int i = 0; i < kilobytes; ++i) std::puts(line.c_str());
  }
  write_channel(memory, orders.front(), answers_to(orders, command_line), 2);
  return kExitPort42;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  if (words.size() == 1 && words[0] == "--version") {
    const char* version = std::getenv("FAKE_QEMU_VERSION");
    std::printf("QEMU emulator version %s\nand more\n", version != nullptr ? version : "7.2.0");
    return 0;
  }
  if (value_after(words, "-cpu") == "unknown") {
    std::fputs("qemu-system-x86_64: unable to find CPU model 'unknown'\n", stderr);
    return 1;
  }
  std::string memory = value_after(words, "-object");
  memory = memory.substr(memory.find("mem-path=") + 9);
  const auto orders = orders_in(content_of(value_after(words, "-initrd")));
  if (orders.empty() || content_of(value_after(words, "-kernel")).empty()) {
    std::fputs("fake-qemu: there is no kernel or no initramfs\n", stderr);
    return 1;
  }
  const auto command_line = value_after(words, "-append");
  if (const auto file = word_of(command_line, "fake.pid"); !file.empty())
    std::ofstream(file) << ::getpid() << '\n';
  const auto plugin = value_after(words, "-plugin");
  if (const auto out = plugin.find("out="); out != plugin.npos)
    std::ofstream(plugin.substr(out + 4), std::ios::binary) << counts_of(orders, command_line);
  return play(word_of(command_line, "fake"), memory, orders, command_line);
}
