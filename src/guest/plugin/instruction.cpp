#include "guest/plugin/instruction.h"

#include <algorithm>

namespace kab::guest {
namespace {

bool is_legacy_prefix(unsigned char byte) {
  switch (byte) {
    case 0x26:
    case 0x2e:
    case 0x36:
    case 0x3e:
    case 0x64:
    case 0x65:  // segments
    case 0x66:
    case 0x67:  // operand and address size
    case 0xf0:
    case 0xf2:
    case 0xf3:
      return true;
    default:
      return false;
  }
}

bool is_repeat(unsigned char byte) { return byte == 0xf2 || byte == 0xf3; }
bool is_rex(unsigned char byte) { return (byte & 0xf0) == 0x40; }

std::optional<std::uint64_t> accesses_of(unsigned char opcode) {
  switch (opcode) {
    case 0x6c:  // ins: QEMU tries the store before it reads the port
    case 0x6d:
    case 0xa4:  // movs
    case 0xa5:
    case 0xa6:  // cmps
    case 0xa7:
      return 2;
    case 0x6e:  // outs
    case 0x6f:
    case 0xaa:  // stos
    case 0xab:
    case 0xac:  // lods
    case 0xad:
    case 0xae:  // scas
    case 0xaf:
      return 1;
    default:
      return std::nullopt;
  }
}

}  // namespace

std::optional<wire::Mark> mark_of(InstructionBytes bytes) {
  if (bytes.size() != wire::kMarkPrefix.size() + 1) return std::nullopt;
  if (!std::ranges::equal(bytes.first(wire::kMarkPrefix.size()), wire::kMarkPrefix))
    return std::nullopt;
  for (const auto mark : {wire::Mark::kOrder, wire::Mark::kBegin, wire::Mark::kEnd})
    if (static_cast<unsigned char>(mark) == bytes.back()) return mark;
  return std::nullopt;
}

std::optional<std::uint64_t> accesses_of_string(InstructionBytes bytes) {
  if (bytes.size() < 2) return std::nullopt;
  auto prefixes = bytes.first(bytes.size() - 1);
  if (is_rex(prefixes.back())) prefixes = prefixes.first(prefixes.size() - 1);
  if (!std::ranges::all_of(prefixes, is_legacy_prefix)) return std::nullopt;
  if (std::ranges::none_of(prefixes, is_repeat)) return std::nullopt;
  return accesses_of(bytes.back());
}

}  // namespace kab::guest
