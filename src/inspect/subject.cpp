#include "inspect/subject.h"

#include <algorithm>

#include "elf/symbols.h"

namespace kab::inspect {

Subject::Subject(const elf::Image& audited)
    : image(audited),
      alternatives(elf::alternatives_of(audited)),
      decoder(elf::Decoder::of(audited)) {
  auto found = elf::dynamic_symbols(image);
  symbols = std::move(found.symbols);
  counted_by = elf::text_of(found.counted_by);
  functions = elf::functions_of(symbols);
  if (!decoder) return;
  std::vector<elf::FunctionRange> ranges;
  for (const auto& function : functions) ranges.push_back(function.range());
  walks = elf::walk_all(image, *decoder, ranges);
}

std::string hex(std::uint64_t value) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  do {
    text += kDigits[value & 15];
    value >>= 4;
  } while (value != 0);
  std::ranges::reverse(text);
  return "0x" + text;
}

std::string counted(std::size_t count, std::string_view what) {
  return std::to_string(count) + " " + std::string(what) + (count == 1 ? "" : "s");
}

std::string place_of(const Subject& subject, std::uint64_t address) {
  for (const auto& function : subject.functions)
    if (address >= function.address && address - function.address < function.size)
      return function.name + "+" + hex(address - function.address) + " (" + hex(address) + ")";
  return hex(address);
}

}  // namespace kab::inspect
