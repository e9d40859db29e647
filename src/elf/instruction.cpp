#include "elf/instruction.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include <Zycore/Format.h>
#include <Zydis/Zydis.h>
#include <elf.h>

namespace kab::elf {

struct Decoder::Zydis {
  ZydisDecoder decoder{};
  ZydisMachineMode mode = ZYDIS_MACHINE_MODE_LONG_64;
  std::uint64_t address_mask = ~std::uint64_t{0};
};

namespace {

struct Decoded {
  ZydisDecodedInstruction instruction;
  std::array<ZydisDecodedOperand, ZYDIS_MAX_OPERAND_COUNT> operands;

  std::span<const ZydisDecodedOperand> all() const {
    return {operands.data(), instruction.operand_count};
  }
  const ZydisDecodedOperand& operand(std::size_t i) const { return operands[i]; }
};

std::optional<Decoded> decoded(const ZydisDecoder& decoder, std::string_view code) {
  Decoded found{};
  if (!ZYAN_SUCCESS(::ZydisDecoderDecodeFull(&decoder, code.data(), code.size(), &found.instruction,
                                             found.operands.data())))
    return std::nullopt;
  return found;
}

Kind kind_of(const Decoded& found) {
  switch (found.instruction.mnemonic) {
    case ZYDIS_MNEMONIC_NOP:
      return Kind::kNop;
    case ZYDIS_MNEMONIC_ENDBR32:
    case ZYDIS_MNEMONIC_ENDBR64:
      return Kind::kLanding;
    case ZYDIS_MNEMONIC_RDTSC:
      return Kind::kTscRead;
    case ZYDIS_MNEMONIC_RDTSCP:
      return Kind::kTscReadOrdered;
    case ZYDIS_MNEMONIC_LFENCE:
    case ZYDIS_MNEMONIC_MFENCE:
    case ZYDIS_MNEMONIC_CPUID:
    case ZYDIS_MNEMONIC_SERIALIZE:
      return Kind::kFence;
    case ZYDIS_MNEMONIC_SYSCALL:
    case ZYDIS_MNEMONIC_SYSENTER:
      return Kind::kKernelEntry;
    case ZYDIS_MNEMONIC_INT:
      return found.operand(0).imm.value.u == 0x80 ? Kind::kKernelEntry : Kind::kOther;
    case ZYDIS_MNEMONIC_UD2:
    case ZYDIS_MNEMONIC_HLT:
    case ZYDIS_MNEMONIC_INT3:
      return Kind::kStop;
    default:
      break;
  }
  switch (found.instruction.meta.category) {
    case ZYDIS_CATEGORY_CALL:
      return Kind::kCall;
    case ZYDIS_CATEGORY_UNCOND_BR:
      return Kind::kJump;
    case ZYDIS_CATEGORY_COND_BR:
      return Kind::kConditionalJump;
    case ZYDIS_CATEGORY_RET:
      return Kind::kReturn;
    default:
      return Kind::kOther;
  }
}

bool is_padding(const Decoded& found) {
  // xchg of a register with itself, and lea 0(%reg),%reg: what assemblers fill gaps with.
  const auto& to = found.operand(0);
  const auto& from = found.operand(1);
  if (found.instruction.mnemonic == ZYDIS_MNEMONIC_XCHG)
    return to.type == ZYDIS_OPERAND_TYPE_REGISTER && from.type == ZYDIS_OPERAND_TYPE_REGISTER &&
           to.reg.value == from.reg.value;
  if (found.instruction.mnemonic != ZYDIS_MNEMONIC_LEA) return false;
  return to.reg.value == from.mem.base && from.mem.index == ZYDIS_REGISTER_NONE &&
         from.mem.disp.value == 0;
}

/// What the rules below ask of one decoded instruction.
class Effects {
 public:
  Effects(const Decoded& found, ZydisMachineMode mode) : found_(found), mode_(mode) {}

  bool reads_memory() const {
    return std::ranges::any_of(found_.all(), [](const ZydisDecodedOperand& operand) {
      return operand.type == ZYDIS_OPERAND_TYPE_MEMORY &&
             operand.mem.type == ZYDIS_MEMOP_TYPE_MEM &&
             (operand.actions & ZYDIS_OPERAND_ACTION_MASK_READ) != 0;
    });
  }

  Moved stack_pointer() const {
    const auto width = static_cast<std::int64_t>(found_.instruction.operand_width / 8);
    switch (found_.instruction.mnemonic) {
      case ZYDIS_MNEMONIC_CALL:
      case ZYDIS_MNEMONIC_RET:
        return {};  // a call comes back
      case ZYDIS_MNEMONIC_PUSH:
      case ZYDIS_MNEMONIC_PUSHF:
      case ZYDIS_MNEMONIC_PUSHFD:
      case ZYDIS_MNEMONIC_PUSHFQ:
        return {Moved::From::kStackPointer, -width};
      case ZYDIS_MNEMONIC_POP:
        return is_stack(found_.operand(0)) ? Moved{Moved::From::kUnknown, 0}
                                           : Moved{Moved::From::kStackPointer, width};
      case ZYDIS_MNEMONIC_POPF:
      case ZYDIS_MNEMONIC_POPFD:
      case ZYDIS_MNEMONIC_POPFQ:
        return {Moved::From::kStackPointer, width};
      case ZYDIS_MNEMONIC_LEAVE:
        return {Moved::From::kFramePointer, width};
      default:
        return written(stack_register());
    }
  }

  Moved frame_pointer() const { return written(frame_register()); }

 private:
  ZydisRegister stack_register() const {
    return mode_ == ZYDIS_MACHINE_MODE_LONG_64 ? ZYDIS_REGISTER_RSP : ZYDIS_REGISTER_ESP;
  }
  ZydisRegister frame_register() const {
    return mode_ == ZYDIS_MACHINE_MODE_LONG_64 ? ZYDIS_REGISTER_RBP : ZYDIS_REGISTER_EBP;
  }
  bool is(const ZydisDecodedOperand& operand, ZydisRegister wanted) const {
    return operand.type == ZYDIS_OPERAND_TYPE_REGISTER &&
           ::ZydisRegisterGetLargestEnclosing(mode_, operand.reg.value) == wanted;
  }
  bool is_stack(const ZydisDecodedOperand& operand) const { return is(operand, stack_register()); }

  bool writes(ZydisRegister wanted) const {
    return std::ranges::any_of(found_.all(), [&](const ZydisDecodedOperand& operand) {
      return (operand.actions & ZYDIS_OPERAND_ACTION_MASK_WRITE) != 0 && is(operand, wanted);
    });
  }

  Moved from(ZydisRegister source, std::int64_t displacement) const {
    if (source == stack_register()) return {Moved::From::kStackPointer, displacement};
    if (source == frame_register()) return {Moved::From::kFramePointer, displacement};
    return {Moved::From::kUnknown, 0};
  }

  Moved written(ZydisRegister wanted) const {
    if (!writes(wanted)) return {};
    const auto& to = found_.operand(0);
    const auto& source = found_.operand(1);
    if (to.type != ZYDIS_OPERAND_TYPE_REGISTER || to.reg.value != wanted)
      return {Moved::From::kUnknown, 0};
    const bool immediate = source.type == ZYDIS_OPERAND_TYPE_IMMEDIATE;
    switch (found_.instruction.mnemonic) {
      case ZYDIS_MNEMONIC_ADD:
        return immediate ? from(wanted, source.imm.value.s) : Moved{Moved::From::kUnknown, 0};
      case ZYDIS_MNEMONIC_SUB:
        return immediate && source.imm.value.s != INT64_MIN ? from(wanted, -source.imm.value.s)
                                                            : Moved{Moved::From::kUnknown, 0};
      case ZYDIS_MNEMONIC_MOV:
        return source.type == ZYDIS_OPERAND_TYPE_REGISTER ? from(source.reg.value, 0)
                                                          : Moved{Moved::From::kUnknown, 0};
      case ZYDIS_MNEMONIC_LEA:
        return source.mem.index == ZYDIS_REGISTER_NONE
                   ? from(source.mem.base, source.mem.disp.value)
                   : Moved{Moved::From::kUnknown, 0};
      default:
        return {Moved::From::kUnknown, 0};
    }
  }

  const Decoded& found_;
  ZydisMachineMode mode_;
};

/// Writes the name of an address where Zydis would write the address.
ZyanStatus print_place(const ZydisFormatter*, ZydisFormatterBuffer* buffer,
                       ZydisFormatterContext* context) {
  ZyanU64 address = 0;
  ZYAN_CHECK(::ZydisCalcAbsoluteAddress(context->instruction, context->operand,
                                        context->runtime_address, &address));
  const auto& place = *static_cast<const Decoder::Place*>(context->user_data);
  ZyanString* text = nullptr;
  ZYAN_CHECK(::ZydisFormatterBufferAppend(buffer, ZYDIS_TOKEN_SYMBOL));
  ZYAN_CHECK(::ZydisFormatterBufferGetString(buffer, &text));
  return ::ZyanStringAppendFormat(text, "%s", place(address).c_str());
}

std::string written(const Decoded& found, std::uint64_t address, const Decoder::Place& place) {
  ZydisFormatter formatter;
  ::ZydisFormatterInit(&formatter, ZYDIS_FORMATTER_STYLE_ATT);
  ZydisFormatterFunc print = &print_place;
  Decoder::Place named = place;
  if (place) {
    const void* hook = nullptr;
    static_assert(sizeof(print) == sizeof(hook));
    std::copy_n(reinterpret_cast<const char*>(&print), sizeof hook, reinterpret_cast<char*>(&hook));
    ::ZydisFormatterSetHook(&formatter, ZYDIS_FORMATTER_FUNC_PRINT_ADDRESS_ABS, &hook);
  }
  std::array<char, 256> text{};
  if (!ZYAN_SUCCESS(::ZydisFormatterFormatInstruction(
          &formatter, &found.instruction, found.operands.data(),
          found.instruction.operand_count_visible, text.data(), text.size(), address, &named)))
    return "(cannot be written)";
  return text.data();
}

}  // namespace

Decoder::Decoder(std::unique_ptr<Zydis> zydis) : zydis_(std::move(zydis)) {}
Decoder::Decoder(Decoder&& other) noexcept = default;
Decoder& Decoder::operator=(Decoder&& other) noexcept = default;
Decoder::~Decoder() = default;

std::optional<Decoder> Decoder::of(const Image& image) {
  auto zydis = std::make_unique<Zydis>();
  auto width = ZYDIS_STACK_WIDTH_64;
  if (image.machine() == EM_386) {
    zydis->mode = ZYDIS_MACHINE_MODE_LEGACY_32;
    zydis->address_mask = 0xffffffff;
    width = ZYDIS_STACK_WIDTH_32;
  } else if (image.machine() != EM_X86_64) {
    return std::nullopt;
  }
  if (image.byte_order() != ByteOrder::kLittle) return std::nullopt;
  if (!ZYAN_SUCCESS(::ZydisDecoderInit(&zydis->decoder, zydis->mode, width))) return std::nullopt;
  return Decoder(std::move(zydis));
}

std::optional<Instruction> Decoder::decode(std::string_view code, std::uint64_t address) const {
  const auto found = decoded(zydis_->decoder, code);
  if (!found) return std::nullopt;
  Instruction instruction{.address = address, .length = found->instruction.length};
  instruction.kind = is_padding(*found) ? Kind::kNop : kind_of(*found);
  const bool branch = instruction.kind == Kind::kCall || instruction.kind == Kind::kJump ||
                      instruction.kind == Kind::kConditionalJump;
  ZyanU64 target = 0;
  if (branch && found->operand(0).type == ZYDIS_OPERAND_TYPE_IMMEDIATE &&
      ZYAN_SUCCESS(
          ::ZydisCalcAbsoluteAddress(&found->instruction, &found->operand(0), address, &target)))
    instruction.target = target & zydis_->address_mask;
  const Effects effects(*found, zydis_->mode);
  instruction.reads_memory = effects.reads_memory();
  instruction.stack_pointer = effects.stack_pointer();
  instruction.frame_pointer = effects.frame_pointer();
  return instruction;
}

std::string Decoder::text(std::string_view code, std::uint64_t address, const Place& place,
                          const Anchor& anchor) const {
  auto found = decoded(zydis_->decoder, code);
  if (!found) return "(bad)";
  std::string beside;
  if (place && anchor.register_number >= 0) {
    for (auto& operand : found->operands) {
      if (operand.type != ZYDIS_OPERAND_TYPE_MEMORY ||
          static_cast<int>(operand.mem.base) != anchor.register_number)
        continue;
      const auto at = anchor.value + static_cast<std::uint64_t>(operand.mem.disp.value);
      operand.mem.disp.value = 0;
      beside = "  # " + place(at & zydis_->address_mask);
    }
  }
  return written(*found, address, place) + beside;
}

std::optional<Anchor> Decoder::anchored(std::string_view code, std::uint64_t base) const {
  const auto found = decoded(zydis_->decoder, code);
  if (!found || found->instruction.mnemonic != ZYDIS_MNEMONIC_ADD ||
      found->operand(0).type != ZYDIS_OPERAND_TYPE_REGISTER ||
      found->operand(1).type != ZYDIS_OPERAND_TYPE_IMMEDIATE)
    return std::nullopt;
  return Anchor{.register_number = static_cast<int>(found->operand(0).reg.value),
                .value = (base + found->operand(1).imm.value.u) & zydis_->address_mask};
}

}  // namespace kab::elf
