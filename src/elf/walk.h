// The instructions of a function as control reaches them, with where the stack pointer stands at
// each, and the functions that it calls.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "elf/image.h"
#include "elf/instruction.h"

namespace kab::elf {

/// One instruction that is reached. The distances are to the canonical frame address, in bytes,
/// before it runs; nothing where ways with different ones meet, or they cannot be followed.
struct Step {
  Instruction instruction;
  std::optional<std::int64_t> below_frame_by_stack = {};    // CFA minus stack pointer
  std::optional<std::int64_t> below_frame_by_pointer = {};  // CFA minus frame pointer
};

struct FunctionRange {
  std::string name;
  std::uint64_t start = 0;
  std::uint64_t size = 0;  // 0: not known
};

struct Walk {
  FunctionRange function;
  std::map<std::uint64_t, Step> steps = {};  // by address
  std::set<std::uint64_t> callees = {};      // called, or jumped to as to a function
  bool complete = true;  // false: it leads to bytes that are no instruction or are not there
};

/// Follows `function` from its start; jumps to the start of one of `others` count as calls.
Walk walk(const Image& image, const Decoder& decoder, const FunctionRange& function,
          const std::set<std::uint64_t>& others);

/// Each of `functions` and all that they call, those without a name as "code at 0x590".
std::vector<Walk> walk_all(const Image& image, const Decoder& decoder,
                           const std::vector<FunctionRange>& functions);

/// The instructions of a range one after the other, up to the first that is none.
std::vector<Instruction> instructions_in(const Image& image, const Decoder& decoder,
                                         std::uint64_t start, std::uint64_t size);

}  // namespace kab::elf
