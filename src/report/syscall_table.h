// A tally of system calls as a table, in the columns that users of strace -c know.
#pragma once

#include <string>
#include <string_view>

#include "model/syscall_report.h"
#include "report/options.h"

namespace kab::report {

/// The tally, errors by errno and histograms where there are any, and what qualifies it.
std::string syscall_text(const model::SyscallReport& report, const RenderOptions& options);

/// The tables alone: of an interval of a longer observation.
std::string syscall_tables(const model::SyscallReport& report, const RenderOptions& options);

/// One document, described in docs/counting-syscalls.md.
std::string syscall_json(const model::SyscallReport& report, std::string_view kab_version);

}  // namespace kab::report
