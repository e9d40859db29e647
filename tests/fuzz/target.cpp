// The libFuzzer target of one reader, or of recognition by content: KAB_FUZZ_READER names it.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "fuzz/soundness.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string input(bytes, bytes + size);
  const auto wrong = kab::fuzz::unsoundness(input, KAB_FUZZ_READER);
  if (wrong.empty()) return 0;
  std::fprintf(stderr, "%s\n", wrong.c_str());
  std::abort();
}
