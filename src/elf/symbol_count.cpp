#include "elf/symbol_count.h"

#include <algorithm>
#include <optional>

#include <elf.h>

namespace kab::elf {
namespace {

constexpr std::size_t kWord = 4;

/// Words of DT_HASH have 4 bytes, but on two machines.
std::size_t hash_word(const Image& image) {
  constexpr std::uint16_t kAlpha = 0x9026;
  const bool wide = image.is_64_bit() && (image.machine() == EM_S390 || image.machine() == kAlpha);
  return wide ? 8 : kWord;
}

std::uint64_t count_by_hash(const Image& image, std::uint64_t hash) {
  const std::size_t width = hash_word(image);
  return image.number_at_offset(hash + width, width).value_or(0);
}

/// The symbol that begins the chain furthest back; 0 where no chain has any.
std::uint64_t last_chain(const Image& image, std::uint64_t buckets_at, std::uint64_t buckets) {
  std::uint64_t last = 0;
  for (std::uint64_t i = 0; i < buckets; ++i) {
    const auto bucket = image.number_at_offset(buckets_at + i * kWord, kWord);
    if (!bucket) return 0;
    last = std::max(last, *bucket);
  }
  return last;
}

std::uint64_t count_by_gnu_hash(const Image& image, std::uint64_t hash) {
  const auto buckets = image.number_at_offset(hash, kWord);
  const auto first = image.number_at_offset(hash + kWord, kWord);
  const auto bloom_words = image.number_at_offset(hash + 2 * kWord, kWord);
  if (!buckets || !first || !bloom_words) return 0;
  const std::uint64_t buckets_at = hash + 4 * kWord + *bloom_words * image.address_bytes();
  const std::uint64_t last = last_chain(image, buckets_at, *buckets);
  if (last < *first) return *first;
  const std::uint64_t chains = buckets_at + *buckets * kWord;
  for (std::uint64_t at = last;; ++at) {
    const auto chained = image.number_at_offset(chains + (at - *first) * kWord, kWord);
    if (!chained) return 0;
    if ((*chained & 1) != 0) return at + 1;
  }
}

std::uint64_t count_by_section(const Image& image) {
  const auto found = std::ranges::find(image.sections(), SHT_DYNSYM, &Section::type);
  return found == image.sections().end() ? 0 : found->size / symbol_bytes(image);
}

}  // namespace

std::uint64_t symbol_bytes(const Image& image) {
  return image.is_64_bit() ? sizeof(Elf64_Sym) : sizeof(Elf32_Sym);
}

std::pair<std::uint64_t, SymbolCount> count_of_symbols(const Image& image, const Dynamic& dynamic) {
  const std::uint64_t at = dynamic.symbols.value_or(image.bytes().size());
  const std::uint64_t most = (image.bytes().size() - at) / symbol_bytes(image);
  const auto found = [&](std::uint64_t count, SymbolCount by) {
    return std::pair(std::min(count, most), by);
  };
  if (dynamic.hash)
    if (const auto count = count_by_hash(image, *dynamic.hash); count != 0)
      return found(count, SymbolCount::kHash);
  if (dynamic.gnu_hash)
    if (const auto count = count_by_gnu_hash(image, *dynamic.gnu_hash); count != 0)
      return found(count, SymbolCount::kGnuHash);
  if (const auto count = count_by_section(image); count != 0)
    return found(count, SymbolCount::kSection);
  if (dynamic.strings && *dynamic.strings > at)
    return found((*dynamic.strings - at) / symbol_bytes(image), SymbolCount::kStrings);
  return {0, SymbolCount::kNothing};
}

}  // namespace kab::elf
