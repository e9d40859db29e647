#include "inspect/audit.h"

#include "elf/machine.h"

namespace kab::inspect {

Audit audit(const Subject& subject, const AuditContext& context) {
  Audit audit;
  audit_layout(subject, context, audit);
  audit_offer(subject, audit);
  audit_unwinding(subject, audit);
  if (!subject.decoder) {
    audit.not_looked_at.push_back(
        "fences, alternatives and fallbacks: kab cannot read instructions of " +
        elf::machine_name(subject.image));
    return audit;
  }
  audit_alternatives(subject, context, audit);
  audit_tsc(subject, context, audit);
  audit_code(subject, audit);
  return audit;
}

}  // namespace kab::inspect
