// The operations of read and write on each target.
#pragma once

#include "workloads/usercopy/target.h"

namespace kab::workloads {

inline constexpr std::string_view kTransferTargets = "zero|null|pipe|file";

/// A pipe takes a write and a read an operation, whichever is asked for; a file takes the call that
/// has an offset; the devices one read or one write.
std::vector<ExpectedCall> transfer_calls(Direction direction, const ParamValues& params);
std::vector<UserCopy> transfer_copies(Direction direction, const ParamValues& params);
double transfer_bytes(const ParamValues& params);
Result<Instance> make_transfer(Direction direction, const ParamValues& params);

}  // namespace kab::workloads
