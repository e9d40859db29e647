// From addresses of the kernel to its functions.
#pragma once

#include <vector>

#include "guest/count_format.h"
#include "model/function_counts.h"
#include "sys/kallsyms.h"

namespace kab::guest {

/// What each function executed in `region`, by name and module; functions of one name are one. Code
/// that no symbol covers is a function without a name.
std::vector<model::FunctionCount> functions_of(const CountedRegion& region,
                                               const sys::KernelSymbols& symbols);

/// How often the kernel switched tasks, took a page fault or an interrupt: calls of the functions
/// that do it on x86-64 (Linux 5.8 and later), out of what functions_of() found.
model::Happened happened_in(const std::vector<model::FunctionCount>& functions,
                            const sys::KernelSymbols& symbols);

}  // namespace kab::guest
