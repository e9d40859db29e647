// Two vDSO images compared: functions by what they do, not by where they lie.
#pragma once

#include <string>
#include <vector>

#include "elf/image.h"
#include "inspect/subject.h"
#include "model/vdso.h"

namespace kab::inspect {

struct DiffSide {
  const elf::Image* image = nullptr;
  std::string source;
  AuditContext context;
};

/// Both images are of one machine. A function has changed where its normal form differs
/// (elf/listing.h); on machines whose instructions kab cannot read, where its bytes do.
model::VdsoDiff diff_of(const DiffSide& before, const DiffSide& after);

/// The lines that differ, as "-old" and "+new", by the longest common subsequence; of very long
/// texts only what differs between equal ends.
std::vector<std::string> changed_lines(const std::vector<std::string>& before,
                                       const std::vector<std::string>& after);

}  // namespace kab::inspect
