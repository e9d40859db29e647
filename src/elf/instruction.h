// One instruction of x86 as the audits see it: what kind it is, where it leads, and what it does to
// the stack pointer and the frame pointer. Decoding is Zydis's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "elf/image.h"

namespace kab::elf {

enum class Kind {
  kOther,
  kNop,
  kLanding,         // endbr64, endbr32: marks where indirect branches may lead
  kTscRead,         // rdtsc, which earlier instructions may be overtaken by
  kTscReadOrdered,  // rdtscp, which waits for them
  kFence,           // lfence, mfence, cpuid, serialize
  kCall,
  kJump,
  kConditionalJump,
  kReturn,
  kKernelEntry,  // syscall, sysenter, int $0x80
  kStop,         // ud2, hlt, int3: nothing follows
};

/// A register after the instruction: as before, another register plus `displacement`, or unknown.
struct Moved {
  enum class From { kItself, kStackPointer, kFramePointer, kUnknown };
  From from = From::kItself;
  std::int64_t displacement = 0;
};

struct Instruction {
  std::uint64_t address = 0;
  std::size_t length = 0;
  Kind kind = Kind::kOther;
  std::optional<std::uint64_t> target = {};  // of a direct call or jump
  bool reads_memory = false;
  Moved stack_pointer = {};
  Moved frame_pointer = {};

  std::uint64_t end() const { return address + length; }
};

/// A register known to hold an address of the image: how code of i386 finds its variables.
struct Anchor {
  int register_number = -1;  // as Zydis numbers them; -1: none
  std::uint64_t value = 0;
};

class Decoder {
 public:
  /// nullopt for a machine whose instructions kab does not know (all but x86).
  static std::optional<Decoder> of(const Image& image);

  Decoder(Decoder&& other) noexcept;
  Decoder& operator=(Decoder&& other) noexcept;
  ~Decoder();

  /// The instruction at the front of `code`, which lies at `address`; nothing where there is none.
  std::optional<Instruction> decode(std::string_view code, std::uint64_t address) const;

  /// How it is written, in AT&T syntax. Where `place` is given it names each address in it, also
  /// one relative to the anchor.
  using Place = std::function<std::string(std::uint64_t)>;
  std::string text(std::string_view code, std::uint64_t address, const Place& place = {},
                   const Anchor& anchor = {}) const;

  /// What "add $x, %register" makes of a register that held `base`; nothing for any other
  /// instruction.
  std::optional<Anchor> anchored(std::string_view code, std::uint64_t base) const;

 private:
  struct Zydis;
  explicit Decoder(std::unique_ptr<Zydis> zydis);
  std::unique_ptr<Zydis> zydis_;
};

}  // namespace kab::elf
