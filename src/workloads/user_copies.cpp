#include "workloads/user_copies.h"

namespace kab::workloads {

UserCopyTotals totals_of(std::span<const UserCopy> copies) {
  UserCopyTotals totals;
  for (const auto& copy : copies) {
    const double bytes = copy.bytes * copy.per_operation;
    totals.copies += copy.per_operation;
    totals.bytes += bytes;
    if (copy.check != CopyCheck::kChecked) continue;
    totals.checked_copies += copy.per_operation;
    totals.checked_bytes += bytes;
  }
  return totals;
}

std::string_view text_of(CopyCheck check) {
  switch (check) {
    case CopyCheck::kChecked:
      return "checked";
    case CopyCheck::kConstant:
      return "constant";
    case CopyCheck::kPageCache:
      return "page-cache";
    case CopyCheck::kUnchecked:
      return "unchecked";
  }
  return {};
}

}  // namespace kab::workloads
