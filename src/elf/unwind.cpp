#include "elf/unwind.h"

#include <cstdlib>

#include <dwarf.h>

namespace kab::elf {
namespace {

std::optional<Frame::Cfa> cfa_of(Dwarf_Frame* frame) {
  Dwarf_Op* operations = nullptr;
  std::size_t count = 0;
  if (::dwarf_frame_cfa(frame, &operations, &count) != 0 || count != 1) return std::nullopt;
  const Dwarf_Op& one = *operations;
  if (one.atom == DW_OP_bregx)
    return Frame::Cfa{one.number, static_cast<std::int64_t>(one.number2)};
  if (one.atom >= DW_OP_breg0 && one.atom <= DW_OP_breg31)
    return Frame::Cfa{static_cast<std::uint64_t>(one.atom - DW_OP_breg0),
                      static_cast<std::int64_t>(one.number)};
  return std::nullopt;
}

struct Free {
  void operator()(Dwarf_Frame* frame) const { std::free(frame); }
};

}  // namespace

Unwind::Unwind(const Image& image) : cfi_(::dwarf_getcfi_elf(image.handle())) {}

std::optional<Frame> Unwind::at(std::uint64_t address) const {
  if (!cfi_) return std::nullopt;
  Dwarf_Frame* found = nullptr;
  if (::dwarf_cfi_addrframe(cfi_.get(), address, &found) != 0) return std::nullopt;
  const std::unique_ptr<Dwarf_Frame, Free> owner(found);
  Frame frame;
  ::dwarf_frame_info(found, &frame.start, &frame.end, &frame.is_signal_frame);
  frame.cfa = cfa_of(found);
  return frame;
}

}  // namespace kab::elf
