// Code as text: as it stands, for people; and freed from where it stands, for comparing two images.
#pragma once

#include <string>
#include <vector>

#include "elf/alternatives.h"
#include "elf/functions.h"
#include "elf/image.h"
#include "elf/instruction.h"

namespace kab::elf {

/// "     7e7: 0f ae e8              lfence": every instruction of the function, up to the first
/// bytes that are none; addresses of functions are followed by their names.
std::vector<std::string> listing(const Image& image, const Decoder& decoder,
                                 const std::vector<Function>& functions, const FunctionRange& one);

/// Instructions with places written as what they are to the function: "+0x1c" of itself, the name
/// of another one, "page -2 + 0x84" before the image, "data" in it. Code without a name that it
/// calls is a digest of its own normal form. A site of alternatives is what may stand there, so
/// that a patched image and an unpatched one have the same form. Equal forms: the same code, moved.
std::vector<std::string> normal_form(const Image& image, const Decoder& decoder,
                                     const std::vector<Function>& functions,
                                     const Alternatives& alternatives, const FunctionRange& one);

/// FNV-1a with 64 bits (Fowler, Noll & Vo), as 16 hex digits.
std::string digest_of(std::string_view bytes);

}  // namespace kab::elf
