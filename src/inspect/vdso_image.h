// A vDSO image described: who made it, what it offers, and what the audit found.
#pragma once

#include <string>

#include "elf/image.h"
#include "inspect/subject.h"
#include "model/vdso.h"

namespace kab::inspect {

/// `source` says where it comes from, for people.
model::VdsoImage description_of(const elf::Image& image, std::string source,
                                const AuditContext& context);

}  // namespace kab::inspect
