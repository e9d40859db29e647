#include "elf/machine.h"

#include <elf.h>

namespace kab::elf {

std::string machine_name(const Image& image) {
  const bool is_64_bit = image.is_64_bit();
  switch (image.machine()) {
    case EM_X86_64:
      return is_64_bit ? "x86_64" : "x32";
    case EM_386:
      return "i386";
    case EM_AARCH64:
      return "aarch64";
    case EM_ARM:
      return "arm";
    case EM_RISCV:
      return is_64_bit ? "riscv64" : "riscv32";
    case EM_PPC64:
      return "ppc64";
    case EM_PPC:
      return "ppc";
    case EM_S390:
      return is_64_bit ? "s390x" : "s390";
    case EM_MIPS:
      return is_64_bit ? "mips64" : "mips";
    case EM_SPARCV9:
      return "sparc64";
    case EM_SPARC:
    case EM_SPARC32PLUS:
      return "sparc";
    case 258:  // EM_LOONGARCH, newer than some elf.h
      return is_64_bit ? "loongarch64" : "loongarch32";
    default:
      return "machine " + std::to_string(image.machine());
  }
}

}  // namespace kab::elf
