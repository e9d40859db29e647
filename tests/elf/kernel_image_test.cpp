// Kernel files made here: packed with each compression, damaged, and of older and other kinds.
#include "elf/kernel_image.h"

#include <array>
#include <string>
#include <vector>

#include <archive.h>
#include <archive_entry.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "elf/embedded.h"
#include "elf/made_image.h"
#include "elf/symbols.h"

namespace kab::elf {
namespace {

using ::testing::HasSubstr;

constexpr std::size_t kSetup = 3 * 512;

std::string little(std::uint64_t value, std::size_t width) {
  std::string bytes;
  for (std::size_t i = 0; i < width; ++i) bytes += static_cast<char>(value >> (8 * i) & 0xff);
  return bytes;
}

/// Compressed by one of libarchive's filters.
std::string packed(const std::string& content, const char* filter) {
  std::string out(content.size() + 65536, '\0');
  std::size_t used = 0;
  archive* writer = ::archive_write_new();
  ::archive_write_add_filter_by_name(writer, filter);
  ::archive_write_set_format_raw(writer);
  ::archive_write_set_bytes_in_last_block(writer, 1);
  EXPECT_EQ(::archive_write_open_memory(writer, out.data(), out.size(), &used), ARCHIVE_OK);
  archive_entry* entry = ::archive_entry_new();
  ::archive_entry_set_filetype(entry, AE_IFREG);
  ::archive_write_header(writer, entry);
  ::archive_write_data(writer, content.data(), content.size());
  ::archive_entry_free(entry);
  ::archive_write_free(writer);
  out.resize(used);
  return out;
}

/// A kernel file of two setup sectors around `payload`.
std::string boot_image(const std::string& payload) {
  std::string bytes(kSetup, '\0');
  bytes[0x1f1] = 2;
  bytes.replace(0x202, 4, "HdrS");
  bytes.replace(0x206, 2, little(0x20f, 2));
  bytes.replace(0x20e, 2, little(0x100, 2));
  bytes.replace(0x248, 4, little(64, 4));
  bytes.replace(0x24c, 4, little(payload.size(), 4));
  bytes.replace(0x300, 24, "9.9.9-made (who@where) #");
  return bytes + std::string(64, 'c') + payload + std::string(100, '\0');
}

std::string kernel() {
  std::string image = MadeImage({}).bytes();
  for (int i = 0; i < 5000; ++i) image += static_cast<char>(i * 7);
  return image;
}

TEST(KernelImage, IsUnpackedFromEachCompression) {
  for (const auto* filter : {"zstd", "xz", "bzip2", "lzma", "lz4"}) {
    const auto bytes = boot_image(packed(kernel(), filter) + little(kernel().size(), 4));
    EXPECT_TRUE(is_packed_kernel(bytes.substr(0, 1024)));
    const auto found = unpack_kernel(bytes, "bzImage");
    ASSERT_TRUE(found) << found.error().message;
    EXPECT_EQ(found->content, kernel());
    EXPECT_EQ(found->release, "9.9.9-made");
    EXPECT_EQ(found->form, "bzImage (" + std::string(filter) + ")");
  }
}

TEST(KernelImage, OfGzipHasItsSizeInTheStream) {
  const auto found = unpack_kernel(boot_image(packed(kernel(), "gzip")), "bzImage");
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_EQ(found->content, kernel());
}

TEST(KernelImage, InTheOldFrameOfLz4IsUnpacked) {
  // Blocks of literals alone: token, length, bytes.
  std::string block = "\xf0";
  std::size_t left = kernel().size() - 15;
  for (; left >= 255; left -= 255) block += '\xff';
  block += static_cast<char>(left);
  block += kernel();
  const auto stream = "\x02\x21\x4c\x18" + little(block.size(), 4) + block;
  const auto found = unpack_kernel(boot_image(stream + little(kernel().size(), 4)), "bzImage");
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_EQ(found->content, kernel());
}

TEST(KernelImage, ThatIsElfAlreadyIsLeftAlone) {
  const auto found = unpack_kernel(kernel(), "vmlinux").value();
  EXPECT_EQ(found.form, "vmlinux");
  EXPECT_EQ(found.content, kernel());
  EXPECT_EQ(unpack_kernel(boot_image(kernel()), "bzImage")->content, kernel());
}

TEST(KernelImage, MayBeCompressedAlone) {
  EXPECT_EQ(unpack_kernel(packed(kernel(), "gzip"), "vmlinux.gz")->form, "gzip of vmlinux");
  EXPECT_THAT(unpack_kernel(packed("text", "gzip"), "text.gz").error().message,
              HasSubstr("no kernel"));
}

TEST(KernelImage, OfOtherMachinesIsTakenRaw) {
  std::string image(200, 'x');
  image.replace(0x38, 4, "ARM\x64");
  EXPECT_EQ(unpack_kernel(image, "Image")->content, image);
}

TEST(KernelImage, ThatIsDamagedSaysHow) {
  const auto payload = packed(kernel(), "zstd") + little(kernel().size(), 4);
  const auto good = boot_image(payload);
  const auto message = [](const std::string& bytes) {
    const auto found = unpack_kernel(bytes, "it");
    return found ? "nothing wrong" : found.error().message;
  };
  EXPECT_THAT(message(good.substr(0, kSetup + 100)), HasSubstr("cut short"));
  auto old = good;
  old.replace(0x206, 2, little(0x204, 2));
  EXPECT_THAT(message(old), HasSubstr("2.6.26"));
  auto none = good;
  none.replace(0x24c, 4, little(0, 4));
  EXPECT_THAT(message(none), HasSubstr("without a payload"));
  auto strange = good;
  strange[kSetup + 64] = 'x';
  EXPECT_THAT(message(strange), HasSubstr("unknown compression"));
  EXPECT_THAT(message(boot_image(packed(kernel(), "zstd") + little(3, 4))),
              HasSubstr("not the 3 that it says"));
  EXPECT_THAT(message(boot_image(packed("tiny", "zstd") + little(4, 4))), HasSubstr("no ELF file"));
  EXPECT_THAT(message(boot_image("\x1f\x8b")), HasSubstr("cut short"));
  EXPECT_THAT(message("MZ"), HasSubstr("neither"));
}

TEST(KernelImage, CutAnywhereIsAnError) {
  const auto payload = packed(kernel(), "zstd") + little(kernel().size(), 4);
  const auto good = boot_image(payload);
  for (std::size_t size = 0; size < good.size() - 100; size += 7)
    EXPECT_FALSE(unpack_kernel(good.substr(0, size), "cut")) << size;
}

/// Found by its SONAME: the made image's, overwritten with one that has as many letters.
std::string vdso() {
  MadeImage made({});
  made.bytes().replace(MadeImage::kStrings + 1, 10, std::string("linux-gate", 10));
  return made.bytes();
}

TEST(EmbeddedVdsos, AreFoundWhereverTheyLie) {
  const std::string kernel_bytes = kernel() + "xyz" + vdso() +
                                   "\x7f"
                                   "ELF" +
                                   vdso() + "end";
  const auto found = embedded_vdsos(kernel_bytes, "vmlinux");
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].offset, kernel().size() + 3);
  EXPECT_EQ(found[0].image.bytes().size(), MadeImage::kEnd);
  EXPECT_EQ(dynamic_symbols(found[1].image).symbols.size(), 7U);
}

TEST(EmbeddedVdsos, AreNoneInAKernelWithout) {
  EXPECT_TRUE(embedded_vdsos(kernel() + kernel(), "vmlinux").empty());
  const auto cut = kernel() + vdso().substr(0, MadeImage::kEnd - 1);
  EXPECT_TRUE(embedded_vdsos(cut, "vmlinux").empty());
}

}  // namespace
}  // namespace kab::elf
