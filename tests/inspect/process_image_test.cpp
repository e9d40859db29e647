// The mappings of a vDSO in the text of /proc/PID/maps, and the images of this process and others.
#include "inspect/process_image.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace kab::inspect {
namespace {

using ::testing::HasSubstr;

constexpr const char* kMaps =
    "00400000-00452000 r-xp 00000000 08:02 173521 /usr/bin/[vdso]\n"
    "7ffd1000-7ffd3000 r--p 00000000 00:00 0      [vvar]\n"
    "7ffd3000-7ffd5000 r-xp 00000000 00:00 0      [vdso]\n"
    "ffffffffff600000-ffffffffff601000 --xp 00000000 00:00 0  [vsyscall]\n";

TEST(VdsoMappings, AreThoseThatBelongToTheVdso) {
  const auto found = vdso_mappings(kMaps);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].name, "[vvar]");
  EXPECT_EQ(found[1].name, "[vdso]");
  EXPECT_EQ(found[1].start, 0x7ffd3000U);
  EXPECT_EQ(found[1].end, 0x7ffd5000U);
  EXPECT_EQ(found[1].permissions, "r-xp");
}

TEST(VdsoMappings, OfStrangeLinesAreNone) {
  EXPECT_TRUE(vdso_mappings("").empty());
  EXPECT_TRUE(vdso_mappings("x-y r-xp 0 0 0 [vdso]\n").empty());
  EXPECT_TRUE(vdso_mappings("20-10 r-xp 0 0 0 [vdso]\n10 r-xp 0 0 0 [vdso]\n").empty());
}

TEST(ProcessImage, OfThisProcessIsAnElfFileUnlessItHasNone) {
  const auto found = image_of_process("self");
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_TRUE(found->bytes.empty() || found->bytes.starts_with("\x7f"
                                                               "ELF"));
}

TEST(ProcessImage, OfAProcessThatIsNotThereIsAnInputError) {
  const auto found = image_of_process("999999999");
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().kind, ErrorKind::kInput);
  EXPECT_THAT(found.error().message, HasSubstr("999999999"));
}

TEST(ProcessImage, IsEmptyWhereAWorkerHasNone) {
  const auto found = image_from_dump("\n", "worker");
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_TRUE(found->bytes.empty());
  EXPECT_TRUE(found->mappings.empty());
}

TEST(ProcessImage, ComesOutOfAWorkersDump) {
  const auto found = image_from_dump(std::string(kMaps) +
                                         "\n\x7f"
                                         "ELF",
                                     "worker")
                         .value();
  EXPECT_EQ(found.mappings.size(), 2U);
  EXPECT_EQ(found.bytes,
            "\x7f"
            "ELF");
  EXPECT_THAT(image_from_dump("nothing", "worker").error().message, HasSubstr("worker --vdso"));
}

}  // namespace
}  // namespace kab::inspect
