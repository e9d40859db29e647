// A workload: a named small piece of kernel work that does exactly n operations on request.
// It never times, prints or counts; one file each, found through registry.h.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "workloads/params.h"
#include "workloads/partners.h"

namespace kab::workloads {

enum class Often {
  kExactly,
  kAtLeast,  // more of them where the processes do not meet as they should, or the C library adds
};

/// The calls one operation makes, all roles together: {"write", 1}.
struct ExpectedCall {
  std::string_view name;  // as the kernel's table of this ABI has it
  double per_operation = 0;
  Often often = Often::kExactly;
};

/// How hardened usercopy treats a copy between the kernel and a program: check_object_size() of
/// linux/thread_info.h (linux/ucopysize.h of later kernels) goes on to __check_object_size() of
/// mm/usercopy.c only where the compiler does not know the size.
enum class CopyCheck {
  kChecked,    // a size that is known at run time only, from or into a slab object or the stack
  kConstant,   // a size that the compiler knows: never checked
  kPageCache,  // from or into pages, by the iterator: not checked as an object
  kUnchecked,  // field by field inside user_access_begin(), as unsafe_put_user() does: not checked
};

/// One kind of copy between user space and the kernel that an operation causes.
struct UserCopy {
  std::string_view what;  // "path name", "struct stat"
  double bytes = 0;       // of one copy
  double per_operation = 1;
  CopyCheck check = CopyCheck::kChecked;
};

/// Does n operations and comes back when all are done; one indirect call a batch.
using Run = std::move_only_function<Result<void>(std::uint64_t n)>;

/// What a batch shows beside its time: further metrics, by the names that kab has for them.
struct Further {
  std::vector<std::string_view> names = {};  // literals
  /// The values of what ran since the last call, one a name; allocates nothing.
  std::move_only_function<void(std::span<double> values)> take = {};
};

/// A workload made ready. After an error it is good for nothing but to be destroyed, which ends
/// and reaps its partners and leaves nothing behind.
struct Instance {
  std::unique_ptr<Partners> partners = {};  // none: the calling process does it all
  Run run = {};
  Further further = {};
  std::uint64_t copies = 1;  // run(n) does n operations in each of so many processes
};

/// A workload that copies nothing between user space and the kernel.
inline std::vector<UserCopy> no_copies(const ParamValues&) { return {}; }

/// The batch of a workload whose parameters do not fix it.
inline std::uint64_t calibrated_batch(const ParamValues&) { return 0; }

/// What one workload is. All names and texts are literals.
struct Workload {
  std::string_view name;         // that of its file, with - for _
  std::string_view family = {};  // its folder: ipc, usercopy, clocks, ...; the registry fills it in
  std::string_view summary;      // one line
  std::string_view operation;    // what one operation is
  std::vector<Param> params = {};
  std::vector<std::string_view> abis = {"x86_64", "i386"};
  /// The caller of run() first, then its partners; the last name stands for all further ones.
  std::vector<std::string_view> roles = {"caller"};
  std::vector<ExpectedCall> (*calls)(const ParamValues&) = nullptr;
  double (*bytes_per_operation)(const ParamValues&) = nullptr;
  /// The user copies of one operation, all roles together.
  std::vector<UserCopy> (*copies)(const ParamValues&) = &no_copies;
  /// Operations of a batch where a parameter fixes them; 0: as many as calibration finds.
  std::uint64_t (*batch)(const ParamValues&) = &calibrated_batch;
  /// `pin`: the CPU of each role, wrapping round; empty: masks stay as inherited. The caller's own
  /// place is the caller's business. kUnavailable: not possible here, because ...; kInput: a
  /// parameter names what is not there.
  std::function<Result<Instance>(const ParamValues&, std::span<const int> pin)> make = {};
};

/// The ABI that this was compiled for: "x86_64" or "i386".
inline constexpr std::string_view kAbi = sizeof(void*) == 8 ? "x86_64" : "i386";

/// For workloads that make no system call, or move no bytes.
inline std::vector<ExpectedCall> no_calls(const ParamValues&) { return {}; }
inline double no_bytes(const ParamValues&) { return 0; }

}  // namespace kab::workloads
