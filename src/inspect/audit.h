// The audit of a vDSO image: what is wrong with it, with the evidence. docs/vdso-findings.md has a
// section for each code.
#pragma once

#include <string>
#include <vector>

#include "inspect/subject.h"
#include "model/vdso.h"

namespace kab::inspect {

struct Audit {
  std::vector<model::VdsoFinding> findings = {};
  std::vector<std::string> not_looked_at = {};  // and why
};

/// All of the below, in their order.
Audit audit(const Subject& subject, const AuditContext& context);

/// Headers, tables and mappings: image-cut-short, text-relocations, writable-code,
/// writable-mapping, executable-stack, no-gnu-stack, no-symbol-hash, no-dt-hash, names-blanked.
void audit_layout(const Subject& subject, const AuditContext& context, Audit& audit);

/// What 32-bit x86 has to offer: no-clock-gettime64, no-sigreturn, no-vsyscall-entry.
void audit_offer(const Subject& subject, Audit& audit);

/// Whether callers can be found from every instruction: no-unwind-info, wrong-unwind-info.
void audit_unwinding(const Subject& subject, Audit& audit);

/// Places that the kernel adapts: alternatives-unreadable, alternative-not-applied,
/// alternative-corrupt.
void audit_alternatives(const Subject& subject, const AuditContext& context, Audit& audit);

/// Reads of the time stamp counter that earlier loads may overtake: unordered-rdtsc. In a file,
/// with each of the alternatives in place.
void audit_tsc(const Subject& subject, const AuditContext& context, Audit& audit);

/// Functions that must be able to ask the kernel and cannot: no-fallback; and undecodable-code.
void audit_code(const Subject& subject, Audit& audit);

}  // namespace kab::inspect
