// How many entries the dynamic symbol table has: no loader needs to know, so no field says it.
#pragma once

#include <cstdint>
#include <utility>

#include "elf/dynamic.h"
#include "elf/image.h"
#include "elf/symbols.h"

namespace kab::elf {

/// By DT_HASH, which has as many chains; else by DT_GNU_HASH, whose last chain ends with the last
/// symbol; else by the section header of the table; else by the string table that follows it. Not
/// more than lie in the image after `dynamic.symbols`.
std::pair<std::uint64_t, SymbolCount> count_of_symbols(const Image& image, const Dynamic& dynamic);

/// Bytes of one entry of a symbol table.
std::uint64_t symbol_bytes(const Image& image);

}  // namespace kab::elf
