// What stat() and its relatives are called by in each ABI, and what they fill in.
#pragma once

#include "workloads/usercopy/declare.h"

namespace kab::workloads {

/// Where time_t is 32 bits wide, the C library asks by statx() and converts.
inline constexpr std::string_view kStatCall = by_abi("newfstatat", "statx");

/// cp_new_stat() and cp_statx() build the answer on the stack and copy it with a constant size.
inline UserCopy statx_copy() { return constant_copy("struct statx", 256); }
inline UserCopy stat_copy() {
  return kAbi == "x86_64" ? constant_copy("struct stat", 144) : statx_copy();
}

}  // namespace kab::workloads
