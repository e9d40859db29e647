// A command of this machine packed for a guest: the program, the interpreter of a script, the
// loader and the libraries that it would be given here.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "guest/initramfs.h"

namespace kab::guest {

/// The files that `program` (a name in PATH or a path) needs to start, itself first, at the places
/// where they lie here. kInput when it or one of its libraries is not found.
Result<std::vector<PackedFile>> packed_command(const std::string& program);

/// A file or folder of this machine at the same place in the guest; symbolic links are followed. A
/// file that is a program comes with what packed_command() packs of it.
Result<std::vector<PackedFile>> packed_path(const std::string& path);

/// The libraries in what `ld.so --list` prints: "libc.so.6 => /lib/libc.so.6 (0x...)". kInput for
/// one that is "not found".
Result<std::vector<std::string>> libraries_in(std::string_view listed);

}  // namespace kab::guest
