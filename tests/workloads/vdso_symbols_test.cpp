// The reader of vDSO images, over images made here: right ones and, byte by byte, wrong ones.
#include "workloads/clocks/vdso_symbols.h"

#include <cstring>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <link.h>
#include <time.h>

#include "base/random.h"

namespace kab::workloads {
namespace {

using Bytes = std::vector<std::byte>;
using ::testing::HasSubstr;

/// What says how many symbols there are.
enum class Count { kHash, kGnuHash, kSection, kStrings };

/// An image whose first byte is linked to `base`, with room for each part at a fixed place.
class MadeImage {
 public:
  static constexpr std::size_t kDynamic = 0x200;
  static constexpr std::size_t kSymbols = 0x400;
  static constexpr std::size_t kStrings = 0x500;
  static constexpr std::size_t kSections = 0x600;
  static constexpr std::size_t kHash = 0x780;  // last, so that what runs on runs out
  static constexpr std::size_t kEnd = 0x800;

  explicit MadeImage(Count count, std::size_t base = 0) : bytes_(kEnd), base_(base) {
    put_header(count);
    put_symbol(0, "", 0, 0, 0);
    put_symbol(1, "imported", 0x700, (STB_GLOBAL << 4) | STT_FUNC, SHN_UNDEF);
    put_symbol(2, "local", 0x700, (STB_LOCAL << 4) | STT_FUNC, 1);
    put_symbol(3, "clock", 0x710, (STB_GLOBAL << 4) | STT_FUNC, 1);
    put_symbol(4, "clock_long", 0x720, (STB_WEAK << 4) | STT_FUNC, 1);
    put_symbol(5, "object", 0x730, (STB_GLOBAL << 4) | STT_OBJECT, 1);
    put_symbol(6, "outside", 0x7000, (STB_GLOBAL << 4) | STT_FUNC, 1);
    put_symbol(7, "last", 0x740, (STB_GLOBAL << 4) | STT_FUNC, 1);
    put_count(count);
  }

  Bytes& bytes() { return bytes_; }

  template <class T>
  void put(std::size_t at, const T& value) {
    std::memcpy(bytes_.data() + at, &value, sizeof value);
  }

 private:
  static constexpr std::size_t kCount = 8;

  void put_header(Count count) {
    ElfW(Ehdr) header = {};
    std::memcpy(header.e_ident, ELFMAG, SELFMAG);
    header.e_ident[EI_CLASS] = sizeof(void*) == 8 ? ELFCLASS64 : ELFCLASS32;
    header.e_phoff = sizeof header;
    header.e_phentsize = sizeof(ElfW(Phdr));
    header.e_phnum = 2;
    if (count == Count::kSection) {
      header.e_shoff = kSections;
      header.e_shentsize = sizeof(ElfW(Shdr));
      header.e_shnum = 2;
    }
    put(0, header);
    ElfW(Phdr) load = {};
    load.p_type = PT_LOAD;
    load.p_vaddr = base_;
    load.p_memsz = kEnd;
    put(sizeof header, load);
    ElfW(Phdr) dynamic = {};
    dynamic.p_type = PT_DYNAMIC;
    dynamic.p_offset = kDynamic;
    dynamic.p_vaddr = base_ + kDynamic;
    dynamic.p_filesz = 4 * sizeof(ElfW(Dyn));
    put(sizeof header + sizeof load, dynamic);
    put_dynamic(0, DT_SYMTAB, kSymbols);
    put_dynamic(1, DT_STRTAB, kStrings);
    if (count == Count::kHash) put_dynamic(2, DT_HASH, kHash);
    if (count == Count::kGnuHash) put_dynamic(2, DT_GNU_HASH, kHash);
  }

  void put_dynamic(std::size_t i, int tag, std::size_t offset) {
    ElfW(Dyn) entry = {};
    entry.d_tag = tag;
    entry.d_un.d_ptr = base_ + offset;
    put(kDynamic + i * sizeof entry, entry);
  }

  void put_symbol(std::size_t i, std::string_view name, std::size_t at, unsigned char kind,
                  std::uint16_t section) {
    ElfW(Sym) symbol = {};
    symbol.st_name = static_cast<std::uint32_t>(strings_);
    symbol.st_info = kind;
    symbol.st_shndx = section;
    symbol.st_value = base_ + at;
    put(kSymbols + i * sizeof symbol, symbol);
    std::memcpy(bytes_.data() + kStrings + strings_, name.data(), name.size());
    strings_ += name.size() + 1;
  }

  void put_words(std::size_t at, std::initializer_list<std::uint32_t> words) {
    for (const std::uint32_t word : words) {
      put(at, word);
      at += sizeof word;
    }
  }

  void put_count(Count count) {
    // One bucket, of a chain that begins at symbol 3; one Bloom word of the class's size.
    if (count == Count::kHash) put_words(kHash, {1, kCount});
    if (count == Count::kGnuHash) {
      put_words(kHash, {1, 3, 1, 0});
      put_words(kHash + 16 + sizeof(std::size_t), {3, 2, 2, 2, 2, 3});
    }
    if (count == Count::kSection) {
      ElfW(Shdr) section = {};
      section.sh_type = SHT_DYNSYM;
      section.sh_size = kCount * sizeof(ElfW(Sym));
      put(kSections + sizeof section, section);
    }
  }

  Bytes bytes_;
  std::size_t base_;
  std::size_t strings_ = 0;
};

constexpr Count kCounts[] = {Count::kHash, Count::kGnuHash, Count::kSection, Count::kStrings};

TEST(VdsoSymbols, AreFoundWhateverSaysHowManyThereAre) {
  for (const Count count : kCounts) {
    MadeImage image(count);
    EXPECT_EQ(find_function(image.bytes(), "clock"), 0x710U) << static_cast<int>(count);
    EXPECT_EQ(find_function(image.bytes(), "clock_long"), 0x720U);
    EXPECT_EQ(find_function(image.bytes(), "last"), 0x740U);
  }
}

TEST(VdsoSymbols, AreFoundInAnImageThatIsLinkedElsewhere) {
  MadeImage image(Count::kHash, 0x10000);
  EXPECT_EQ(find_function(image.bytes(), "clock"), 0x710U);
}

TEST(VdsoSymbols, HaveToBeDefinedFunctionsInsideTheImage) {
  MadeImage image(Count::kHash);
  for (const auto* const name :
       {"imported", "local", "object", "outside", "cloc", "clock_longer", "none", ""})
    EXPECT_EQ(find_function(image.bytes(), name), std::nullopt) << name;
}

TEST(VdsoSymbols, AreNotFoundWhereThereIsNoImageOfThisClass) {
  EXPECT_EQ(find_function({}, "clock"), std::nullopt);
  MadeImage other_class(Count::kHash);
  other_class.bytes()[EI_CLASS] ^= std::byte{3};
  EXPECT_EQ(find_function(other_class.bytes(), "clock"), std::nullopt);
  MadeImage no_elf(Count::kHash);
  no_elf.bytes()[0] = std::byte{0};
  EXPECT_EQ(find_function(no_elf.bytes(), "clock"), std::nullopt);
}

TEST(VdsoSymbols, OfATruncatedImageAreFoundOrNotButNothingElse) {
  for (const Count count : kCounts) {
    MadeImage image(count);
    for (std::size_t size = 0; size < MadeImage::kEnd; ++size) {
      const Bytes cut(image.bytes().begin(), image.bytes().begin() + static_cast<long>(size));
      const auto found = find_function(cut, "clock");
      EXPECT_EQ(found.value_or(0x710U), 0x710U);
    }
  }
}

TEST(VdsoSymbols, SurviveAnyByteThatIsWrong) {
  for (const Count count : kCounts) {
    for (std::size_t at = 0; at < MadeImage::kEnd; ++at) {
      for (const auto value : {std::byte{0}, std::byte{0x7f}, std::byte{0xff}}) {
        MadeImage image(count);
        image.bytes()[at] = value;
        const auto found = find_function(image.bytes(), "last");
        EXPECT_LT(found.value_or(0), MadeImage::kEnd);
      }
    }
  }
}

TEST(VdsoSymbols, SurviveManyBytesThatAreWrong) {
  Random random(20'240'501);
  for (int round = 0; round < 5000; ++round) {
    MadeImage image(kCounts[random.below(4)]);
    for (std::uint64_t left = random.below(12); left > 0; --left)
      image.bytes()[random.below(MadeImage::kEnd)] = static_cast<std::byte>(random.below(256));
    const auto found = find_function(image.bytes(), "clock_long");
    EXPECT_LT(found.value_or(0), MadeImage::kEnd);
  }
}

TEST(VdsoSymbols, AGnuHashWithoutAnEndEndsWithTheImage) {
  MadeImage image(Count::kGnuHash);
  for (std::size_t at = MadeImage::kHash + 16 + sizeof(std::size_t) + 4; at < MadeImage::kEnd;
       at += 4)
    image.put(at, std::uint32_t{2});
  EXPECT_EQ(find_function(image.bytes(), "clock"), std::nullopt);
}

TEST(VdsoSymbols, OfThisKernelAreTheOnesThatTheCLibraryCalls) {
  if (own_vdso().empty()) {
    EXPECT_THAT(vdso_function("__vdso_clock_gettime").error().message, HasSubstr("no vDSO"));
    return;
  }
  const auto found = vdso_function("__vdso_clock_gettime");
  ASSERT_TRUE(found) << found.error().message;
  using Function = int (*)(clockid_t, timespec*);
  const auto get = reinterpret_cast<Function>(reinterpret_cast<std::uintptr_t>(*found));
  timespec before = {};
  timespec now = {};
  ASSERT_EQ(::clock_gettime(CLOCK_MONOTONIC, &before), 0);
  ASSERT_EQ(get(CLOCK_MONOTONIC, &now), 0);
  EXPECT_GE(now.tv_sec, before.tv_sec);
  EXPECT_LE(now.tv_sec, before.tv_sec + 600);
}

TEST(VdsoSymbols, ThatAreMissingAreNamed) {
  const auto missing = vdso_function("__vdso_moon_phase");
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().kind, ErrorKind::kUnavailable);
  EXPECT_EQ(missing.error().message, own_vdso().empty()
                                         ? "this kernel gives programs no vDSO"
                                         : "this kernel's vDSO has no __vdso_moon_phase");
}

}  // namespace
}  // namespace kab::workloads
