// vDSO images inside a kernel: the kernel carries each as a whole ELF file in its data.
#pragma once

#include <cstdint>
#include <vector>

#include "elf/image.h"

namespace kab::elf {

struct Embedded {
  std::uint64_t offset = 0;  // in the kernel's bytes
  Image image;
};

/// In the order in which they lie there; a kernel built without any has none. What looks like one
/// and is not whole is left out.
std::vector<Embedded> embedded_vdsos(std::string_view kernel, const std::string& name);

/// Whether an image is a vDSO: a shared object with the SONAME of one, or with functions that have
/// the names of theirs.
bool is_vdso(const Image& image);

}  // namespace kab::elf
