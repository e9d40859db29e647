#include "workloads/clocks/vdso_symbols.h"

#include <algorithm>
#include <cstring>
#include <string>

#include <elf.h>
#include <link.h>
#include <sys/auxv.h>

namespace kab::workloads {
namespace {

using Header = ElfW(Ehdr);
using Segment = ElfW(Phdr);
using Section = ElfW(Shdr);
using Entry = ElfW(Dyn);
using Symbol = ElfW(Sym);
using Word = std::uint32_t;

/// Reads that cannot leave the image.
class Image {
 public:
  explicit Image(std::span<const std::byte> bytes) : bytes_(bytes) {}

  std::size_t size() const { return bytes_.size(); }

  /// The T at `offset`, unaligned or not; nothing where the image ends before.
  template <class T>
  std::optional<T> at(std::size_t offset) const {
    if (offset > bytes_.size() || bytes_.size() - offset < sizeof(T)) return std::nullopt;
    T value;
    std::memcpy(&value, bytes_.data() + offset, sizeof(T));
    return value;
  }

  /// The i-th T of an array at `offset`.
  template <class T>
  std::optional<T> element(std::size_t offset, std::size_t i) const {
    if (offset > bytes_.size() || i >= bytes_.size() / sizeof(T)) return std::nullopt;
    return at<T>(offset + i * sizeof(T));
  }

  /// Whether `text` and the zero byte that ends it are at `offset`.
  bool has_text(std::size_t offset, std::string_view text) const {
    if (offset >= bytes_.size() || bytes_.size() - offset <= text.size()) return false;
    return std::memcmp(bytes_.data() + offset, text.data(), text.size()) == 0 &&
           bytes_[offset + text.size()] == std::byte{0};
  }

 private:
  std::span<const std::byte> bytes_;
};

/// Offsets in the image; 0 where there is no such table.
struct Tables {
  std::size_t symbols = 0;
  std::size_t strings = 0;
  std::size_t hash = 0;
  std::size_t gnu_hash = 0;
};

std::optional<Header> header_of(const Image& image) {
  const auto header = image.at<Header>(0);
  constexpr unsigned char kClass = sizeof(void*) == 8 ? ELFCLASS64 : ELFCLASS32;
  if (!header || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0) return std::nullopt;
  if (header->e_ident[EI_CLASS] != kClass || header->e_phentsize != sizeof(Segment))
    return std::nullopt;
  return header;
}

/// The address that the first loaded byte is linked to, and where the dynamic section is.
struct Layout {
  std::size_t base = 0;
  std::size_t dynamic = 0;
  std::size_t entries = 0;
  std::size_t end = 0;  // offset behind the last loaded byte
};

std::optional<Layout> layout_of(const Image& image, const Header& header) {
  Layout layout;
  std::optional<std::size_t> base;
  for (std::size_t i = 0; i < header.e_phnum; ++i) {
    const auto segment = image.element<Segment>(header.e_phoff, i);
    if (!segment) return std::nullopt;
    if (segment->p_type == PT_LOAD) {
      if (!base) base = segment->p_vaddr - segment->p_offset;
      layout.end = std::max<std::size_t>(layout.end, segment->p_vaddr - *base + segment->p_memsz);
    } else if (segment->p_type == PT_DYNAMIC) {
      layout.dynamic = segment->p_offset;
      layout.entries = segment->p_filesz / sizeof(Entry);
    }
  }
  if (!base) return std::nullopt;
  layout.base = *base;
  return layout;
}

Tables tables_of(const Image& image, const Layout& layout) {
  Tables tables;
  for (std::size_t i = 0; i < layout.entries; ++i) {
    const auto entry = image.element<Entry>(layout.dynamic, i);
    if (!entry || entry->d_tag == DT_NULL) break;
    const std::size_t offset = entry->d_un.d_ptr - layout.base;
    if (entry->d_tag == DT_SYMTAB) tables.symbols = offset;
    if (entry->d_tag == DT_STRTAB) tables.strings = offset;
    if (entry->d_tag == DT_HASH) tables.hash = offset;
    if (entry->d_tag == DT_GNU_HASH) tables.gnu_hash = offset;
  }
  return tables;
}

/// The table has as many chains as there are symbols.
std::size_t count_by_hash(const Image& image, std::size_t hash) {
  return image.element<Word>(hash, 1).value_or(0);
}

/// The last chain ends with the last symbol: an odd hash marks the end.
std::size_t count_by_gnu_hash(const Image& image, std::size_t hash) {
  const Word buckets = image.element<Word>(hash, 0).value_or(0);
  const Word first = image.element<Word>(hash, 1).value_or(0);
  const Word bloom_words = image.element<Word>(hash, 2).value_or(0);
  if (buckets > image.size() || bloom_words > image.size()) return 0;
  const std::size_t bucket_table = hash + 4 * sizeof(Word) + bloom_words * sizeof(std::size_t);
  Word last = 0;
  for (Word i = 0; i < buckets; ++i)
    last = std::max(last, image.element<Word>(bucket_table, i).value_or(0));
  if (last < first) return first;
  const std::size_t chains = bucket_table + std::size_t{buckets} * sizeof(Word);
  for (;; ++last) {
    const auto chained = image.element<Word>(chains, last - first);
    if (!chained) return 0;
    if ((*chained & 1) != 0) return std::size_t{last} + 1;
  }
}

std::size_t count_by_section(const Image& image, const Header& header) {
  if (header.e_shentsize != sizeof(Section)) return 0;
  for (std::size_t i = 0; i < header.e_shnum; ++i) {
    const auto section = image.element<Section>(header.e_shoff, i);
    if (!section) return 0;
    if (section->sh_type == SHT_DYNSYM) return section->sh_size / sizeof(Symbol);
  }
  return 0;
}

std::size_t count_of_symbols(const Image& image, const Header& header, const Tables& tables) {
  if (tables.hash != 0) return count_by_hash(image, tables.hash);
  if (tables.gnu_hash != 0) return count_by_gnu_hash(image, tables.gnu_hash);
  if (const std::size_t count = count_by_section(image, header); count != 0) return count;
  if (tables.strings <= tables.symbols) return 0;
  return (tables.strings - tables.symbols) / sizeof(Symbol);
}

bool is_function(const Symbol& symbol) {
  const unsigned type = symbol.st_info & 0xf;
  const unsigned binding = symbol.st_info >> 4;
  return symbol.st_shndx != SHN_UNDEF && (type == STT_FUNC || type == STT_NOTYPE) &&
         (binding == STB_GLOBAL || binding == STB_WEAK);
}

}  // namespace

std::optional<std::size_t> find_function(std::span<const std::byte> bytes, std::string_view name) {
  const Image image(bytes);
  const auto header = header_of(image);
  const auto layout = header ? layout_of(image, *header) : std::nullopt;
  if (!layout) return std::nullopt;
  const Tables tables = tables_of(image, *layout);
  if (tables.symbols == 0 || tables.strings == 0) return std::nullopt;
  const std::size_t count = count_of_symbols(image, *header, tables);
  for (std::size_t i = 0; i < count; ++i) {
    const auto symbol = image.element<Symbol>(tables.symbols, i);
    if (!symbol) return std::nullopt;
    if (!is_function(*symbol)) continue;
    const std::size_t text = tables.strings + symbol->st_name;
    if (text < tables.strings || !image.has_text(text, name)) continue;
    const std::size_t offset = symbol->st_value - layout->base;
    if (offset < image.size()) return offset;
  }
  return std::nullopt;
}

std::span<const std::byte> own_vdso() {
  const auto* const start = reinterpret_cast<const std::byte*>(::getauxval(AT_SYSINFO_EHDR));
  if (start == nullptr) return {};
  // Headers are in its first page, and whatever they say is loaded is mapped.
  constexpr std::size_t kPage = 4096;
  const Image first_page({start, kPage});
  const auto header = header_of(first_page);
  const auto layout = header ? layout_of(first_page, *header) : std::nullopt;
  return {start, layout ? layout->end : 0};
}

Result<const void*> vdso_function(std::string_view name) {
  const auto image = own_vdso();
  if (image.empty()) return fail_unavailable("this kernel gives programs no vDSO");
  const auto offset = find_function(image, name);
  if (!offset) return fail_unavailable("this kernel's vDSO has no " + std::string(name));
  return static_cast<const void*>(image.data() + *offset);
}

}  // namespace kab::workloads
