// Two images compared: moved code is the same code, a changed instruction is shown.
#include "inspect/vdso_diff.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "elf/made_image.h"
#include "inspect/images.h"

namespace kab::inspect {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

model::VdsoDiff diff_between(const std::string& before, const std::string& after) {
  const auto old_image = image_named(before);
  const auto new_image = image_named(after);
  return diff_of({&old_image, before, {}}, {&new_image, after, {}});
}

TEST(VdsoDiff, OfAnImageAndItselfIsEmpty) {
  const auto diff = diff_between("clean", "clean");
  EXPECT_THAT(diff.changes, IsEmpty());
  EXPECT_EQ(diff.unchanged, 3U);
  EXPECT_THAT(diff.appeared, IsEmpty());
}

TEST(VdsoDiff, DoesNotMindThatCodeHasMoved) {
  EXPECT_THAT(diff_between("clean", "moved").changes, IsEmpty());
}

TEST(VdsoDiff, DoesNotMindAlternativesThatWereApplied) {
  EXPECT_THAT(diff_between("clean", "patched").changes, IsEmpty());
}

TEST(VdsoDiff, ShowsTheInstructionThatChanged) {
  const auto diff = diff_between("clean", "changed");
  ASSERT_EQ(diff.changes.size(), 1U);
  EXPECT_EQ(diff.changes[0].function, "__vdso_time");
  EXPECT_EQ(diff.changes[0].kind, "changed");
  ASSERT_EQ(diff.changes[0].lines.size(), 1U);
  EXPECT_THAT(diff.changes[0].lines[0], HasSubstr("+inc"));
}

TEST(VdsoDiff, NamesWhatWasAddedAndRemoved) {
  const auto added = diff_between("no-gettime64", "clean32");
  ASSERT_EQ(added.changes.size(), 1U);
  EXPECT_EQ(added.changes[0].kind, "added");
  EXPECT_EQ(added.changes[0].function, "__vdso_clock_gettime64");
  EXPECT_THAT(codes_of(added.gone), ElementsAre("no-clock-gettime64"));
  EXPECT_EQ(diff_between("clean32", "no-gettime64").changes[0].kind, "removed");
}

TEST(VdsoDiff, NamesFindingsThatAppeared) {
  const auto diff = diff_between("clean", "no-cfi");
  EXPECT_THAT(codes_of(diff.appeared), ElementsAre("no-unwind-info"));
  EXPECT_THAT(codes_of(diff.gone), IsEmpty());
}

TEST(VdsoDiff, OfAnotherMachineComparesBytes) {
  elf::MadeImage made({.machine = EM_AARCH64});
  const auto before = made.image().value();
  made.bytes()[elf::MadeImage::kText + 0x41] = 1;
  const auto after = made.image().value();
  const auto diff = diff_of({&before, "old", {}}, {&after, "new", {}});
  ASSERT_EQ(diff.changes.size(), 1U);
  EXPECT_EQ(diff.changes[0].function, "last");
}

TEST(ChangedLines, AreTheLeastThatDiffer) {
  EXPECT_THAT(changed_lines({"a", "b", "c", "d"}, {"a", "c", "x", "d"}), ElementsAre("-b", "+x"));
  EXPECT_THAT(changed_lines({"a"}, {"a"}), IsEmpty());
  EXPECT_THAT(changed_lines({}, {"a"}), ElementsAre("+a"));
}

}  // namespace
}  // namespace kab::inspect
