// Kernel files: what a boot loader is given (bzImage) unpacked to the kernel itself (vmlinux).
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace kab::elf {

struct KernelFile {
  std::string form;     // "vmlinux", "bzImage (zstd)", "gzip of vmlinux", "raw kernel image"
  std::string release;  // "6.12.1-cloud-amd64", from the header of a bzImage; else ""
  std::string content;  // the kernel: an ELF file, but for a raw image of other machines
};

/// Whether these are the first bytes (1 KiB is enough) of something that unpack_kernel() takes, an
/// ELF file left aside.
bool is_packed_kernel(std::string_view bytes);

/// A bzImage of x86 (boot protocol 2.08 or later; Documentation/arch/x86/boot.rst), a compressed
/// kernel, an uncompressed Image of arm64 or riscv64, or an ELF file, which is returned as it is.
/// kInput, naming `name` and what is wrong, for anything else and for what is damaged.
Result<KernelFile> unpack_kernel(std::string bytes, const std::string& name);

/// read_file() and unpack_kernel().
Result<KernelFile> read_kernel(const std::string& path);

}  // namespace kab::elf
