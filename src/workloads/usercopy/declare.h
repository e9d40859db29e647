// The words in which the workloads of this folder declare their user copies and calls.
#pragma once

#include <cstdint>
#include <string_view>

#include "workloads/workload.h"

namespace kab::workloads {

/// A name of a system call that differs between the two tables.
constexpr std::string_view by_abi(std::string_view x86_64, std::string_view i386) {
  return kAbi == "x86_64" ? x86_64 : i386;
}

/// One piece of a struct iovec array in this ABI.
inline constexpr double kIovecBytes = 2 * sizeof(void*);

inline UserCopy checked_copy(std::string_view what, double bytes, double per_operation = 1) {
  return {.what = what, .bytes = bytes, .per_operation = per_operation};
}

inline UserCopy constant_copy(std::string_view what, double bytes, double per_operation = 1) {
  return {
      .what = what, .bytes = bytes, .per_operation = per_operation, .check = CopyCheck::kConstant};
}

inline UserCopy page_copy(std::string_view what, double bytes, double per_operation = 1) {
  return {
      .what = what, .bytes = bytes, .per_operation = per_operation, .check = CopyCheck::kPageCache};
}

inline UserCopy unchecked_copy(std::string_view what, double bytes, double per_operation = 1) {
  return {
      .what = what, .bytes = bytes, .per_operation = per_operation, .check = CopyCheck::kUnchecked};
}

/// The array of a vectored call. copy_iovec_from_user() takes it piece by piece with
/// unsafe_get_user() since 6.4; before, it was one copy_from_user(), and a checked one.
inline UserCopy iovec_copy(std::uint64_t pieces) {
  return unchecked_copy("struct iovec", kIovecBytes, static_cast<double>(pieces));
}

}  // namespace kab::workloads
