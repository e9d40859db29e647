// The operations of readv and writev on each target.
#pragma once

#include "workloads/usercopy/target.h"

namespace kab::workloads {

/// Parameters `pieces`, `size` and `target`.
std::vector<Param> vectored_params();

/// A file takes the call that has an offset, a device the one without.
std::vector<ExpectedCall> vectored_calls(Direction direction, const ParamValues& params);
std::vector<UserCopy> vectored_copies(Direction direction, const ParamValues& params);
double vectored_bytes(const ParamValues& params);
Result<Instance> make_vectored(Direction direction, const ParamValues& params);

}  // namespace kab::workloads
