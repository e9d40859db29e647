// What kab vdso has found: the images, what was found out about each, and the paths of the clocks.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace kab::model {

/// A finding is something that is wrong; a note is worth knowing and may well be right.
enum class VdsoWeight { kFinding, kNote };

struct VdsoFinding {
  std::string code;  // stable: docs/vdso-findings.md explains each
  VdsoWeight weight = VdsoWeight::kFinding;
  std::string text;                        // one line, names the function or place
  std::vector<std::string> evidence = {};  // with addresses
  std::string why = {};                    // what it may lead to

  bool operator==(const VdsoFinding&) const = default;
};

struct VdsoFunction {
  std::string name;  // "" where the kernel has blanked it
  std::string version = {};
  std::uint64_t address = 0;
  std::uint64_t size = 0;
  std::vector<std::string> aliases = {};
  std::string digest = {};  // of its bytes
};

/// Pages of a process: [vdso], and the [vvar] that it reads.
struct VdsoMapping {
  std::string name;
  std::uint64_t start = 0;
  std::uint64_t end = 0;
  std::string permissions;  // "r-xp"
};

struct VdsoImage {
  std::string source;  // "this process", "process 17", "vmlinuz (bzImage) at 0x1599000"
  std::string machine;
  bool is_64_bit = false;
  std::string byte_order;
  std::uint64_t size = 0;  // bytes of the image
  std::string soname = {};
  std::string build_id = {};
  std::string release = {};  // of the kernel that it was built with
  std::vector<std::string> versions = {};
  std::string counted_by = {};  // what says how many symbols there are
  std::vector<VdsoFunction> functions = {};
  std::vector<VdsoMapping> mappings = {};  // empty for a file
  std::vector<VdsoFinding> findings = {};
  std::vector<std::string> not_looked_at = {};  // what could not be audited, and why
};

struct Unavailable {
  std::string what;
  std::string reason;
};

/// One way to one clock or function.
struct VdsoPath {
  std::string abi;
  std::string workload;  // "clock-monotonic"
  std::string path;      // "libc", "vdso", "syscall"
  std::optional<double> ns = {};
  std::uint64_t operations = 0;              // over which calls were counted; 0: they were not
  std::uint64_t calls = 0;                   // system calls
  std::string unavailable = {};              // why there is no figure
  std::vector<std::string> call_names = {};  // of the calls
};

/// What a clock's reading goes by, beside the image.
struct VdsoSetting {
  std::string clocksource = {};
  std::vector<std::string> clocksources = {};
  std::string time_namespace = {};  // offsets, "" without
  std::string seccomp = {};         // "" without a filter
};

struct VdsoReport {
  std::vector<VdsoImage> images = {};
  std::vector<Unavailable> unavailable = {};
  std::optional<VdsoSetting> setting = {};  // of a running kernel, not of a file
  std::vector<VdsoPath> paths = {};         // measured
  std::vector<VdsoFinding> findings = {};   // of setting and paths
};

struct VdsoChange {
  std::string function;
  std::string kind;  // "added", "removed", "changed"
  std::uint64_t old_size = 0;
  std::uint64_t new_size = 0;
  std::vector<std::string> lines = {};  // of the changed code: "-old", "+new"
};

struct VdsoDiff {
  std::string old_source;
  std::string new_source;
  std::string machine;
  std::uint64_t old_size = 0;
  std::uint64_t new_size = 0;
  std::size_t unchanged = 0;
  std::vector<VdsoChange> changes = {};
  std::vector<VdsoFinding> appeared = {};
  std::vector<VdsoFinding> gone = {};
};

}  // namespace kab::model
