// Where kab vdso takes images from: processes, files, and kernels that carry some.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "elf/image.h"
#include "inspect/subject.h"
#include "model/vdso.h"
#include "trial/guest_vdso.h"

namespace kab::cli {

/// An image, with what has to be known to judge it.
struct VdsoSource {
  std::string name;  // for people
  elf::Image image;
  inspect::AuditContext context;
};

struct VdsoSources {
  std::vector<VdsoSource> images = {};
  std::vector<model::Unavailable> unavailable = {};
  std::vector<model::VdsoFinding> findings = {};  // no-vdso
};

/// That of this process, and that of a 32-bit one where such run here.
Result<VdsoSources> own_vdsos();

/// That of process `pid`. kInput where there is no such process.
Result<VdsoSources> vdso_of_process(const std::string& pid);

/// A vDSO, or all those of a kernel; as files, or, with kMemory, as a dump of memory. kInput for
/// anything else.
Result<VdsoSources> vdsos_in_file(const std::string& path, inspect::Where where);

/// Those of programs in a guest: one without a 32-bit ABI says so.
Result<VdsoSources> vdsos_in_guest(const trial::GuestVdso& found);

}  // namespace kab::cli
