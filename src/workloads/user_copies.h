// What a workload says about its user copies, summed up and in words.
#pragma once

#include <span>
#include <string_view>

#include "workloads/workload.h"

namespace kab::workloads {

/// Of one operation; the checked ones are those that hardened usercopy checks.
struct UserCopyTotals {
  double copies = 0;
  double bytes = 0;
  double checked_copies = 0;
  double checked_bytes = 0;
};

UserCopyTotals totals_of(std::span<const UserCopy> copies);

/// "checked", "constant", "page-cache" or "unchecked".
std::string_view text_of(CopyCheck check);

}  // namespace kab::workloads
