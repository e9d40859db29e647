// Finds functions in a vDSO image. An own, small reader, since a static program gets no help from a
// dynamic linker; it believes nothing of the image, and looks at each symbol once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "base/result.h"

namespace kab::workloads {

/// The offset in `image` of the function `name`: of a defined, global or weak symbol with an
/// address inside the image. `image` is one of this program's own class (32 or 64 bit), as the
/// kernel maps it: what is at address x after the first loaded byte is at offset x. How many
/// symbols there are says DT_HASH, else DT_GNU_HASH, else the table's section header, else the
/// string table that follows it. Nothing where any of that does not lead there.
std::optional<std::size_t> find_function(std::span<const std::byte> image, std::string_view name);

/// The vDSO that the kernel has mapped into this process (getauxval(3), AT_SYSINFO_EHDR), as far
/// as its program headers reach; empty where there is none.
std::span<const std::byte> own_vdso();

/// The function called `name` of own_vdso(). kUnavailable: "this kernel's vDSO has no ...".
Result<const void*> vdso_function(std::string_view name);

}  // namespace kab::workloads
