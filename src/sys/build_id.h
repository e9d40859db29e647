// Which build a program is: so that samples of different builds of kab-worker are never compared
// in silence.
#pragma once

#include <string>

#include "base/result.h"

namespace kab::sys {

/// The NT_GNU_BUILD_ID note of an ELF file (32- or 64-bit), as lower-case hex. kInput for a file
/// that cannot be read, is not ELF, is damaged, or carries no build id.
Result<std::string> build_id_of(const std::string& elf_path);

}  // namespace kab::sys
