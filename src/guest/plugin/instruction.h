// What the plugin has to know of an x86 instruction, from its bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "wire/guest_marks.h"

namespace kab::guest {

using InstructionBytes = std::span<const unsigned char>;

/// The mark that this instruction is, if it is one.
std::optional<wire::Mark> mark_of(InstructionBytes bytes);

/// How many accesses to memory each iteration of a string instruction with a REP, REPE or REPNE
/// prefix makes in QEMU; nothing for any other instruction. In 64-bit and in 32-bit code: such an
/// instruction is prefixes and one byte of opcode.
std::optional<std::uint64_t> accesses_of_string(InstructionBytes bytes);

/// Whether an address is the kernel's: the upper half of x86-64's.
constexpr bool is_kernel(std::uint64_t address) { return (address >> 63) != 0; }

}  // namespace kab::guest
