// .altinstructions of x86: places where the kernel puts other instructions, by what the CPU can.
// See struct alt_instr in the kernel's arch/x86/include/asm/alternative.h.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "elf/image.h"
#include "elf/instruction.h"

namespace kab::elf {

/// What the kernel may put at a site.
struct Replacement {
  std::uint64_t address = 0;  // where its bytes are kept
  std::string bytes = {};
  std::uint32_t feature = 0;    // word * 32 + bit, as the kernel numbers CPU features
  bool unless_feature = false;  // for CPUs that lack the feature
};

struct AlternativeSite {
  std::uint64_t address = 0;
  std::uint64_t size = 0;
  std::vector<Replacement> replacements = {};  // the kernel takes the last that fits
};

struct Alternatives {
  bool present = false;     // the image has the section
  bool unreadable = false;  // it makes no sense in any of the layouts that kernels have had
  std::vector<AlternativeSite> sites = {};  // by address
};

Alternatives alternatives_of(const Image& image);

enum class SiteState {
  kOriginal,  // nothing was put there
  kReplaced,  // one of the replacements, and NOPs behind it
  kNeither,
};

/// What stands at a site. What the original was is written nowhere; whole instructions that do the
/// kind of thing that the replacements do (read the TSC, enter the kernel, or nothing yet) are it.
SiteState state_of(const Image& image, const Decoder& decoder, const AlternativeSite& site);

/// A copy of the image's bytes with the `choice`-th replacement at every site (the last where it
/// has fewer), as the kernel would put it there.
std::string patched(const Image& image, const Alternatives& alternatives, std::size_t choice);

/// "rdtscp", "lfence_rdtsc", …, or "feature 20*32+2".
std::string feature_name(std::uint32_t feature);

}  // namespace kab::elf
