// The symbols of images with every combination of hash tables and section headers.
#include "elf/symbols.h"

#include <algorithm>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/random.h"
#include "elf/made_image.h"
#include "elf/symbol_index.h"

namespace kab::elf {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string> names_of(const std::vector<Symbol>& symbols) {
  std::vector<std::string> names;
  for (const auto& symbol : symbols) names.push_back(symbol.name);
  return names;
}

std::vector<Shape> shapes() {
  return {Shape{}, Shape{.base = 0xffffffffff700000}, Shape{.is_64_bit = false, .machine = EM_386},
          Shape{.order = ByteOrder::kBig, .machine = EM_PPC64},
          Shape{.is_64_bit = false, .order = ByteOrder::kBig, .machine = EM_PPC}};
}

TEST(DynamicSymbols, AreAllThereWhateverCountsThem) {
  for (auto shape : shapes()) {
    for (const auto count : {SymbolCount::kHash, SymbolCount::kGnuHash, SymbolCount::kSection,
                             SymbolCount::kStrings}) {
      shape.hash = count == SymbolCount::kHash;
      shape.gnu_hash = count == SymbolCount::kGnuHash;
      shape.sections = count == SymbolCount::kSection;
      const auto found = dynamic_symbols(MadeImage(shape).image().value());
      EXPECT_EQ(found.counted_by, count);
      const auto names = names_of(found.symbols);
      ASSERT_GE(names.size(), 7U) << text_of(count);
      EXPECT_THAT(std::vector(names.begin(), names.begin() + 7),
                  ElementsAre("imported", "local", "clock", "clock_too", "", "object", "last"))
          << text_of(count);
    }
  }
}

TEST(DynamicSymbols, HaveTheirVersions) {
  for (const auto& shape : shapes()) {
    const auto symbols = dynamic_symbols(MadeImage(shape).image().value()).symbols;
    EXPECT_EQ(symbols.at(1).version, "");
    EXPECT_EQ(symbols.at(2).version, "MADE_1");
    EXPECT_EQ(symbols.at(2).address, shape.base + MadeImage::kText + 0x10);
    EXPECT_EQ(symbols.at(2).size, 16U);
  }
}

TEST(DynamicSymbols, OfTheWideHashOfS390AreCounted) {
  MadeImage made({.order = ByteOrder::kBig, .machine = EM_S390, .gnu_hash = false});
  made.put(MadeImage::kHash, 1, 8);
  made.put(MadeImage::kHash + 8, MadeImage::kSymbolCount, 8);
  EXPECT_EQ(dynamic_symbols(made.image().value()).symbols.size(), 7U);
}

TEST(DynamicSymbols, AreThoseOfTheImageWhateverItClaims) {
  MadeImage made({});
  made.put(MadeImage::kHash + 4, 0xffffffff, 4);
  EXPECT_LE(dynamic_symbols(made.image().value()).symbols.size(), MadeImage::kEnd / 24);
}

TEST(DynamicSymbols, AreNoneWhereAGnuHashHasNoEnd) {
  MadeImage made({.hash = false, .sections = false});
  for (std::size_t at = MadeImage::kGnuHash + 28; at + 4 <= MadeImage::kEnd; at += 4)
    made.put(at, 2, 4);
  // What is left to count by is the string table.
  EXPECT_EQ(dynamic_symbols(made.image().value()).counted_by, SymbolCount::kStrings);
}

void expect_no_more_than_there_is(MadeImage& made, std::size_t size) {
  const auto image = Image::from_bytes(made.bytes().substr(0, size), "cut");
  if (!image) return;
  EXPECT_LE(all_symbols(*image).size() + dynamic_symbols(*image).symbols.size(), size);
}

TEST(DynamicSymbols, SurviveTruncation) {
  for (const auto& shape : shapes()) {
    MadeImage made(shape);
    for (std::size_t size = 0; size < MadeImage::kEnd; ++size)
      expect_no_more_than_there_is(made, size);
  }
}

TEST(DynamicSymbols, SurviveAnyWrongByte) {
  Random random(20'260'101);
  for (int round = 0; round < 2000; ++round) {
    MadeImage made(shapes()[random.below(5)]);
    for (std::uint64_t left = random.below(12); left > 0; --left)
      made.bytes()[random.below(MadeImage::kEnd)] = static_cast<char>(random.below(256));
    expect_no_more_than_there_is(made, MadeImage::kEnd);
  }
}

TEST(AllSymbols, AreThoseOfTheSectionsElseOfTheLoader) {
  const auto with = all_symbols(MadeImage({}).image().value());
  const auto without = all_symbols(MadeImage({.sections = false}).image().value());
  EXPECT_EQ(names_of(with), names_of(without));
  EXPECT_TRUE(std::ranges::is_sorted(with, {}, &Symbol::address));
}

TEST(ExportedFunctions, AreDefinedAndNotLocal) {
  std::vector<std::string> names;
  for (const auto& symbol : dynamic_symbols(MadeImage({}).image().value()).symbols)
    if (is_exported_function(symbol)) names.push_back(symbol.name);
  EXPECT_THAT(names, ElementsAre("clock", "clock_too", "", "last"));
}

Symbol function(std::string name, std::uint64_t address, std::uint64_t size,
                unsigned char binding = STB_GLOBAL) {
  return {.name = std::move(name),
          .version = {},
          .address = address,
          .size = size,
          .type = STT_FUNC,
          .binding = binding,
          .section = 1};
}

TEST(SymbolIndex, FindsTheSymbolWhoseRangeHoldsTheAddress) {
  const SymbolIndex index({function("second", 0x200, 0x10), function("first", 0x100, 0x20)});
  EXPECT_EQ(index.at(0xff), nullptr);
  EXPECT_EQ(index.at(0x100)->name, "first");
  EXPECT_EQ(index.at(0x11f)->name, "first");
  EXPECT_EQ(index.at(0x120), nullptr);
  EXPECT_EQ(index.at(0x20f)->name, "second");
  EXPECT_EQ(index.at(0x210), nullptr);
}

TEST(SymbolIndex, TakesOneWithoutSizeUpToTheNext) {
  const SymbolIndex index({function("entry", 0x100, 0), function("next", 0x200, 4)});
  EXPECT_EQ(index.at(0x1ff)->name, "entry");
  EXPECT_EQ(index.at(0x203)->name, "next");
}

TEST(SymbolIndex, PrefersTheGlobalAndLongerName) {
  const SymbolIndex index({function("local", 0x100, 0x20, STB_LOCAL), function("b", 0x100, 0x20),
                           function("a", 0x100, 0x10)});
  EXPECT_EQ(index.at(0x100)->name, "b");
}

TEST(SymbolIndex, LeavesOutWhatIsNoCode) {
  auto object = function("object", 0x100, 8);
  object.type = STT_OBJECT;
  auto mark = function("$x", 0x100, 0);
  mark.type = STT_NOTYPE;
  auto missing = function("missing", 0x100, 8);
  missing.section = SHN_UNDEF;
  EXPECT_THAT(SymbolIndex({object, mark, missing}).symbols(), IsEmpty());
}

}  // namespace
}  // namespace kab::elf
