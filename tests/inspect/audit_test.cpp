// The audit over images of which exactly one thing is wrong, and over their clean twins.
#include "inspect/audit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/random.h"
#include "elf/made_image.h"
#include "inspect/images.h"
#include "inspect/vdso_image.h"

namespace kab::inspect {
namespace {

using elf::MadeImage;
using model::VdsoWeight;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

const AuditContext kInMemory = {.where = Where::kMemory};

model::VdsoFinding finding_in(const std::string& name, const std::string& code,
                              const AuditContext& context = {}) {
  const auto image = image_named(name);
  for (auto& finding : findings_in(image, context))
    if (finding.code == code) return finding;
  ADD_FAILURE() << name << " has no " << code;
  return {.code = {}, .text = {}, .evidence = {"nothing"}};
}

TEST(Audit, FindsNothingInCleanImages) {
  for (const auto* name : {"clean", "sysv-hash", "gnu-hash", "no-table-fenced", "fence-site",
                           "moved", "clean32", "no-info32"})
    EXPECT_THAT(codes_in(name), IsEmpty()) << name;
  EXPECT_THAT(codes_in("patched", kInMemory), IsEmpty());
  EXPECT_THAT(codes_in("patched"), IsEmpty());
}

TEST(Audit, OfAnUnpatchedFileNotesThatItIsOne) {
  const auto note = finding_in("clean", "alternative-not-applied");
  EXPECT_EQ(note.weight, VdsoWeight::kNote);
  ASSERT_EQ(note.evidence.size(), 1U);
  EXPECT_THAT(note.evidence[0], HasSubstr("__vdso_clock_gettime+0x"));
  EXPECT_THAT(note.evidence[0], HasSubstr("0f 31 90 90 90"));
  EXPECT_THAT(note.evidence[0], HasSubstr("0f 01 f9 with rdtscp"));
}

TEST(Audit, FindsAnUnpatchedPlaceInMemory) {
  EXPECT_THAT(codes_in("clean", kInMemory),
              ElementsAre("alternative-not-applied", "unordered-rdtsc"));
  EXPECT_THAT(codes_in("fence-site", kInMemory),
              ElementsAre("alternative-not-applied", "unordered-rdtsc"));
}

TEST(Audit, BelievesACpuThatHasNothingBetter) {
  const AuditContext rdtscp = {.where = Where::kMemory, .cpu_flags = {{"rdtscp"}}};
  EXPECT_THAT(codes_in("clean", rdtscp), Contains("alternative-not-applied"));
  // What a kernel hides may still be there: lfence_rdtsc is shown by none.
  const AuditContext neither = {.where = Where::kMemory, .cpu_flags = {{"sse2"}}};
  EXPECT_THAT(codes_in("clean", neither), Contains("alternative-not-applied"));
}

TEST(Audit, NotesAPlaceForWhichThisCpuHasNothingBetter) {
  const auto clean = image_named("clean");
  std::string bytes(clean.bytes());
  const std::size_t table = clean.section(".altinstructions")->offset;
  // Both entries for rdpid, which every kernel shows.
  for (const std::size_t entry : {table, table + 14}) {
    bytes[entry + 8] = '\x16';
    bytes[entry + 9] = '\x02';
  }
  const auto image = elf::Image::from_bytes(bytes, "for rdpid").value();
  const AuditContext without = {.where = Where::kMemory, .cpu_flags = {{"sse2"}}};
  EXPECT_THAT(codes_of(findings_in(image, without), VdsoWeight::kNote),
              Contains("alternative-not-needed"));
  const AuditContext with = {.where = Where::kMemory, .cpu_flags = {{"rdpid"}}};
  EXPECT_THAT(codes_of(findings_in(image, with)), Contains("alternative-not-applied"));
}

TEST(Audit, FindsAPlaceThatHoldsNeither) {
  EXPECT_THAT(codes_in("broken"), ElementsAre("alternative-corrupt"));
  EXPECT_THAT(codes_in("broken", kInMemory), Contains("alternative-corrupt"));
  EXPECT_THAT(codes_in("backwards"), ElementsAre("alternative-corrupt"));
}

TEST(Audit, GoesByTheFenceAloneWithoutATable) {
  EXPECT_THAT(codes_in("no-table"), ElementsAre("unordered-rdtsc"));
  EXPECT_THAT(codes_in("no-table", kInMemory), ElementsAre("unordered-rdtsc"));
  EXPECT_THAT(finding_in("no-table", "unordered-rdtsc").evidence[0],
              HasSubstr("rdtsc at __vdso_clock_gettime+0x"));
}

TEST(Audit, FindsFunctionsThatNothingCanUnwindThrough) {
  EXPECT_THAT(codes_in("no-cfi"), ElementsAre("no-unwind-info"));
  EXPECT_THAT(finding_in("no-cfi", "no-unwind-info").text,
              HasSubstr("nothing can unwind through __vdso_gettimeofday"));
  EXPECT_THAT(codes_in("inner-no-cfi"), ElementsAre("no-unwind-info"));
  EXPECT_THAT(finding_in("inner-no-cfi", "no-unwind-info").text,
              HasSubstr("which __vdso_clock_gettime calls"));
}

TEST(Audit, FindsAWrongFrameAtACall) {
  EXPECT_THAT(codes_in("wrong-cfa"), ElementsAre("wrong-unwind-info"));
  EXPECT_THAT(finding_in("wrong-cfa", "wrong-unwind-info").evidence[0],
              HasSubstr("24 bytes above the stack pointer and is 16"));
}

TEST(Audit, FindsFunctionsWithoutAWayIntoTheKernel) {
  EXPECT_THAT(codes_in("no-fallback"), ElementsAre("no-fallback", "no-fallback"));
}

TEST(Audit, FindsTextRelocationsAndAnExecutableStack) {
  EXPECT_THAT(codes_in("textrel"), Contains("text-relocations"));
  EXPECT_THAT(codes_in("execstack"), ElementsAre("executable-stack"));
}

TEST(Audit, FindsWhat32BitImagesLack) {
  EXPECT_THAT(codes_in("no-gettime64"), ElementsAre("no-clock-gettime64"));
  EXPECT_THAT(codes_in("no-sigreturn"), ElementsAre("no-sigreturn"));
}

TEST(Audit, TellsAForgottenFunctionFromAnImageWithFramePointersAlone) {
  EXPECT_THAT(codes_in("forgotten32"), ElementsAre("no-unwind-info"));
  EXPECT_EQ(finding_in("no-info32", "frame-pointers-only").weight, VdsoWeight::kNote);
}

TEST(Audit, SaysWhatCountsTheSymbols) {
  const auto notes = [](const std::string& name) {
    const auto image = image_named(name);
    return codes_of(findings_in(image), VdsoWeight::kNote);
  };
  EXPECT_THAT(notes("sysv-hash"), Not(Contains("no-dt-hash")));
  EXPECT_THAT(notes("gnu-hash"), Contains("no-dt-hash"));
}

std::vector<std::string> codes_of_made(MadeImage& made, VdsoWeight weight) {
  const auto image = made.image().value();
  return codes_of(findings_in(image), weight);
}

TEST(Audit, FindsAnImageWithoutAnyHash) {
  MadeImage made(
      {.order = elf::ByteOrder::kBig, .machine = EM_PPC64, .hash = false, .gnu_hash = false});
  EXPECT_THAT(codes_of_made(made, VdsoWeight::kFinding), Contains("no-symbol-hash"));
}

TEST(Audit, NotesBlankedNames) {
  MadeImage made({.machine = EM_ARM});
  EXPECT_THAT(codes_of_made(made, VdsoWeight::kNote), Contains("names-blanked"));
}

TEST(Audit, OfAnotherMachineSaysWhatItCannotLookAt) {
  const auto image = MadeImage({.machine = EM_AARCH64}).image().value();
  const auto found = audit(Subject(image), {});
  ASSERT_EQ(found.not_looked_at.size(), 1U);
  EXPECT_THAT(found.not_looked_at[0], HasSubstr("aarch64"));
}

TEST(Audit, FindsASegmentThatIsWritableAndExecutable) {
  MadeImage made({});
  made.put(64 + 4, PF_R | PF_W | PF_X, 4);
  EXPECT_THAT(codes_of_made(made, VdsoWeight::kFinding), Contains("writable-code"));
}

TEST(Audit, FindsMappingsThatAreWritable) {
  AuditContext context{
      .where = Where::kMemory,
      .mappings = {{"[vvar]", 0x1000, 0x2000, "rw-p"}, {"[vdso]", 0x2000, 0x3000, "rwxp"}}};
  EXPECT_THAT(codes_in("patched", context), ElementsAre("writable-mapping", "writable-code"));
}

TEST(Audit, FindsAnImageThatIsCutShort) {
  const auto image = image_named("clean");
  const auto cut = elf::Image::from_bytes(std::string(image.bytes().substr(0, 0x1010)), "cut");
  ASSERT_TRUE(cut);
  EXPECT_THAT(codes_of(findings_in(*cut)), Contains("image-cut-short"));
}

TEST(Audit, SurvivesTruncationAtEveryByte) {
  const auto image = image_named("clean");
  // Where nothing but padding lies, one cut is like the next.
  for (std::size_t size = 0; size < image.bytes().size(); size += size < 0x400 ? 1 : 13) {
    const auto cut = elf::Image::from_bytes(std::string(image.bytes().substr(0, size)), "cut");
    EXPECT_TRUE(!cut || !findings_in(*cut).empty()) << size;
  }
}

TEST(Audit, SurvivesBytesThatAreWrong) {
  Random random(20'260'202);
  for (const auto* name : {"clean", "clean32"}) {
    const std::string good(image_named(name).bytes());
    for (int round = 0; round < 300; ++round) {
      std::string bytes = good;
      for (std::uint64_t left = 1 + random.below(20); left > 0; --left) {
        // Headers and tables lie in front, code and unwind information behind 0x1000.
        const std::size_t at =
            random.below(3) == 0 ? 0x1000 + random.below(0x1200) : random.below(0x400);
        bytes[at] = static_cast<char>(random.below(256));
      }
      const auto image = elf::Image::from_bytes(std::move(bytes), "wrong");
      if (image) description_of(*image, "wrong", round % 2 == 0 ? AuditContext{} : kInMemory);
    }
  }
}

TEST(Description, HasTheFunctionsOfTheImage) {
  const auto image = image_named("clean");
  const auto found = description_of(image, "a test", {});
  EXPECT_EQ(found.machine, "x86_64");
  EXPECT_EQ(found.soname, "linux-vdso.so.1");
  EXPECT_THAT(found.versions, ElementsAre("LINUX_2.6"));
  ASSERT_EQ(found.functions.size(), 3U);
  EXPECT_EQ(found.functions[0].name, "__vdso_clock_gettime");
  EXPECT_THAT(found.functions[0].aliases, ElementsAre("clock_gettime"));
  EXPECT_EQ(found.functions[0].digest.size(), 16U);
}

}  // namespace
}  // namespace kab::inspect
