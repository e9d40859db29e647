// The libFuzzer target of kab vdso: any bytes as a kernel or an image, in a file and in memory.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "elf/embedded.h"
#include "elf/kernel_image.h"
#include "inspect/vdso_diff.h"
#include "inspect/vdso_image.h"

namespace {

using kab::inspect::Where;

/// Empty when all is well, else what is wrong.
std::string unsoundness(const std::string& bytes) {
  const auto kernel = kab::elf::unpack_kernel(bytes, "input");
  if (!kernel) return kernel.error().message.empty() ? "an error without words" : "";
  kab::elf::embedded_vdsos(kernel->content, "input");
  const auto image = kab::elf::Image::from_bytes(kernel->content, "input");
  if (!image) return image.error().message.empty() ? "an error without words" : "";
  for (const auto where : {Where::kFile, Where::kMemory}) {
    const auto found = kab::inspect::description_of(*image, "input", {.where = where});
    for (const auto& finding : found.findings)
      if (finding.code.empty() || finding.text.empty()) return "a finding without words";
  }
  const auto diff = kab::inspect::diff_of({&*image, "input", {}}, {&*image, "input", {}});
  return diff.changes.empty() ? "" : "an image that differs from itself";
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const auto wrong = unsoundness(std::string(bytes, bytes + size));
  if (wrong.empty()) return 0;
  std::fprintf(stderr, "%s\n", wrong.c_str());
  std::abort();
}
