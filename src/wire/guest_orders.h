// What the init of a guest is told: one order a line, in a file of its initramfs. The guest does
// them in order and answers each over the channel (guest_channel.h).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace kab::wire {

/// Where the orders lie in a guest.
inline constexpr std::string_view kOrdersPath = "/kab/orders";

/// Where the worker of an ABI lies in a guest: "/kab/kab-worker", "/kab/kab-worker-i386".
std::string guest_path_of_worker(std::string_view abi);

struct GuestOrder {
  enum class Kind {
    kChannel,  // first of all: where the channel is
    kWorker,   // run the worker of `abi` with `request` on its standard input
    kCommand,  // run `argv`
    kWrite,    // write `value` into `path`, as sysctls and files of sysfs are written
    kCopy,     // answer with the content of `path`, or with "name: line" for each file of a folder
  };
  /// What is counted or timed begins in a kernel that has come to rest; a question need not wait.
  enum class Start { kAtRest, kAtOnce };
  Kind kind = Kind::kChannel;
  std::uint64_t address = 0;  // kChannel: physical
  std::uint64_t bytes = 0;    // kChannel
  std::string abi = {};
  std::string request = {};
  std::vector<std::string> argv = {};
  std::vector<std::pair<std::string, std::string>> environment = {};  // kWorker, kCommand
  std::uint64_t deadline_ns = 0;  // kWorker, kCommand: killed after it; 0: never
  Start start = Start::kAtRest;   // kWorker, kCommand
  std::string path = {};
  std::string value = {};

  bool operator==(const GuestOrder&) const = default;
};

/// A line with its newline. An order whose text is not UTF-8 does not come out as it went in.
std::string encode(const GuestOrder& order);

/// Errors (kInput) say what is wrong with the line.
Result<GuestOrder> decode_order(std::string_view line);

}  // namespace kab::wire
