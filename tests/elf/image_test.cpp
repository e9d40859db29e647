// Images read from bytes, made here in both classes and byte orders: right, cut short, and wrong.
#include "elf/image.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "elf/dynamic.h"
#include "elf/machine.h"
#include "elf/made_image.h"
#include "elf/notes.h"

namespace kab::elf {
namespace {

using ::testing::HasSubstr;

class ImageOf : public ::testing::TestWithParam<Shape> {};

INSTANTIATE_TEST_SUITE_P(
    EachKind, ImageOf,
    ::testing::Values(Shape{}, Shape{.base = 0xffffffffff700000},
                      Shape{.is_64_bit = false, .machine = EM_386},
                      Shape{.order = ByteOrder::kBig, .machine = EM_S390},
                      Shape{.is_64_bit = false, .order = ByteOrder::kBig, .machine = EM_PPC}));

TEST_P(ImageOf, HasHeadersSegmentsAndSections) {
  const auto image = MadeImage(GetParam()).image().value();
  EXPECT_EQ(image.is_64_bit(), GetParam().is_64_bit);
  EXPECT_EQ(image.byte_order(), GetParam().order);
  EXPECT_EQ(image.machine(), GetParam().machine);
  EXPECT_EQ(image.type(), ET_DYN);
  EXPECT_EQ(image.entry(), GetParam().base + MadeImage::kText);
  ASSERT_EQ(image.segments().size(), 3U);
  EXPECT_EQ(image.segments()[0].memory_size, MadeImage::kEnd);
  ASSERT_NE(image.section(".dynsym"), nullptr);
  EXPECT_EQ(image.section(".dynsym")->offset, MadeImage::kSymbols);
  EXPECT_EQ(image.section(".text"), nullptr);
}

TEST_P(ImageOf, SaysItsNameBuildAndSoname) {
  const auto image = MadeImage(GetParam()).image().value();
  EXPECT_EQ(build_id_of(image), "deadbeef");
  EXPECT_EQ(dynamic_of(image).value().soname, "made.so.1");
}

TEST_P(ImageOf, HoldsAddressesAsItsSegmentsMapThem) {
  const auto image = MadeImage(GetParam()).image().value();
  const std::uint64_t text = GetParam().base + MadeImage::kText;
  EXPECT_EQ(image.offset_of(text), MadeImage::kText);
  EXPECT_EQ(image.address_of(MadeImage::kText), text);
  EXPECT_TRUE(image.is_code(text));
  EXPECT_EQ(image.offset_of(GetParam().base + MadeImage::kEnd), std::nullopt);
  EXPECT_EQ(image.bytes_at(GetParam().base, 4).value(), ELFMAG);
  EXPECT_EQ(image.bytes_at(GetParam().base + MadeImage::kEnd - 1, 2), std::nullopt);
}

TEST_P(ImageOf, CutShortIsAnErrorOrHasLess) {
  MadeImage made(GetParam());
  for (std::size_t size = 0; size < MadeImage::kEnd; ++size) {
    const auto image = Image::from_bytes(made.bytes().substr(0, size), "cut");
    if (!image) {
      EXPECT_EQ(image.error().kind, ErrorKind::kInput);
      EXPECT_THAT(image.error().message, HasSubstr("cut")) << size;
      continue;
    }
    EXPECT_THAT(build_id_of(*image), ::testing::AnyOf("", "deadbeef"));
    EXPECT_EQ(image->bytes_at(GetParam().base, MadeImage::kEnd), std::nullopt);
  }
}

TEST(Image, IsRefusedWhereItIsNone) {
  EXPECT_THAT(Image::from_bytes("", "nothing").error().message, HasSubstr("nothing is not an ELF"));
  EXPECT_THAT(Image::from_bytes("\x7f"
                                "ELF",
                                "head")
                  .error()
                  .message,
              HasSubstr("cut short"));
  MadeImage made({});
  made.bytes()[EI_CLASS] = 3;
  EXPECT_THAT(made.image().error().message, HasSubstr("unknown class"));
  made.bytes()[EI_CLASS] = ELFCLASS64;
  made.bytes()[EI_DATA] = 7;
  EXPECT_THAT(made.image().error().message, HasSubstr("byte order"));
}

TEST(Image, WithoutSectionHeadersHasNoSections) {
  EXPECT_TRUE(MadeImage({.sections = false}).image().value().sections().empty());
}

TEST(Image, ReadsNumbersOnlyWhereTheyAreWhole) {
  const auto image = MadeImage({}).image().value();
  EXPECT_EQ(image.number_at_offset(0, 4), 0x464c457fU);
  EXPECT_EQ(image.number_at_offset(MadeImage::kEnd - 1, 1), 0U);
  EXPECT_EQ(image.number_at_offset(MadeImage::kEnd - 1, 2), std::nullopt);
  EXPECT_EQ(image.number_at_offset(~std::uint64_t{0}, 4), std::nullopt);
}

TEST(Image, ReadsTextOnlyWhereItEnds) {
  MadeImage made({});
  EXPECT_EQ(made.image()->text_at_offset(MadeImage::kStrings + 1), "made.so.1");
  EXPECT_EQ(made.image()->text_at_offset(MadeImage::kStrings + 1, 4), std::nullopt);
  EXPECT_EQ(made.image()->text_at_offset(MadeImage::kEnd), std::nullopt);
  made.bytes().back() = 'x';
  EXPECT_EQ(made.image()->text_at_offset(MadeImage::kEnd - 1), std::nullopt);
}

TEST(Dynamic, TellsOfTextRelocations) {
  MadeImage made({.hash = false});
  EXPECT_FALSE(dynamic_of(made.image().value())->text_relocations);
  made.put(MadeImage::kDynamic + 16 * 7, DT_FLAGS, 8);
  made.put(MadeImage::kDynamic + 16 * 7 + 8, DF_TEXTREL, 8);
  EXPECT_TRUE(dynamic_of(made.image().value())->text_relocations);
}

TEST(MachineName, IsTheOneOfItsKernel) {
  EXPECT_EQ(machine_name(MadeImage({}).image().value()), "x86_64");
  EXPECT_EQ(machine_name(MadeImage({.is_64_bit = false}).image().value()), "x32");
  EXPECT_EQ(machine_name(MadeImage({.machine = EM_AARCH64}).image().value()), "aarch64");
  EXPECT_EQ(machine_name(MadeImage({.machine = 60000}).image().value()), "machine 60000");
}

}  // namespace
}  // namespace kab::elf
